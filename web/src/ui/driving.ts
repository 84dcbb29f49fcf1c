// Hands to messages: keys, pads and the touch stick become controls of the vehicles driven from this page, or, in rooms
// where programs read it, the pad.

import { door_for, pad_use } from '../doors/table';
import type { Controls, Pad, PadButton } from '../net/messages';
import type { Session } from '../net/session';
import { by_hand, camera_key, ease_steer, kProgramKeys, kPageKeys, layout_for, player_bindings, read_player } from '../state/bindings';
import type { ProgramKey, PadReading, PageKey } from '../state/bindings';
import { at_rest, buttons_of, differ, kPadButtons, no_pad, pad_bindings, pad_bindings_in, read_pad } from '../state/pad';
import { acts_in_room, runs_room } from '../state/rights';
import { by_pad, for_programs, has_pad, is_duel } from '../state/store';
import type { Store } from '../state/store';
import type { Timeline } from '../state/timeline';

const kRepeatMs = 100; // the server lets go after a second without word
const kLeastGapMs = 16;
const kPadRepeatMs = 250;
const kNoControls: Controls = { steer: 0, drive: 0, brake: 0, hand_brake: 0 };

export class Driving {
  readonly keys = new Set<string>();
  touch: Controls | null = null; // of the stick on the screen; first player
  pad: Pad = no_pad(); // as last read, where programs read it
  throttle = 0; // that a hand asks for now, of any player
  private taps = new Set<PadButton>(); // pressed since the last picture: none is lost, however short
  private pad_sent = { pad: no_pad(), at: 0 };
  private sent: { controls: Controls; at: number }[] = [];
  private steer: number[] = [];
  private last = 0;
  private alone = ''; // the Alt key that is held, while nothing else was pressed with it

  constructor(
    private readonly store: Store, private readonly session: Session, private readonly timeline: Timeline,
    private readonly press: (key: PageKey) => void, private readonly press_program: (key: ProgramKey) => void,
  ) {
    addEventListener('keydown', (event) => this.key_down(event));
    addEventListener('keyup', (event) => this.key_up(event));
    addEventListener('blur', () => { this.keys.clear(); this.alone = ''; });
    document.addEventListener('visibilitychange', () => this.keys.clear());
  }

  /// Once a picture.
  update(now_ms: number): void {
    const dt = Math.min(0.1, (now_ms - this.last) / 1000);
    this.last = now_ms;
    const { place, room, choices, connection } = this.store.get();
    this.throttle = 0;
    if (room === null || place.room === '' || room.mode !== 'live') return;
    if (has_pad(room) && acts_in_room(this.store.get())) this.update_pad(now_ms);
    if (by_pad(this.store.get())) return;
    const layout = layout_for(for_programs(room), choices.layout);
    const pads = read_pads();
    place.drives.forEach((vehicle, player) => {
      if (room.vehicles[vehicle]?.client !== connection.client) return;
      const people = place.drives.length;
      const bindings = by_hand(player_bindings(layout, player, people, choices.bindings));
      // alone, any pad will do
      const pad = people === 1 ? (pads.find((p) => p !== null) ?? null) : (pads[player] ?? null);
      const { asked, digital } = read_player(bindings, this.keys, pad);
      const before = this.steer[player] ?? 0;
      const speed = this.timeline.newest?.vehicles[vehicle]?.speed ?? 0;
      asked.steer = digital ? ease_steer(before, asked.steer, dt, speed) : asked.steer;
      this.steer[player] = asked.steer;
      const controls = player === 0 && this.touch !== null ? this.touch : asked;
      this.throttle = Math.max(this.throttle, Math.abs(controls.drive));
      this.send(player, vehicle, controls, now_ms);
    });
  }

  /// A button on the screen was pressed.
  tap(button: PadButton): void {
    this.taps.add(button);
    const paused = this.store.get().room?.pace.paused === true;
    if (button === 'START' && paused && runs_room(this.store.get())) void this.session.ask({ type: 'pause', paused: false });
  }

  private update_pad(now_ms: number): void {
    const { choices, room } = this.store.get();
    const person = !by_pad(this.store.get()); // the keys are the person's own vehicle's; programs get START and BACK alone
    const held = person ? no_pad() : read_pad(pad_bindings_in(pad_use(room), choices.bindings), this.keys, read_pads().find((pad) => pad !== null) ?? null);
    if (this.touch !== null && !person) {
      held.sticks[0][0] = -this.touch.steer;
      held.triggers = [Math.max(0, -this.touch.drive), Math.max(0, this.touch.drive)];
    }
    const buttons = (Object.keys(kPadButtons) as PadButton[]).filter((button) => held.buttons.includes(button) || this.taps.has(button));
    this.pad = { ...held, buttons };
    this.throttle = Math.max(...held.triggers);
    const last = this.pad_sent;
    if (!differ(this.pad, last.pad) && (at_rest(this.pad) || now_ms - last.at < kPadRepeatMs)) return;
    this.pad_sent = { pad: this.pad, at: now_ms };
    this.taps.clear();
    this.session.press_pad(this.pad);
  }

  private send(player: number, vehicle: number, controls: Controls, now_ms: number): void {
    const last = this.sent[player] ?? { controls: kNoControls, at: 0 };
    const names = ['steer', 'drive', 'brake', 'hand_brake'] as const;
    const changed = names.some((name) => Math.abs(controls[name] - last.controls[name]) > 0.004) ||
      (names.some((name) => last.controls[name] !== 0) && names.every((name) => controls[name] === 0));
    const held = names.some((name) => controls[name] !== 0);
    const since = now_ms - last.at;
    if (!(changed && since >= kLeastGapMs) && !(held && since >= kRepeatMs)) return;
    this.sent[player] = { controls: { ...controls }, at: now_ms };
    this.session.drive(vehicle, controls);
  }

  /// Alt counts when it comes up again with nothing else pressed: on its way to another window or menu it does not.
  private key_up(event: KeyboardEvent): void {
    this.keys.delete(event.code);
    const { place, room } = this.store.get();
    if (!event.code.startsWith('Alt') || place.room === '' || !for_programs(room)) return;
    event.preventDefault(); // alone it would open the browser's menu
    const key = program_key_of(event.code);
    if (this.alone === event.code && key !== undefined && !typing(event.target)) this.press_program(key);
    this.alone = '';
  }

  private key_down(event: KeyboardEvent): void {
    if (!event.repeat) this.alone = event.code;
    if (this.program_key(event)) return event.preventDefault();
    if (event.ctrlKey || event.altKey || event.metaKey || typing(event.target) || document.querySelector('dialog[open]') !== null) return;
    if (this.store.get().place.room === '') return;
    const on_button = event.target instanceof Element && event.target.closest('button, a, summary') !== null;
    if (on_button && (event.code === 'Space' || event.code === 'Enter')) return;
    const page_key = (Object.keys(kPageKeys) as PageKey[]).find((key) => kPageKeys[key].code === event.code);
    if (this.is_bound(event.code)) {
      this.keys.add(event.code);
      if (!event.repeat) for (const button of this.pad_buttons(event.code)) this.tap(button);
      event.preventDefault();
    } else if (page_key !== undefined && !event.shiftKey) {
      this.keys.add(event.code);
      if (!event.repeat) this.press(page_key);
      event.preventDefault();
    }
  }

  /// Keys of levels for programs and of their races; true when this was one of them.
  private program_key(event: KeyboardEvent): boolean {
    const { place, room } = this.store.get();
    if (place.room === '' || room === null || !for_programs(room) || event.ctrlKey || event.metaKey || typing(event.target)) return false;
    if (document.querySelector('dialog[open]') !== null) return false;
    const focused = event.target instanceof Element && event.target.closest('button, a, summary, [tabindex]:not(canvas)') !== null;
    const key = program_key_of(event.code);
    if (key !== undefined) {
      if (event.shiftKey || (focused && (key === 'next' || key === 'back' || key === 'follow'))) return false; // they press and scroll there
      if (!event.repeat && !event.code.startsWith('Alt')) this.press_program(key);
      return true;
    }
    if (!is_duel(room) || event.altKey || event.shiftKey) return false;
    const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1];
    if (this.keys.has('KeyR') && digit !== undefined) {
      const door = door_for(room, 'last_checkpoint');
      if (!event.repeat && Number(digit) <= room.vehicles.length && door !== null) void this.session.ask({ type: 'act', door, act: 'last_checkpoint', vehicle: Number(digit) - 1 });
      return true;
    }
    if (event.code === 'KeyR') {
      this.keys.add('KeyR');
      return true;
    }
    const fixed = camera_key(event.code, place.fixed, room.level.rules?.views.length ?? 0);
    if (fixed !== null) this.store.go({ fixed });
    return fixed !== null;
  }

  /// Buttons of the programs' pad that a key presses.
  private pad_buttons(code: string): PadButton[] {
    const { room, choices } = this.store.get();
    if (!has_pad(room) || room?.mode !== 'live') return [];
    const buttons = buttons_of(pad_bindings(choices.bindings), code);
    return by_pad(this.store.get()) ? buttons : buttons.filter((button) => button === 'START' || button === 'BACK');
  }

  is_bound(code: string): boolean {
    const { place, room, choices } = this.store.get();
    if (room === null) return false;
    if (by_pad(this.store.get())) return room.mode === 'live' && Object.values(pad_bindings(choices.bindings)).some((codes) => codes.includes(code));
    if (this.pad_buttons(code).length > 0) return true;
    const layout = layout_for(for_programs(room), choices.layout);
    return place.drives.some((_, player) =>
      Object.values(player_bindings(layout, player, place.drives.length, choices.bindings)).some((codes) => codes.includes(code)));
  }
}

function program_key_of(code: string): ProgramKey | undefined {
  return (Object.keys(kProgramKeys) as ProgramKey[]).find((each) => (kProgramKeys[each].codes as readonly string[]).includes(code));
}

function typing(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, select, textarea, [role="slider"], [data-keys]') !== null;
}

/// Pads in their slots; null where there is none.
export function read_pads(): (PadReading | null)[] {
  const pads = typeof navigator.getGamepads === 'function' ? navigator.getGamepads() : [];
  return [...pads].map((pad) =>
    pad === null || !pad.connected ? null : { buttons: pad.buttons.map((button) => button.value), axes: [...pad.axes] });
}
