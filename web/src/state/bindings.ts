// Keys and pads as data. A layout names, for each player, the sources of each action; levels for programs
// have one of their own. A source is a key's `code`, or a part of a pad: "pad:b7" a button (0 to 1), "pad:a0+" and
// "pad:a0-" the halves of an axis. Player n uses pad n. Remapped actions replace the standard, one by one.

import type { Controls } from '../net/messages';

export type Action =
  | 'steer_left' | 'steer_right' | 'forward' | 'backward' | 'brake' | 'hand_brake'
  | 'left_up' | 'left_down' | 'left_left' | 'left_right'
  | 'right_up' | 'right_down' | 'right_left' | 'right_right'
  | 'left_trigger' | 'right_trigger'
  | 'a' | 'b' | 'x' | 'y' | 'left_bumper' | 'right_bumper' | 'left_click' | 'right_click' | 'start' | 'back';

export type Bindings = Partial<Record<Action, readonly string[]>>;

export interface Layout {
  name: string;
  title: string;
  about: string;
  alone: Bindings; // one person at this page
  together: readonly Bindings[]; // two to four
}

const kPadDrives: Bindings = {
  steer_left: ['pad:a0-', 'pad:b14'], steer_right: ['pad:a0+', 'pad:b15'],
  forward: ['pad:b7', 'pad:b12'], backward: ['pad:b6', 'pad:b13'], brake: ['pad:b1'], hand_brake: ['pad:b0'],
};

const kPadWhole: Bindings = {
  left_up: ['pad:a1-'], left_down: ['pad:a1+'], left_left: ['pad:a0-'], left_right: ['pad:a0+'],
  right_up: ['pad:a3-'], right_down: ['pad:a3+'], right_left: ['pad:a2-'], right_right: ['pad:a2+'],
  left_trigger: ['pad:b6'], right_trigger: ['pad:b7'], a: ['pad:b0'], b: ['pad:b1'], x: ['pad:b2'], y: ['pad:b3'],
  left_bumper: ['pad:b4'], right_bumper: ['pad:b5'], left_click: ['pad:b10'], right_click: ['pad:b11'],
  start: ['pad:b9'], back: ['pad:b8'],
};

function with_keys(pad: Bindings, keys: Bindings): Bindings {
  const all: Bindings = { ...pad };
  for (const [action, codes] of Object.entries(keys) as [Action, readonly string[]][]) {
    all[action] = [...codes, ...(pad[action] ?? [])];
  }
  return all;
}

const kKeysWhole: Bindings = {
  left_up: ['KeyW'], left_down: ['KeyS'], left_left: ['KeyA'], left_right: ['KeyD'],
  right_up: ['ArrowUp'], right_down: ['ArrowDown'], right_left: ['ArrowLeft'], right_right: ['ArrowRight'],
  left_trigger: ['ShiftLeft', 'KeyQ'], right_trigger: ['ShiftRight', 'KeyE'],
  a: ['Digit1'], b: ['Digit2'], x: ['Digit3'], y: ['Digit4'], left_bumper: ['KeyZ'], right_bumper: ['Slash', 'KeyX'],
  left_click: ['Digit5'], right_click: ['Digit6'], start: ['Enter'], back: ['Backspace', 'Delete'],
};

export const kLayouts: readonly Layout[] = [
  {
    name: 'road',
    title: 'Road',
    about: 'Steer and drive with four keys, or with a stick and two triggers.',
    alone: with_keys(kPadDrives, {
      steer_left: ['KeyA', 'ArrowLeft'], steer_right: ['KeyD', 'ArrowRight'],
      forward: ['KeyW', 'ArrowUp'], backward: ['KeyS', 'ArrowDown'], brake: ['Space'], hand_brake: ['ShiftLeft'],
    }),
    together: [
      with_keys(kPadDrives, {
        steer_left: ['KeyA'], steer_right: ['KeyD'], forward: ['KeyW'], backward: ['KeyS'],
        brake: ['Space'], hand_brake: ['ShiftLeft'],
      }),
      with_keys(kPadDrives, {
        steer_left: ['ArrowLeft'], steer_right: ['ArrowRight'], forward: ['ArrowUp'], backward: ['ArrowDown'],
        brake: ['ShiftRight'], hand_brake: ['Enter'],
      }),
      with_keys(kPadDrives, {
        steer_left: ['KeyJ'], steer_right: ['KeyL'], forward: ['KeyI'], backward: ['KeyK'],
        brake: ['KeyO'], hand_brake: ['Semicolon'],
      }),
      with_keys(kPadDrives, {
        steer_left: ['Numpad4'], steer_right: ['Numpad6'], forward: ['Numpad8'], backward: ['Numpad5'],
        brake: ['Numpad0'], hand_brake: ['NumpadDecimal'],
      }),
    ],
  },
  {
    name: 'stick_and_trigger',
    title: 'Stick and triggers',
    about: 'A whole pad with two sticks, two triggers and buttons, as programs of the robot-car course read it. ' +
      'While a person drives, keys of the sticks drive and steer.',
    alone: with_keys(kPadWhole, kKeysWhole),
    together: [with_keys(kPadWhole, kKeysWhole), kPadWhole, kPadWhole, kPadWhole],
  },
];

/// `programs`: the level is made for them.
export function layout_for(programs: boolean, chosen: string): Layout {
  const name = chosen !== '' ? chosen : programs ? 'stick_and_trigger' : 'road';
  return kLayouts.find((layout) => layout.name === name) ?? kLayouts[0]!;
}

export const kActionTitles: Record<Action, string> = {
  steer_left: 'Steer left', steer_right: 'Steer right', forward: 'Forward', backward: 'Backward',
  brake: 'Brake', hand_brake: 'Hand brake',
  left_up: 'Left stick up', left_down: 'Left stick down', left_left: 'Left stick left', left_right: 'Left stick right',
  right_up: 'Right stick up', right_down: 'Right stick down', right_left: 'Right stick left',
  right_right: 'Right stick right', left_trigger: 'Left trigger', right_trigger: 'Right trigger',
  a: 'A', b: 'B', x: 'X', y: 'Y', left_bumper: 'Left bumper', right_bumper: 'Right bumper',
  left_click: 'Left stick click', right_click: 'Right stick click', start: 'Start', back: 'Back',
};

// --- keys of the page itself ----------------------------------------------------------------------------

export const kPageKeys = {
  camera: { code: 'KeyC', title: 'Next camera' },
  vehicle: { code: 'KeyN', title: 'Watch the next vehicle' },
  split: { code: 'KeyV', title: 'Split screen' },
  pause: { code: 'KeyP', title: 'Pause and go on' },
  step: { code: 'Period', title: 'One frame while paused' },
  put_back: { code: 'KeyR', title: 'Put back at its start, while driving' },
  restart: { code: 'KeyB', title: 'Restart' },
  panels: { code: 'KeyU', title: 'Hide and show the panels' },
  menu: { code: 'KeyM', title: 'Menu' },
  move_forward: { code: 'KeyT', title: 'Free camera: forward' },
  move_backward: { code: 'KeyG', title: 'Free camera: backward' },
  move_left: { code: 'KeyF', title: 'Free camera: left' },
  move_right: { code: 'KeyH', title: 'Free camera: right' },
} as const;
export type PageKey = keyof typeof kPageKeys;

/// Keys of levels for programs, beside the pad.
export const kProgramKeys = {
  follow: { codes: ['Space'], title: 'Next follow camera' },
  slower: { codes: ['AltLeft'], title: 'Half the speed of time' },
  faster: { codes: ['AltRight'], title: 'Double the speed of time' },
  next: { codes: ['PageDown'], title: 'Twice: next checkpoint; in a grading, skip the trial' },
  back: { codes: ['PageUp'], title: 'Twice: back to the last checkpoint' },
} as const;
export type ProgramKey = keyof typeof kProgramKeys;
/// And of races of several cars, where the pad is at rest.
export const kDuelKeys: readonly { keys: string; title: string }[] = [
  { keys: '← → ↑ ↓', title: 'Previous, next, first, last race camera' },
  { keys: '1 to 9', title: 'Race camera of that number' },
  { keys: 'R and 1 to 4', title: 'Reset the car of that number' },
];

/// The fixed camera that a key chooses; null when the key is none of theirs.
export function camera_key(code: string, now: number, count: number): number | null {
  if (count === 0) return null;
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1];
  if (digit !== undefined) return Number(digit) <= count ? Number(digit) - 1 : null;
  switch (code) {
    case 'ArrowLeft': return (now + count - 1) % count;
    case 'ArrowRight': return (now + 1) % count;
    case 'ArrowUp': return 0;
    case 'ArrowDown': return count - 1;
    default: return null;
  }
}

/// Keys that browsers keep for themselves, or that move the focus.
export const kBrowserKeys: ReadonlySet<string> = new Set([
  'Tab', 'Escape', 'ControlLeft', 'ControlRight', 'AltLeft', 'AltRight', 'MetaLeft', 'MetaRight', 'ContextMenu',
  'CapsLock', 'NumLock', 'Quote', ...Array.from({ length: 24 }, (_, i) => `F${i + 1}`),
]);

/// Keys whose effect cannot be taken back count when they are pressed again within a moment.
export class PressedTwice {
  private key = '';
  private until = 0;

  /// Whether this press counts, as every further one does.
  press(key: string, now_ms: number): boolean {
    const counts = key === this.key && now_ms <= this.until;
    this.key = key;
    this.until = now_ms + kTwice_ms;
    return counts;
  }
}
const kTwice_ms = 4000;

// --- from sources to controls -----------------------------------------------------------------------------

export interface PadReading {
  buttons: readonly number[]; // 0 to 1
  axes: readonly number[]; // -1 to 1
}

const kDeadZone = 0.12;

export function player_bindings(layout: Layout, player: number, people: number, remapped: Record<string, string[]>): Bindings {
  const standard = people > 1 ? (layout.together[player] ?? {}) : layout.alone;
  const result: Bindings = {};
  for (const [action, codes] of Object.entries(standard) as [Action, readonly string[]][]) {
    result[action] = remapped[binding_key(layout, player, people, action)] ?? codes;
  }
  return result;
}

const is_key = (source: string): boolean => !source.startsWith('pad:');

/// While a person drives, keys of a whole pad do what people expect of them: up and down of either stick are the
/// triggers, left and right of the right one steer too. Sticks of a real pad stay: who leans one to steer drives by no accident.
export function by_hand(bindings: Bindings): Bindings {
  const keys = (...actions: Action[]): string[] => actions.flatMap((action) => (bindings[action] ?? []).filter(is_key));
  const pad = (action: Action): string[] => (bindings[action] ?? []).filter((source) => !is_key(source));
  return {
    ...bindings,
    right_trigger: [...keys('left_up', 'right_up', 'right_trigger'), ...pad('right_trigger')],
    left_trigger: [...keys('left_down', 'right_down', 'left_trigger'), ...pad('left_trigger')],
    left_left: [...keys('left_left', 'right_left'), ...pad('left_left')],
    left_right: [...keys('left_right', 'right_right'), ...pad('left_right')],
    left_up: pad('left_up'), left_down: pad('left_down'),
    right_up: pad('right_up'), right_down: pad('right_down'), right_left: pad('right_left'), right_right: pad('right_right'),
  };
}

/// "W or ↑ drives", "A D or ← → steers": the first keys of what drives by hand; empty where only a pad does.
export function drive_words(bindings: Bindings): string[] {
  const hand = by_hand(bindings);
  const keys = (...actions: Action[]): string[] => actions.flatMap((action) => (hand[action] ?? []).filter(is_key)).slice(0, 2).map(source_title);
  const [left, right] = [keys('steer_left', 'left_left'), keys('steer_right', 'left_right')];
  const pairs = left.slice(0, right.length).map((key, i) => `${key} ${right[i]!}`);
  const said = (names: string[], what: string): string => (names.length === 0 ? '' : `${names.join(' or ')} ${what}`);
  return [said(keys('forward', 'right_trigger'), 'drives'), said(keys('backward', 'left_trigger'), 'reverses'), said(pairs, 'steers')].filter((words) => words !== '');
}

export function binding_key(layout: Layout, player: number, people: number, action: Action): string {
  return `${layout.name}/${people > 1 ? player + 1 : 'alone'}/${action}`;
}

/// How far a source is pressed, 0 to 1.
export function source_value(source: string, keys: ReadonlySet<string>, pad: PadReading | null): number {
  const part = /^pad:([ab])(\d+)([+-]?)$/.exec(source);
  if (part === null) return keys.has(source) ? 1 : 0;
  if (pad === null) return 0;
  const index = Number(part[2]);
  if (part[1] === 'b') return pad.buttons[index] ?? 0;
  const value = (pad.axes[index] ?? 0) * (part[3] === '-' ? -1 : 1);
  return value <= kDeadZone ? 0 : Math.min(1, (value - kDeadZone) / (1 - kDeadZone));
}

/// What one player asks for, and whether it comes from keys alone (then steering is eased).
export function read_player(bindings: Bindings, keys: ReadonlySet<string>, pad: PadReading | null): { asked: Controls; digital: boolean } {
  const value = (action: Action): number =>
    Math.max(0, ...(bindings[action] ?? []).map((source) => source_value(source, keys, pad)));
  const either = (...actions: Action[]): number => Math.max(...actions.map(value));
  const analog = pad !== null && Object.values(bindings).flat().some(
    (source) => source.startsWith('pad:a') && source_value(source, keys, pad) > 0);
  return {
    asked: {
      steer: either('steer_left', 'left_left') - either('steer_right', 'left_right'),
      drive: either('forward', 'right_trigger', 'left_up') - either('backward', 'left_trigger', 'left_down'),
      brake: value('brake'),
      hand_brake: value('hand_brake'),
    },
    digital: !analog,
  };
}

const kSteerRate = 4.5; // full lock in 0.22 s
const kCentreRate = 7;

/// Keys are all or nothing: steering moves to what is asked at a bounded rate, and less lock is given at speed,
/// or a car at 8 m/s cannot be held on a straight.
export function ease_steer(before: number, asked: number, dt: number, speed: number): number {
  const target = asked / (1 + Math.abs(speed) / 10);
  const centring = target === 0 || target * before < 0;
  const most = (centring ? kCentreRate : kSteerRate) * dt;
  return before + Math.min(most, Math.max(-most, target - before));
}

/// "W", "Space", "Left trigger": what is written on the thing.
export function source_title(source: string): string {
  const pads: Record<string, string> = {
    'pad:b0': 'Pad A', 'pad:b1': 'Pad B', 'pad:b2': 'Pad X', 'pad:b3': 'Pad Y', 'pad:b4': 'Pad left bumper',
    'pad:b5': 'Pad right bumper', 'pad:b6': 'Pad left trigger', 'pad:b7': 'Pad right trigger', 'pad:b8': 'Pad back',
    'pad:b9': 'Pad start', 'pad:b10': 'Pad left click', 'pad:b11': 'Pad right click', 'pad:b12': 'Pad up',
    'pad:b13': 'Pad down', 'pad:b14': 'Pad left', 'pad:b15': 'Pad right', 'pad:a0-': 'Left stick left', 'pad:a0+': 'Left stick right',
    'pad:a1-': 'Left stick up', 'pad:a1+': 'Left stick down', 'pad:a2-': 'Right stick left', 'pad:a2+': 'Right stick right',
    'pad:a3-': 'Right stick up', 'pad:a3+': 'Right stick down',
  };
  const keys: Record<string, string> = {
    ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', ShiftLeft: 'Left Shift', ShiftRight: 'Right Shift',
    AltLeft: 'Left Alt', AltRight: 'Right Alt', PageDown: 'Page Down', PageUp: 'Page Up', Semicolon: ';', Period: '.', Slash: '/', NumpadDecimal: 'Num .', Delete: 'Delete',
  };
  return pads[source] ?? keys[source] ?? source.replace(/^Key|^Digit/, '').replace(/^Numpad/, 'Num ');
}
