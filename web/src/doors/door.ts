// What the page knows of a door besides what it says in every room's words: how its own status reads, and what can be set.
// Rows of these stand in table.ts. All of it is plain data and pure functions: what shows it is in ui/.

import type { DoorStatus, RoomLink } from '../net/messages';

/// Whom the pad of a room serves now: hands that drive, a program that runs, programs that wait to begin, or nobody any more.
export type PadUse = 'hands' | 'program' | 'wait' | 'over';

/// What keys and buttons of the page ask of a door.
export type TrialAct = 'next_checkpoint' | 'last_checkpoint' | 'skip_trial';

/// One thing that people set of a door. One of "false" and "true" is shown as a switch.
export interface DoorSetting {
  name: string;
  title: string;
  about: string; // beside the title; empty: nothing
  values: readonly { value: string; title: string }[];
  standard: string;
}

/// A figure that belongs to the bar of programs.
export interface DoorFact {
  id: string; // of its element
  title: string;
  words: string;
  unit: string;
  hint: string;
}

/// What the bar of programs says of a door whose programs read the pad.
export interface PadDoor<Status> {
  use(status: Status): PadUse;
  mode(status: Status): string; // in words
  program(links: readonly RoomLink[]): string; // what to do while none is connected
  facts(status: Status): DoorFact[];
}

export interface DoorKind<Status = DoorStatus> {
  title: string; // for people
  pad?: PadDoor<Status>; // its programs read the pad of the room
  acts?: readonly TrialAct[];
  new_best?(status: Status): boolean; // a race has ended that was the fastest so far
  realism?: true; // what its sensors measure can be made exact while the room is open, by the setting "realism"
  settings?: readonly DoorSetting[];
  lines?(status: Status): string[]; // its part of the panel of links
}
