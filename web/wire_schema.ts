// The description of all messages: paddock/protocols/web/wire.json with what each door adds to it by a wire.json of its own.
// How to read these files: docs/protocols/web.md.

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export type Bounds = readonly [number, number];
export type ObjectType = { with?: string; fields: Record<string, WireType>; open?: true };
export type UnionType = { union: string; of: Record<string, ObjectType> };
export type WireType =
  | string
  | { string: Bounds }
  | { number: Bounds }
  | { whole: Bounds }
  | { enum: readonly string[] }
  | { list: WireType; size?: Bounds }
  | { map: WireType; size?: Bounds }
  | UnionType
  | ObjectType;

type FrameField = readonly ['u8' | 'u16' | 'u32' | 'u64' | 'i8' | 'i16' | 'i32' | 'f32' | 'f64', string, (string | number)?];
export interface FrameTable {
  head: FrameField[];
  items?: { name: string; count: string; fields: FrameField[] };
  rest?: string;
}

/// What a door says of itself: its own part of `room.doors`, what people can ask of it, and what they can set.
export interface DoorSchema {
  door: string;
  types: Record<string, WireType>;
  status: Record<string, WireType>;
  acts: readonly string[];
  settings: Record<string, WireType>; // told as texts
}

export interface Schema {
  version: number;
  types: Record<string, WireType>;
  client: Record<string, ObjectType>;
  server: Record<string, ObjectType>;
  http: Record<string, WireType>;
  frames: Record<string, FrameTable>; // in the order of their kinds, from 1
  doors: DoorSchema[]; // in the order of their folders
}

const kProtocols = new URL('../paddock/protocols/', import.meta.url);

function read_json(file: URL): unknown {
  return JSON.parse(readFileSync(fileURLToPath(file), 'utf8'));
}

export function read_schema(): Schema {
  const schema = { ...(read_json(new URL('web/wire.json', kProtocols)) as Omit<Schema, 'doors'>), doors: [] as DoorSchema[] };
  const union = schema.types['DoorStatus'] as UnionType;
  const files = readdirSync(fileURLToPath(kProtocols)).sort().filter((folder) => folder !== 'web').map((folder) => new URL(`${folder}/wire.json`, kProtocols));
  for (const file of files.filter((each) => existsSync(fileURLToPath(each)))) {
    const { door, types = {}, status = {}, acts = [], settings = {} } = read_json(file) as Partial<DoorSchema> & { door: string };
    Object.assign(schema.types, types);
    union.of[door] = { with: 'PeerStatus', fields: status };
    schema.doors.push({ door, types, status, acts, settings });
  }
  return schema;
}
