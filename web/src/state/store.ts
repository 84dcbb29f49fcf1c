// The only store. Everything on the page is drawn from it; only the network and the user's choices change it.
// What moves at 60 Hz lives beside it in Timeline and Feeds, which views poll.

import { client_door, pad_door } from '../doors/table';
import { slot_of } from '../net/messages';
import type {
  Access, BestTime, CarColors, DriverInfo, Gauge, LevelInfo, OpenSpec, PlayMode, RecordingInfo, Room, RoomInfo, RoomLevel, RoomMessage, RoomPath,
  RoomVehicle, StageEvent, VehicleKind,
} from '../net/messages';
import { Units } from './units';

export type CameraKind = 'chase' | 'hood' | 'overhead' | 'orbit' | 'free' | 'level' | 'behind' | 'above' | 'front';
export const kCameras: readonly CameraKind[] = ['chase', 'hood', 'overhead', 'orbit', 'free', 'level'];
/// Where programs drive, three follow the car; the others come after them.
export const kFollowCameras: readonly CameraKind[] = ['behind', 'above', 'front'];
const kProgramCameras: readonly CameraKind[] = [...kFollowCameras, 'hood', 'overhead', 'orbit', 'free', 'level'];

export const kPanels = [
  'client', 'speed', 'road', 'laps', 'minimap', 'flights', 'tracking', 'figures', 'display', 'picture', 'picture_2', 'picture_3', 'ranges', 'points', 'plots', 'plots_2', 'path', 'events', 'vehicles',
  'parameters', 'world', 'links', 'console', 'settings', 'training',
] as const;
export type PanelId = (typeof kPanels)[number];

export type SheetHeight = 'peek' | 'half' | 'full';

export interface Notice {
  id: number;
  kind: 'info' | 'error';
  words: string;
  recording: string; // that can be watched from it; empty: none
}

/// How levels that programs drive in are opened.
export interface ProgramChoices {
  mode: PlayMode;
  cars: number;
  user: string;
  realism: boolean;
  colors: CarColors[];
}

export const kMostCars = 4;
export const kNoUser = 'Default';
export const kProgramStandard: Readonly<ProgramChoices> = {
  mode: 'explore', cars: 1, user: kNoUser, realism: true,
  colors: ['#f5f5f0', '#d7263d', '#2f6fde', '#f5b700'].map((color) => ({ front: color, back: color })),
};

/// How many pixels pictures get while things move; what stands still gets them all.
export type QualityChoice = 'sharp' | 'balanced' | 'fast';

/// What a person chose, kept over reloads on this machine.
export interface Choices {
  theme: 'system' | 'light' | 'dark';
  quality: QualityChoice;
  camera: CameraKind;
  field_camera: CameraKind; // in levels without gates
  program_camera: CameraKind; // where programs drive
  programs: ProgramChoices;
  doors: Record<string, Record<string, string>>; // what was set of each, by its name; read by settings_of
  north_up: boolean;
  recent: string[]; // levels, the last used first
  hidden_signals: string[]; // of plots: "imu/ax"
  layouts: Record<string, unknown>; // of panels by kind of room; read by kept_layout
  points_by: 'tag' | 'intensity'; // what their colour tells
  palettes: Record<string, string>; // of pictures, by their content; read by palettes_of
  sheet: { panel: PanelId; height: SheetHeight }; // of panels on phones
  bars: 'auto' | 'shown' | 'folded'; // on phones; auto: folded where the window is low
  layout: string; // of keys and pads; empty: the level's own
  bindings: Record<string, string[]>; // remapped: "layout/player/action" to codes
  start: { realism: 'real' | 'ideal'; mode: string; cars: number; people: number; laps: number; traffic?: Traffic };
  units: 'm' | 'px'; // in which flights are told
  y: 'up' | 'down';
  hidden_marks: string[]; // of pursuits
}

/// How full a level's streets are to be.
export interface Traffic {
  cars: number;
  people: number;
}

export const kTraffic: Traffic = { cars: 30, people: 20 };
export const kMostTraffic = 120; // of each

/// Where this tab is, kept over reloads of the tab.
export interface Place {
  room: string; // empty: the menu
  open: OpenSpec | null; // how to open it again when the server has forgotten it
  drives: number[]; // vehicles of the people at this page, first player first
  watched: number;
  split: boolean;
  fixed: number; // camera of a race that is looked through beside the cars
  trial_camera: CameraKind | ''; // as the trial wants to be seen; empty: as the person chose
}

/// What a hand on the picture does to a path just now.
export interface PathHand {
  tool: 'add' | 'draw';
  dragged: { vehicle: number; index: number; point: readonly [number, number] } | null; // a waypoint on its way
  stroke: readonly (readonly [number, number])[]; // a line that is being drawn
}

/// A level on its way to the screen: from the click until its first picture is drawn.
export interface Loading {
  title: string;
  picture: string; // address of it; empty: not known yet
  step: 'opening' | 'world' | 'drawing'; // the server opens the room; its geometry comes; it is put together
  share: number; // of the geometry that is here, 0 to 1
}

export interface AppState {
  connection: { phase: 'connecting' | 'open' | 'lost'; retry_at: number; client: number; access: Access };
  server_version: string;
  drivers: DriverInfo[];
  levels: LevelInfo[] | null;
  levels_problem: string;
  kinds: VehicleKind[];
  rooms: RoomInfo[];
  recordings: RecordingInfo[] | null;
  best_times: BestTime[] | null;
  room: Room | null;
  gauges: Gauge[];
  selected: string; // the piece that clicks and the wheel change; empty: none
  loading: Loading | null; // null: what is on screen is what it says
  entered: number; // counts rooms that were gone into, also that behind the menu
  failure: { title: string; words: string } | null; // why a level is not on screen
  hand: PathHand;
  compared: number[] | null; // flights that were chosen; null: the last two
  events: StageEvent[];
  notices: Notice[];
  choices: Choices;
  place: Place;
}

export const kNoPlace: Place = { room: '', open: null, drives: [], watched: 0, split: false, fixed: 0, trial_camera: '' };

export const kNoHand: PathHand = { tool: 'add', dragged: null, stroke: [] };

export const kFirstChoices: Choices = {
  theme: 'system',
  quality: 'balanced',
  camera: 'chase',
  field_camera: 'level',
  program_camera: 'behind',
  programs: kProgramStandard,
  doors: {},
  north_up: false,
  recent: [],
  hidden_signals: [],
  layouts: {},
  points_by: 'tag',
  palettes: {},
  sheet: { panel: 'minimap', height: 'peek' },
  bars: 'auto',
  layout: '',
  bindings: {},
  start: { realism: 'real', mode: 'drive', cars: 1, people: 1, laps: 3 },
  units: 'm',
  y: 'up',
  hidden_marks: [],
};

export function first_state(): AppState {
  return {
    connection: { phase: 'connecting', retry_at: 0, client: 0, access: 'full' },
    server_version: '',
    drivers: [],
    levels: null,
    levels_problem: '',
    kinds: [],
    rooms: [],
    recordings: null,
    best_times: null,
    room: null,
    gauges: [],
    selected: '',
    loading: null,
    entered: 0,
    failure: null,
    hand: kNoHand,
    compared: null,
    events: [],
    notices: [],
    choices: kFirstChoices,
    place: kNoPlace,
  };
}

/// A level without gates has no way through it: it is a field to be seen as a whole. In streets there is a way everywhere.
export function is_field(level: RoomLevel): boolean {
  return level.gates.length === 0 && level.roads === undefined;
}

/// Whether programs that drive here read the pad, and people drive by it.
export function has_pad(room: Room | null): boolean {
  return pad_door(room) !== null;
}

/// Whether a client asked for this room, its traffic and its sensors.
export function has_client(room: Room | null): boolean {
  return client_door(room) !== null;
}

/// Whether this person drives by the programs' pad: who has a vehicle of their own in the room drives that.
export function by_pad({ room, place, connection }: Pick<AppState, 'room' | 'place' | 'connection'>): boolean {
  return has_pad(room) && !place.drives.some((vehicle) => room?.vehicles[vehicle]?.client === connection.client);
}

/// Levels with rules or a pad are made for programs, also in recordings of them: seen by cameras that follow the car.
export function for_programs(room: Room | null): boolean {
  return has_pad(room) || (room !== null && room.level.rules !== null && !offers_views_alone(room.level.rules));
}

/// Places to look from make no course.
function offers_views_alone({ help, zones, tasks, trials, edits, gauges, ghosts }: NonNullable<Room['level']['rules']>): boolean {
  return help === '' && [zones, tasks, trials, edits, gauges, ghosts].every((list) => list.length === 0);
}

/// Several programs of one door against each other.
export function is_duel(room: Room | null): boolean {
  return for_programs(room) && !has_path(room) && room!.vehicles.length > 1 && room!.doors.length <= 1;
}

export const kPathDriver = 'path'; // flies or drives along what people draw
const kPathLevels = 'playground';

/// Levels of the collection made for it.
export function for_paths({ collection }: { collection: string }): boolean {
  return collection === kPathLevels;
}

/// The path of a vehicle, by its slot; null where it follows none that people edit.
export function path_of(room: Room | null, vehicle: number): RoomPath | null {
  return room?.paths.find((path) => slot_of(path.vehicle) === vehicle) ?? null;
}

/// Whether people edit a path here that is followed.
export function has_path(room: Room | null): boolean {
  return room !== null && room.paths.length > 0;
}

/// In what flights are told.
export function units_of({ choices }: Pick<AppState, 'choices'>): Units {
  return new Units({ length: choices.units === 'px' ? 'px' : 'm', y: choices.y === 'down' ? 'down' : 'up' });
}

/// Fields, and wherever paths are edited: seen as a whole, with trails on the ground.
export function seen_whole(room: Room | null): boolean {
  return room !== null && (has_path(room) || (is_field(room.level) && !for_programs(room)));
}

export function cameras_of(room: Room | null): readonly CameraKind[] {
  return for_programs(room) && !has_path(room) ? kProgramCameras : kCameras;
}

/// The camera of the room on screen; fields have one of their own, and so have levels for programs.
export function camera_of({ room, choices, place }: Pick<AppState, 'room' | 'choices' | 'place'>): CameraKind {
  if (seen_whole(room)) return choices.field_camera;
  if (for_programs(room)) return place.trial_camera !== '' ? place.trial_camera : choices.program_camera;
  return choices.camera;
}

export function choose_camera(store: Store, kind: CameraKind): void {
  const { room, place } = store.get();
  if (place.trial_camera !== '') store.go({ trial_camera: '' });
  store.choose(seen_whole(room) ? { field_camera: kind } : for_programs(room) ? { program_camera: kind } : { camera: kind });
}

/// Colours of a car: chosen by somebody in the room, or the vehicle's own.
export function colors_of_car(vehicle: RoomVehicle): CarColors {
  return { front: vehicle.front ?? vehicle.color, back: vehicle.back ?? vehicle.color };
}

type Watcher = { select(state: AppState): unknown; last: unknown; run(): void };

export class Store {
  private state: AppState;
  private watchers = new Set<Watcher>();
  private notifying = false;
  private again = false;

  constructor(initial: AppState = first_state()) {
    this.state = initial;
  }

  get(): Readonly<AppState> {
    return this.state;
  }

  update(patch: Partial<AppState>): void {
    this.state = { ...this.state, ...patch };
    this.notify();
  }

  choose(patch: Partial<Choices>): void {
    this.update({ choices: { ...this.state.choices, ...patch } });
  }

  go(patch: Partial<Place>): void {
    this.update({ place: { ...this.state.place, ...patch } });
  }

  /// Runs now and whenever what `select` returns is another value. Ends by the function returned.
  watch<T>(select: (state: AppState) => T, run: (value: T) => void): () => void {
    const watcher: Watcher = { select, last: select(this.state), run: () => run(watcher.last as T) };
    this.watchers.add(watcher);
    watcher.run();
    return () => this.watchers.delete(watcher);
  }

  // changes made by a watcher are told after the ones that are being told
  private notify(): void {
    if (this.notifying) {
      this.again = true;
      return;
    }
    this.notifying = true;
    do {
      this.again = false;
      for (const watcher of [...this.watchers]) {
        const value = watcher.select(this.state);
        if (!Object.is(value, watcher.last)) {
          watcher.last = value;
          watcher.run();
        }
      }
    } while (this.again);
    this.notifying = false;
  }
}

// --- changes that are more than a field ---------------------------------------------------------------

const kMostEvents = 300;
const kMostNotices = 4;
let next_notice = 1;

export function add_notice(store: Store, kind: Notice['kind'], words: string, recording = ''): void {
  const rest = store.get().notices.filter((notice) => notice.words !== words);
  store.update({ notices: [...rest, { id: next_notice++, kind, words, recording }].slice(-kMostNotices) });
}

export function drop_notice(store: Store, id: number): void {
  store.update({ notices: store.get().notices.filter((notice) => notice.id !== id) });
}

export function add_events(store: Store, events: StageEvent[]): void {
  store.update({ events: [...store.get().events, ...events].slice(-kMostEvents) });
}

/// The room that a message tells of, with what it leaves out as last told; null when that was never told.
export function whole_room(last: Room | null, message: RoomMessage): Room | null {
  const known = last?.room === message.room ? last : null;
  const rules = message.level?.rules ?? null;
  const level = message.level === undefined ? known?.level : { ...message.level, rules };
  const vehicles = message.vehicles ?? known?.vehicles;
  if (level === undefined || vehicles === undefined) return null;
  return {
    ...message, level, vehicles, parameters: message.parameters ?? known?.parameters ?? [],
    paths: message.paths ?? known?.paths ?? [], flights: message.flights ?? known?.flights ?? [], game: message.game ?? null,
  };
}

/// How to open a level again as it is now, after restarts with other seeds and settings.
export function open_again(open: OpenSpec | null, { seed, variables }: RoomLevel): OpenSpec | null {
  if (open === null || open.recording !== undefined) return open;
  if (open.seed === seed && JSON.stringify(open.settings ?? {}) === JSON.stringify(variables)) return open;
  return { ...open, seed, ...(Object.keys(variables).length > 0 ? { settings: variables } : {}) };
}

/// How the trial of a room wants to be seen; empty: as the person chose.
export function trial_camera_of(room: Room): CameraKind | '' {
  const view = room.level.rules?.trial?.view ?? '';
  return view === 'overhead' ? 'above' : view === 'front' ? 'front' : '';
}

/// Whether a driver is of the level's own traffic.
export function is_traffic(driver: string): boolean {
  return driver.startsWith('flow:') || driver.startsWith('traffic:');
}

/// Who drives such a vehicle in streets when nobody else does.
export function street_driver(kind: string): string {
  return kind === 'walker' ? 'walk' : 'lane';
}

/// Names of the drivers that there can be in a level.
export function drivers_in({ roads }: Pick<RoomLevel, 'roads'>, drivers: readonly DriverInfo[]): string[] {
  return drivers.filter((driver) => roads !== undefined || !driver.roads).map(({ name }) => name);
}

/// Slots in which a vehicle stands.
export function slots_there(room: Room | null): number[] {
  return room?.vehicles.flatMap(({ present }, slot) => (present ? [slot] : [])) ?? [];
}

/// The vehicle that is watched after this one, in the order of slots.
export function next_watched(room: Room | null, watched: number): number {
  const there = slots_there(room);
  return there.find((slot) => slot > watched) ?? there[0] ?? 0;
}

/// Rooms come often; parts that did not change keep their identity, so their watchers stay quiet.
export function set_room(store: Store, room: Room): void {
  const old = store.get().room;
  if (old !== null && old.room === room.room) {
    for (const key of ['level', 'pace', 'recording', 'waiting', 'vehicles', 'parameters', 'links', 'doors', 'training', 'game', 'paths', 'flights'] as const) {
      if (old[key] !== room[key] && JSON.stringify(old[key]) === JSON.stringify(room[key])) (room as unknown as Record<string, unknown>)[key] = old[key];
    }
  }
  const fresh = old === null || old.room !== room.room || old.run !== room.run;
  const place = store.get().place;
  const there = slots_there(room);
  store.update({
    room,
    gauges: old?.room === room.room ? store.get().gauges : [],
    selected: old?.room === room.room ? store.get().selected : '',
    compared: fresh ? null : store.get().compared,
    hand: old?.room === room.room ? store.get().hand : { ...kNoHand, tool: store.get().hand.tool },
    events: fresh ? [] : store.get().events, // those of this run; lists of laps begin anew with it
    place: {
      ...place,
      watched: there.includes(place.watched) ? place.watched : there[0] ?? 0,
      drives: place.drives.filter((vehicle) => there.includes(vehicle)),
    },
  });
}
