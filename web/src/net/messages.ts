// Every message of docs/protocols/web.md as a plain type. SI and radians; world x east, y north, z up.

export const kProtocol = 1;

// --- HTTP ---------------------------------------------------------------------------------------

export interface ServerInfo {
  name: string;
  version: string;
  protocol: number;
  token: boolean;
}

export interface LevelInfo {
  name: string;
  collection: string;
  title: string;
  description: string;
  vehicle: string;
  physics: string;
  starts: number;
  gates: number;
  routes: number;
  cars?: number; // that may race here at once; 1 when missing
  race?: boolean; // it has a finish
  checkpoints?: number;
  explore?: boolean; // false: there is only a grading
  grade?: boolean; // there is a grading of it
  glb: string;
  picture: string;
  problem: string; // empty, or why the level cannot be opened
}

/// The best run of one car over a level, by anybody on this server.
export interface BestTime {
  level: string; // name
  overall: number; // s
  splits: number[]; // s, one an interval between key points
  user: string;
}

export interface VehicleKind {
  kind: string;
  about: string;
  glb: string;
  length: number;
  width: number;
  outline: [number, number][];
  wheelbase?: number;
  top_speed?: number;
  parts?: { name: string; steers: number }[]; // nodes of the file that turn with the steering angle
}

export interface DriverInfo {
  name: string;
  about: string;
}

// --- JSON, server to client -----------------------------------------------------------------------

export interface RoomInfo {
  room: string;
  level: string;
  title: string;
  mode: 'live' | 'replay';
  vehicles: number;
  viewers: number;
  paused: boolean;
  factor: number;
  time: number;
}

export interface RecordingInfo {
  name: string;
  level: string;
  title: string;
  seed: number;
  vehicles: number;
  duration: number; // s
  bytes: number;
  complete: boolean;
}

/// A volume that counts. Without bottom and top it has no end there.
export interface Volume {
  at: [number, number];
  yaw: number;
  half: [number, number]; // of a round one its radius, twice
  round: boolean;
  bottom?: number; // m, world height
  top?: number;
}

export interface Zone extends Volume {
  rule: 'checkpoint' | 'finish' | 'fail' | 'reset' | 'speed_limit' | 'slalom' | 'none';
  speed?: number; // m/s, of a speed limit
}

export interface Task {
  kind: 'reach' | 'stop' | 'speed' | 'park_at_cone' | 'park_at_wall';
  points: number;
  speed: number; // m/s
  piece?: string;
  volumes: Volume[]; // any of them counts
}

export interface Trial {
  title: string;
  limit: number; // s
  points: number; // without a bonus
  required: boolean;
  view: '' | 'overhead' | 'front';
}

/// A fixed camera of a race.
export interface FixedView {
  name: string;
  at: [number, number, number];
  yaw: number;
  pitch: number; // positive downward
}

/// A piece that people change while the room runs, and by what.
export interface Edit {
  piece: string;
  click: string; // variables; empty: nothing
  right_click: string;
  wheel: string;
  low: [number, number, number]; // corners of its box, as the level has it
  high: [number, number, number];
  body: number; // in `bodies`; -1: it stands still
}

/// Rules, tasks, views and what can be edited.
export interface CourseLevel {
  help: string;
  cars: number;
  zones: Zone[];
  tasks: Task[]; // of the trial
  trial?: Trial;
  trials: Trial[];
  views: FixedView[];
  edits: Edit[];
  gauges: string[]; // pieces
  ghosts?: string[]; // nodes of the file that fail whoever touches them, and that no sensor sees
}

export interface RoomLevel {
  name: string;
  collection: string;
  title: string;
  description: string;
  seed: number;
  variables: Record<string, number>; // what a restart may set; empty for most levels
  tick_s: number;
  frame_s: number;
  bounds: [number, number, number, number]; // west, south, east, north
  gates: [number, number, number, number][]; // left post, right post
  route: [number, number][];
  route_closed: boolean;
  bodies: string[]; // nodes of the file that move by themselves, in the order of bodies frames
  course: CourseLevel | null; // null: the level has no rules
  glb: string;
  picture: string;
}

export interface RoomVehicle {
  kind: string;
  color: string;
  front?: string; // colours that somebody chose
  back?: string;
  glb: string;
  driver: string;
  client: number; // who took it, 0 for nobody
  laps: number;
  last_lap: number; // s, 0 while there is none
  best_lap: number;
  place: number;
  finished: number;
}

export interface Parameter {
  name: string;
  title: string;
  kind: 'number' | 'whole' | 'switch';
  unit: string;
  value: number;
  low: number;
  high: number;
  standard: number;
}

/// One way between the room and a program outside.
export interface RoomLink {
  name: string;
  address: string; // host:port
  connected: boolean;
  note: string; // what was last said on it, in words
  in_rate: number; // packets a second
  out_rate: number;
}

/// How the game of a door stands, for people.
export interface DoorStatus {
  door: string; // "racecar"
  mode: string; // "default drive", "user program", …
  message: string; // the last thing worth saying
  grade: number; // of the message: 0 news, 1 warning, 2 error
  message_count: number; // counts messages
  max_speed: number; // of the first car, 0 to 1
  console: string[]; // what programs that Paddock started printed last
  results: TrialResult[]; // of a grading
  score_code: string; // of a grading that is over
}

export type TrialEnd = 'running' | 'done' | 'failed' | 'time_up' | 'skipped' | 'program_failed';

export interface TrialResult {
  title: string;
  points: number;
  of: number;
  time: number; // s
  end: TrialEnd;
  why: string;
}

/// What the referee knows. It changes when something happens, not with the clock.
export interface GameStatus {
  mode: PlayMode;
  running: boolean; // the clock runs
  began: number; // simulated s
  cars: { key_point: number; passed: number[]; penalty: number; failed: boolean; finished: boolean }[];
  task: number;
  points: number;
  end: TrialEnd;
  ended: number; // s on the clock
}

export type PlayMode = 'explore' | 'race' | 'grade';
export type DepthDetail = 'low' | 'moderate' | 'high';

/// How the first vehicle stands to a piece.
export interface Gauge {
  piece: string;
  at: [number, number, number];
  distance: number; // m
  angle?: number; // rad
}

export interface CarColors {
  front: string; // #rrggbb
  back: string;
}

export interface Room {
  type: 'room';
  room: string;
  mode: 'live' | 'replay';
  run: number;
  client: number;
  level: RoomLevel;
  pace: { paused: boolean; factor: number };
  duration: number;
  laps: number;
  realism: 'real' | 'ideal';
  viewers: number;
  recording: { on: boolean; name: string };
  waiting: string[];
  vehicles: RoomVehicle[];
  parameters: Parameter[];
  links: RoomLink[];
  door: DoorStatus | null;
  game: GameStatus | null; // null: the level has no rules
}

/// As it comes: what is as last told in this room is left out; older servers know no variables, bodies, links and door.
export type RoomMessage = Omit<Room, 'level' | 'parameters' | 'links' | 'door' | 'game'> & {
  level?: Omit<RoomLevel, 'variables' | 'bodies' | 'course'> & Partial<Pick<RoomLevel, 'variables' | 'bodies' | 'course'>>;
  parameters?: Parameter[];
  links?: RoomLink[];
  door?: (Omit<DoorStatus, 'console' | 'results' | 'score_code'> & Partial<Pick<DoorStatus, 'console' | 'results' | 'score_code'>>) | null;
  game?: GameStatus | null;
};

export interface StageEvent {
  event: string;
  time: number;
  vehicle?: number;
  gate?: number;
  in_order?: boolean;
  lap?: number;
  duration?: number;
  place?: number;
  other?: number;
  piece?: string;
  point?: number[];
  impulse?: number;
  trigger?: string;
  entered?: boolean;
  driver?: string;
  name?: string;
  value?: number;
  message?: string;
  number?: number;
  finish?: boolean;
  end?: TrialEnd;
  reset?: boolean; // it stands at its start again
}

export interface Channel {
  name: string;
  unit: string;
}

export interface Subscribed {
  type: 'subscribed';
  id?: number;
  subscription: number;
  sensor: string;
  vehicle: number;
  tags?: string[];
  channels?: Channel[];
}

export type ServerMessage =
  | { type: 'welcome'; id?: number; version: number; client: number; server: ServerInfo; drivers: DriverInfo[] }
  | { type: 'ok'; id: number }
  | { type: 'error'; id?: number; code: string; message: string }
  | { type: 'rooms'; id?: number; rooms: RoomInfo[] }
  | { type: 'recordings'; id?: number; recordings: RecordingInfo[] }
  | RoomMessage
  | { type: 'left'; room: string; reason: string }
  | { type: 'events'; events: StageEvent[] }
  | { type: 'gauges'; gauges: Gauge[] }
  | Subscribed
  | { type: 'pong'; id?: number };

// --- JSON, client to server -----------------------------------------------------------------------

export interface VehicleSpec {
  kind: string; // empty: the level's own
  driver: string;
}

export interface OpenSpec {
  level?: string;
  recording?: string;
  seed?: number;
  settings?: Record<string, number>; // variables of the level
  vehicles?: VehicleSpec[];
  laps?: number;
  realism?: 'real' | 'ideal';
  room?: string;
  paused?: boolean;
  factor?: number;
  keep?: boolean;
  record?: boolean;
  // of levels of the course
  mode?: PlayMode;
  user?: string;
  hide_cars?: boolean;
  depth?: DepthDetail;
  colors?: CarColors[];
}

export interface Controls {
  steer: number; // -1 to 1, positive to the left
  drive: number; // -1 to 1
  brake: number; // 0 to 1
  hand_brake: number; // 0 to 1
}

export type PadButton = 'A' | 'B' | 'X' | 'Y' | 'LB' | 'RB' | 'LJOY' | 'RJOY' | 'START' | 'BACK';

/// A game pad as programs ask for it.
export interface Pad {
  buttons: PadButton[]; // those that are down
  triggers: [number, number]; // left, right; 0 to 1
  sticks: [[number, number], [number, number]]; // left, right; -1 to 1, right and up positive
}

export interface SensorSpec {
  sensor: 'lidar' | 'camera' | 'imu' | 'speed';
  vehicle: number;
  rate?: number;
  beams?: number;
  start?: number;
  span?: number;
  range?: number;
  picture?: 'colour' | 'depth' | 'semantic';
  width?: number;
  height?: number;
  fov?: number;
}

export type ClientMessage =
  | { type: 'hello'; version: number }
  | { type: 'rooms' }
  | { type: 'recordings' }
  | ({ type: 'open' } & OpenSpec)
  | { type: 'join'; room: string }
  | { type: 'leave' }
  | { type: 'close'; room: string }
  | { type: 'take'; vehicle: number; force?: boolean }
  | { type: 'release'; vehicle: number; driver?: string }
  | { type: 'driver'; vehicle: number; driver: string }
  | ({ type: 'controls'; vehicle: number } & Controls)
  | ({ type: 'pad' } & Pad)
  | { type: 'place'; vehicle: number; pose?: [number, number, number] }
  | { type: 'pause'; paused: boolean }
  | { type: 'step'; ticks?: number }
  | { type: 'speed'; factor: number }
  | { type: 'restart'; seed?: number; settings?: Record<string, number> }
  | { type: 'seek'; time: number }
  | { type: 'set'; name: string; value: number }
  | { type: 'click'; point: [number, number, number]; button?: number; vehicle?: number }
  | { type: 'edit'; piece: string; what: 'click' | 'right_click' | 'wheel'; notches?: number }
  | { type: 'course'; act: 'next_checkpoint' | 'last_checkpoint' | 'skip_trial'; vehicle?: number }
  | { type: 'senses'; realism: 'real' | 'ideal'; hide_cars: boolean; depth: DepthDetail }
  | { type: 'colors'; colors: CarColors[] }
  | ({ type: 'subscribe' } & SensorSpec)
  | { type: 'unsubscribe'; subscription: number }
  | { type: 'record'; on: boolean; name?: string };

// --- binary, server to client ----------------------------------------------------------------------

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

export interface LidarFrame {
  kind: 'lidar';
  subscription: number;
  tick: number;
  start: number;
  span: number;
  range: number;
  ranges: Float32Array; // m; Infinity where nothing was seen
}

export interface PictureFrame {
  kind: 'picture';
  picture: 'colour' | 'depth' | 'semantic';
  subscription: number;
  tick: number;
  width: number;
  height: number;
  scale: number; // m of one unit of depth
  content: Uint8Array;
}

export interface SeriesFrame {
  kind: 'series';
  subscription: number;
  channels: number;
  ticks: Float64Array;
  values: Float32Array; // sample by sample
}

export type Frame = StateFrame | BodiesFrame | LidarFrame | PictureFrame | SeriesFrame;
