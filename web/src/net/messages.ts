// What the page and the server say to each other. JSON is described by paddock/protocols/web/wire.json, from which `wire.ts`
// is made; here is what the page makes of it, and binary frames. SI and radians; world x east, y north, z up.

import type * as wire from './wire';

export * from './wire';

// --- JSON as the page keeps it --------------------------------------------------------------------

export type RoomMessage = Extract<wire.ServerMessage, { type: 'room' }>;
export type Subscribed = Extract<wire.ServerMessage, { type: 'subscribed' }>;
export type Welcome = Extract<wire.ServerMessage, { type: 'welcome' }>;

export type RoomLevel = Omit<wire.LevelMessage, 'rules'> & {
  rules: wire.LevelRules | null; // null: the level has none
};

/// A room with all that was told of it.
export type Room = Omit<RoomMessage, 'level' | 'vehicles' | 'parameters' | 'paths' | 'flights' | 'game'> & {
  level: RoomLevel;
  vehicles: wire.RoomVehicle[];
  parameters: wire.Parameter[];
  paths: wire.RoomPath[]; // of vehicles that follow one
  flights: wire.RoomFlight[]; // of this run, the oldest first
  game: wire.GameStatus | null; // null: the level has no rules
};

/// -1 to 1, positive forward and to the left; brakes 0 to 1.
export type Controls = Required<wire.Controls>;
/// Triggers 0 to 1; sticks -1 to 1, right and up positive; left first.
export type Pad = Required<wire.Pad>;

// --- binary, server to client ----------------------------------------------------------------------

const kSlotBits = 12;

/// Where a vehicle stands in every list of its room, as long as it is there; of its id.
export function slot_of(id: number): number {
  return id & ((1 << kSlotBits) - 1);
}

export interface VehicleState {
  x: number;
  y: number;
  z: number;
  yaw: number;
  pitch: number;
  roll: number;
  speed: number; // m/s along the heading
  yaw_rate: number;
  steer: number; // rad, positive to the left
  drive: number; // -1 to 1, asked
  brake: number; // 0 to 1, asked
  laps: number;
  lap_time: number; // s in this lap
  next_gate: number;
  frozen: boolean;
  touched: boolean;
  finished: boolean;
  held: boolean; // by a client
  present: boolean; // else its slot is empty, and the rest says nothing
  place: number;
}

export interface StateFrame {
  kind: 'state';
  paused: boolean;
  waiting: boolean;
  replay: boolean;
  run: number;
  tick: number;
  speed: number; // simulated seconds in a second of real time
  vehicles: VehicleState[];
}

/// Where a body of the level is: a block, a cone, a car of a train.
export interface BodyPlace {
  x: number;
  y: number;
  z: number;
  turn: readonly [number, number, number, number]; // unit quaternion, x y z w
  scale: number;
  variant: number; // which of its looks it has
  present: boolean;
}

/// Bodies that moved since the last such frame; all of them when it is complete.
export interface BodiesFrame {
  kind: 'bodies';
  complete: boolean;
  run: number;
  tick: number;
  bodies: { index: number; place: BodyPlace }[];
}

/// x and y in the world's axes.
export type Pair = wire.Pair;

/// How the point that is pursued was found.
export const kCarrotWhys = ['none', 'projection', 'circle', 'end', 'waypoint'] as const;
export type CarrotWhy = (typeof kCarrotWhys)[number];

/// A vehicle that follows a path, with all that it derived in its last tick. SI, the world's axes.
export interface Pursuer {
  vehicle: number;
  controller: number; // its place among the choices of the parameter
  mode: number; // what it commands: 0 accelerations, 1 velocities
  why: CarrotWhy;
  arrived: boolean;
  compatible: boolean; // with the original, as it is coded
  by_pursuit: boolean; // else the next waypoint itself is pursued
  adaptive: boolean; // lookahead
  in_flight: boolean;
  index: number; // of the waypoint that comes next
  segment: number; // the carrot lies on the way that ends at this waypoint
  points: number; // of its path
  flight: number; // under way, or the last; 0: none yet
  flight_time: number; // s
  lookahead: number; // m
  position: Pair;
  velocity: Pair;
  accel_command: Pair;
  velocity_command: Pair;
  wind: Pair; // m/s²
  air: Pair; // m/s
  drag: Pair; // m/s²
  carrot: Pair;
  closest: Pair;
  hits: Pair[]; // where the lookahead circle meets the path
  position_error: Pair;
  position_error_rate: Pair;
  velocity_error: Pair;
  velocity_error_rate: Pair;
  gains: [number, number, number, number]; // kp and kd of the position loop, then of the velocity loop
  cross_track: number; // m, positive to the left of the path
  along: number; // m of the path done
  planned_speed: number; // m/s; 0: it plans none
  mean_error: number; // m, of this flight
  largest_error: number;
  effort: number; // m²/s³
}

export interface PursuitFrame {
  kind: 'pursuit';
  run: number;
  tick: number;
  vehicles: Pursuer[];
}

/// What all readings of sensors begin with.
interface ReadingHead {
  subscription: number;
  left_out: number; // readings since the one before that were not sent
}

export interface RangesFrame extends ReadingHead {
  kind: 'ranges';
  tick: number;
  scale: number; // m of one unit as sent
  ranges: Float32Array; // m, one a beam; Infinity where nothing was met
}

export interface PointsFrame extends ReadingHead {
  kind: 'points';
  tick: number;
  scale: number; // m of one unit as sent
  positions: Float32Array; // m in the sensor's frame, x y z of each
  intensities: Uint8Array; // 255: all of a pulse came back
  tags: Uint8Array;
}

export interface PictureFrame extends ReadingHead {
  kind: 'picture';
  format: wire.PictureFormat;
  tick: number;
  width: number;
  height: number;
  scale: number; // m of one unit of depth
  content: Uint8Array;
}

export interface SeriesFrame extends ReadingHead {
  kind: 'series';
  channels: number;
  ticks: Float64Array;
  values: Float64Array; // sample by sample
}

/// A reading has one of four shapes, whatever sensor it is of.
export type SensorFrame = RangesFrame | PointsFrame | PictureFrame | SeriesFrame;
/// What the next stop line with a light shows.
export const kLights = ['none', 'red', 'yellow', 'green'] as const;
export type Light = (typeof kLights)[number];

/// What the roads say to a vehicle.
export interface RoadWatch {
  vehicle: number; // id
  light: Light;
  light_distance: number; // m
  speed_limit: number; // m/s; 0: it is in no lane
  off_road: number; // shares of its box, 0 to 1
  other_lane: number;
  collisions: readonly [number, number, number]; // N s, of vehicles, walkers and other
}

/// Of everybody on wheels, ten times a second at most, in levels with roads.
export interface RoadsFrame {
  kind: 'roads';
  run: number;
  tick: number;
  vehicles: RoadWatch[];
}

export type Frame = StateFrame | BodiesFrame | PursuitFrame | RoadsFrame | SensorFrame;
