// The pad of a room: keys and pads as programs ask for them. Up and right are positive, whatever the
// browser says of a stick.

import type { PadUse } from '../doors/door';
import type { Pad, PadButton } from '../net/messages';
import { by_hand, kLayouts, player_bindings, source_value } from './bindings';
import type { Action, Bindings, Layout, PadReading } from './bindings';

/// Buttons and the actions that press them.
export const kPadButtons: Readonly<Record<PadButton, Action>> = {
  A: 'a', B: 'b', X: 'x', Y: 'y', LB: 'left_bumper', RB: 'right_bumper', LJOY: 'left_click', RJOY: 'right_click', START: 'start', BACK: 'back',
};

export const kPadLayout: Layout = kLayouts.find((layout) => layout.name === 'stick_and_trigger')!;

/// Sources of every action of the pad; remapped ones as they were chosen.
export function pad_bindings(remapped: Record<string, string[]>): Bindings {
  return player_bindings(kPadLayout, 0, 1, remapped);
}

/// The same as it is used now: while hands drive, no program reads it, and its keys drive.
export function pad_bindings_in(use: PadUse | null, remapped: Record<string, string[]>): Bindings {
  return use === 'hands' ? by_hand(pad_bindings(remapped)) : pad_bindings(remapped);
}

export function no_pad(): Pad {
  return { buttons: [], triggers: [0, 0], sticks: [[0, 0], [0, 0]] };
}

export function read_pad(bindings: Bindings, keys: ReadonlySet<string>, pad: PadReading | null): Pad {
  const value = (action: Action): number => Math.max(0, ...(bindings[action] ?? []).map((source) => source_value(source, keys, pad)));
  return {
    buttons: (Object.keys(kPadButtons) as PadButton[]).filter((button) => value(kPadButtons[button]) > 0.5),
    triggers: [value('left_trigger'), value('right_trigger')],
    sticks: [
      [value('left_right') - value('left_left'), value('left_up') - value('left_down')],
      [value('right_right') - value('right_left'), value('right_up') - value('right_down')],
    ],
  };
}

/// Buttons that a key presses.
export function buttons_of(bindings: Bindings, code: string): PadButton[] {
  return (Object.keys(kPadButtons) as PadButton[]).filter((button) => bindings[kPadButtons[button]]?.includes(code));
}

function numbers_of(pad: Pad): number[] {
  return [...pad.triggers, ...pad.sticks.flat()];
}

export function at_rest(pad: Pad): boolean {
  return pad.buttons.length === 0 && numbers_of(pad).every((value) => value === 0);
}

/// Whether two readings are worth two messages.
export function differ(one: Pad, other: Pad): boolean {
  if (one.buttons.join() !== other.buttons.join() || at_rest(one) !== at_rest(other)) return true;
  const before = numbers_of(other);
  return numbers_of(one).some((value, i) => Math.abs(value - before[i]!) > 0.004);
}
