// What the page knows of a door besides what it says in every room's words: how its own status reads, and what can be set.
// Rows of these stand in table.ts. All of it is plain data and pure functions: what shows it is in ui/.

import type { DoorStatus, ReadingShape, RoomLink } from '../net/messages';
import type { Palettes } from '../state/palettes';

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

/// How somebody asks a car to drive: to the right and full are 1.
export interface AskedControl {
  title: string; // who asks
  steer: number;
  throttle: number;
  brake: number;
  also: string; // "reverse, hand brake"; empty: neither
}

/// A sensor that a client brought along.
export interface ClientSensor {
  name: string; // as the room's vehicle has it
  title: string; // as the client calls it
  shape: ReadingShape;
  words: string;
}

/// What the panel of clients says of a door whose clients ask for their world: one in each room.
export interface ClientDoor<Status> {
  title: string; // of a client
  now(status: Status): string; // how far it is
  waits(status: Status): string; // why nothing is heard of it; empty: it drives
  facts(status: Status): DoorFact[];
  controls(status: Status): AskedControl[]; // its own first
  asked(status: Status): { title: string; words: string }[];
  traffic(status: Status): { vehicles: number; people: number }; // that it asked for
  sensors(status: Status): ClientSensor[];
  palettes: Palettes; // in which its pictures are looked at
}

export interface DoorKind<Status = DoorStatus> {
  title: string; // for people
  client?: ClientDoor<Status>;
  pad?: PadDoor<Status>; // its programs read the pad of the room
  acts?: readonly TrialAct[];
  new_best?(status: Status): boolean; // a race has ended that was the fastest so far
  realism?: true; // what its sensors measure can be made exact while the room is open, by the setting "realism"
  settings?: readonly DoorSetting[];
  lines?(status: Status): string[]; // its part of the panel of links
}
