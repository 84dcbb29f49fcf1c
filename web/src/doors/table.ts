// The doors that the page has words of its own for, by name. One that is not here is shown as any other: its links, what
// it has to say, what its programs print, and results.

import type { DoorStatus, LevelInfo, ReadingShape, Room } from '../net/messages';
import { kCarla } from './carla/door';
import type { ClientDoor, ClientSensor, DoorKind, DoorSetting, PadDoor, PadUse, TrialAct } from './door';
import { kEesPees } from './eespees/door';
import { kRacecar } from './racecar/door';

export const kDoors: Readonly<Record<string, DoorKind>> = { racecar: kRacecar, 'ees-pees': kEesPees, carla: kCarla };

/// The words for people: "Course", or the name of a door that the page does not know.
export function door_title(name: string): string {
  return kDoors[name]?.title ?? name;
}

/// The first door of the room whose programs read its pad.
export function pad_door(room: Pick<Room, 'doors'> | null): { title: string; status: DoorStatus; pad: PadDoor<DoorStatus> } | null {
  for (const status of room?.doors ?? []) {
    const kind = kDoors[status.door];
    if (kind?.pad !== undefined) return { title: kind.title, status, pad: kind.pad };
  }
  return null;
}

/// Whom the pad of the room serves now; null where nobody reads it.
export function pad_use(room: Pick<Room, 'doors'> | null): PadUse | null {
  const door = pad_door(room);
  return door === null ? null : door.pad.use(door.status);
}

/// The first door of the room whose client asked for the world as it is.
export function client_door(room: Pick<Room, 'doors'> | null): { status: DoorStatus; client: ClientDoor<DoorStatus> } | null {
  for (const status of room?.doors ?? []) {
    const client = kDoors[status.door]?.client;
    if (client !== undefined) return { status, client };
  }
  return null;
}

/// Sensors of a shape that the room's client brought along; null: it has no client.
export function client_sensors(room: Pick<Room, 'doors'> | null, shape: ReadingShape): ClientSensor[] | null {
  const door = client_door(room);
  return door === null ? null : door.client.sensors(door.status).filter((sensor) => sensor.shape === shape);
}

/// Who is in a room through this door: "CARLA client".
export function program_title(name: string): string {
  return kDoors[name]?.client?.title ?? `${door_title(name)} program`;
}

/// The door of the room that can be asked for this; null: none can.
export function door_for(room: Pick<Room, 'doors'> | null, act: TrialAct): string | null {
  return room?.doors.find(({ door }) => kDoors[door]?.acts?.includes(act) === true)?.door ?? null;
}

export function new_best(room: Pick<Room, 'doors'> | null): boolean {
  return room?.doors.some((status) => kDoors[status.door]?.new_best?.(status) === true) === true;
}

/// Whether anything can be set of a door of the room.
export function has_settings(room: Pick<Room, 'doors'> | null): boolean {
  return room?.doors.some(({ door }) => (kDoors[door]?.settings ?? []).length > 0) === true;
}

/// What is set of a door: as it was chosen and can be, else the standard.
export function settings_of(name: string, chosen: Readonly<Record<string, Readonly<Record<string, string>>>>): Record<string, string> {
  const value_of = ({ name: setting, values, standard }: DoorSetting): string =>
    values.find(({ value }) => value === chosen[name]?.[setting])?.value ?? standard;
  return Object.fromEntries((kDoors[name]?.settings ?? []).map((each) => [each.name, value_of(each)]));
}

/// Of all doors that a level asks for.
export function settings_for(level: Pick<LevelInfo, 'doors'>, chosen: Readonly<Record<string, Readonly<Record<string, string>>>>): Record<string, string> {
  return Object.assign({}, ...level.doors.map((door) => settings_of(door, chosen))) as Record<string, string>;
}
