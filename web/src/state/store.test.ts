import { describe, expect, test, vi } from 'vitest';
import type { DoorStatus, RangesFrame, Room, Subscribed } from '../net/messages';
import { Feeds } from './feeds';
import { restore } from './persistence';
import { Series } from './series';
import { Store, add_events, add_notice, by_pad, camera_of, cameras_of, choose_camera, drivers_in, first_state, has_path, is_duel, kCameras, kFirstChoices, kNoPlace, next_watched, open_again, path_of, seen_whole, set_room, slots_there, whole_room } from './store';
import { clock_words, driver_title, event_words, figure, lap_words, who_drove } from './words';

function room(more: Partial<Room> = {}): Room {
  return {
    type: 'room', room: 'oval-1', mode: 'live', run: 1, client: 1, role: 'opener',
    level: {
      name: 'oval', collection: 'tracks', title: 'Oval', description: '', seed: 1, variables: {}, tick_s: 0.01, frame_s: 0.02,
      bounds: [-1, -1, 1, 1], gates: [], route: [], route_closed: true, bodies: [], variants: [], rules: null, glb: '', picture: '',
    },
    pace: { paused: false, factor: 1 }, duration: 0, laps: 0, realism: 'real', viewers: 1,
    recording: { on: false, name: '' }, waiting: [], vehicles: [], parameters: [], paths: [], flights: [], links: [], doors: [], game: null, ...more,
  };
}

describe('driving by the pad', () => {
  const door: DoorStatus = { door: 'racecar', mode: 'default drive', new_best: false, max_speed: 0.25, message: '', grade: 0, about: 'other', message_count: 0, console: [], results: [], score_code: '' };
  const seat = (client: number): Room['vehicles'][number] => ({ id: 0, present: true, kind: 'racecar', color: '#ffffff', glb: '', driver: 'person', client, program: false, laps: 0, last_lap: 0, best_lap: 0, place: 0, finished: 0, sensors: [] });

  test('who has a vehicle of their own in the room drives that, and the others by the pad', () => {
    const store = new Store();
    store.update({ connection: { ...store.get().connection, client: 7 }, room: room({ doors: [door], vehicles: [seat(0), seat(7)] }) });
    expect(by_pad(store.get())).toBe(true);

    store.go({ drives: [1] });
    expect(by_pad(store.get())).toBe(false);
    store.go({ drives: [0] });
    expect(by_pad(store.get())).toBe(true);
    store.update({ room: room({ vehicles: [seat(7)] }) });
    expect(by_pad(store.get())).toBe(false);
  });
});

test('whoever belongs to the level is its traffic, whatever they follow', () => {
  expect(['traffic:lane', 'flow:eastward', 'route:inner_ring', 'lane', 'idle'].map(driver_title)).toEqual(['Traffic', 'Traffic', 'Route driver, Inner ring', 'Lane driver', 'Parked']);
});

test('drivers that need roads are offered where there are some', () => {
  const drivers = [{ name: 'idle', about: '', roads: false }, { name: 'lane', about: '', roads: true }];
  expect(drivers_in({}, drivers)).toEqual(['idle']);
  expect(drivers_in({ roads: [] }, drivers)).toEqual(['idle', 'lane']);
});

describe('slots', () => {
  const seat = (slot: number, present: boolean): Room['vehicles'][number] => ({ id: slot, present, kind: present ? 'sedan' : '', color: '#ffffff', glb: '', driver: '', client: 0, program: false, laps: 0, last_lap: 0, best_lap: 0, place: 0, finished: 0, sensors: [] });

  test('who left is not watched, not driven and not gone to', () => {
    const store = new Store();
    set_room(store, room({ vehicles: [seat(0, true), seat(1, true), seat(2, true)] }));
    store.go({ watched: 2, drives: [2] });
    const left = room({ vehicles: [seat(0, true), seat(1, true), seat(2, false), seat(3, true)] });
    set_room(store, left);

    expect(store.get().place).toMatchObject({ watched: 0, drives: [] });
    expect(slots_there(left)).toEqual([0, 1, 3]);
    expect([next_watched(left, 1), next_watched(left, 3), next_watched(null, 5)]).toEqual([3, 0, 0]);
  });
});

describe('Store', () => {
  test('watchers run at once and then only for what they select', () => {
    const store = new Store();
    const seen = vi.fn();
    store.watch((state) => state.levels_problem, seen);
    store.update({ server_version: '1' });
    store.update({ levels_problem: 'Oval' });

    expect(seen.mock.calls).toEqual([[''], ['Oval']]);
  });

  test('a change made by a watcher reaches those before it', () => {
    const store = new Store();
    const seen: string[] = [];
    store.watch((state) => state.levels_problem, (levels_problem) => seen.push(levels_problem));
    store.watch((state) => state.server_version, (version) => store.update({ levels_problem: version }));
    store.update({ server_version: '2' });

    expect(seen).toEqual(['', '2']);
  });

  test('a room that comes again keeps the identity of what did not change', () => {
    const store = new Store();
    set_room(store, room());
    const level = store.get().room!.level;
    set_room(store, room({ viewers: 2 }));

    expect(store.get().room!.level).toBe(level);
    expect(store.get().room!.viewers).toBe(2);
  });

  test('events and notices do not grow without end', () => {
    const store = new Store();
    for (let i = 0; i < 1000; ++i) {
      add_events(store, [{ event: 'end', time: i }]);
      add_notice(store, 'info', `notice ${i}`);
    }
    expect(store.get().events.length).toBe(300);
    expect(store.get().notices.length).toBe(4);
  });
});

describe('rooms as they come', () => {
  const kLink = { door: 'ees-pees', name: 'robot 1', address: '127.0.0.1:10200', program: '', ports: [10200], connected: true, note: '', in_rate: 1250, out_rate: 1250 };

  test('what is left out is as last told, in the same room alone', () => {
    const last = room({ parameters: [{ name: 'p', group: 'race', title: '', kind: 'number', unit: '', section: '', help: '', value: 1, low: 0, high: 2, standard: 1 }], paths: [{ vehicle: 0, points: [[1, 2]], closed: false, undo: 1 }] });
    const { level: whole, parameters, paths, flights, game, ...rest } = room({ viewers: 3 });
    const { rules, ...level } = whole;

    expect(whole_room(last, rest)).toMatchObject({ viewers: 3, level: whole, parameters: last.parameters, paths: last.paths });
    expect([rules, game, parameters, paths, flights]).toEqual([null, null, [], [], []]); // null here is nothing on the wire
    expect(whole_room(last, { ...rest, room: 'other-1' })).toBeNull();
    expect(whole_room(null, rest)).toBeNull();
    expect(whole_room(null, { ...rest, level })?.parameters).toEqual([]);
    const { vehicles, ...without } = { ...rest, level };
    expect(whole_room(last, without)?.vehicles).toBe(last.vehicles);
    expect([whole_room(null, without), vehicles]).toEqual([null, []]);
    expect(parameters).toEqual([]);
  });

  test('links that did not change keep their identity, and rates alone leave the level be', () => {
    const store = new Store();
    set_room(store, room({ links: [kLink] }));
    const { level, links } = store.get().room!;
    set_room(store, room({ links: [{ ...kLink }] }));
    expect(store.get().room!.links).toBe(links);

    set_room(store, room({ links: [{ ...kLink, in_rate: 1249 }] }));
    expect(store.get().room!.links[0]!.in_rate).toBe(1249);
    expect(store.get().room!.level).toBe(level);
  });

  test('laps and events are those of this run', () => {
    const store = new Store();
    set_room(store, room());
    add_events(store, [{ event: 'lap', time: 20, vehicle: 0, lap: 1, duration: 20 }]);
    set_room(store, room({ viewers: 2 }));
    expect(store.get().events).toHaveLength(1);

    set_room(store, room({ run: 2 })); // a restart

    expect(store.get().events).toEqual([]);
  });

  test('a level is opened again with the seed and the settings it has now', () => {
    const { level } = room();
    const open = { level: 'training_env', seed: 1 };
    expect(open_again(open, level)).toBe(open);
    expect(open_again(open, { ...level, seed: 42, variables: { cells: 12 } })).toEqual({ level: 'training_env', seed: 42, settings: { cells: 12 } });
    expect(open_again({ recording: 'a.paddock' }, { ...level, seed: 42 })).toEqual({ recording: 'a.paddock' });
    expect(open_again(null, level)).toBeNull();
  });

  test('a field without gates has a camera of its own', () => {
    const store = new Store();
    const track = room({ room: 'oval-2' });
    track.level = { ...track.level, gates: [[0, 0, 1, 1]] };
    set_room(store, room());
    expect(camera_of(store.get())).toBe('level');
    choose_camera(store, 'orbit');
    expect(camera_of(store.get())).toBe('orbit');

    set_room(store, track);
    expect(camera_of(store.get())).toBe('chase');
    choose_camera(store, 'hood');
    expect(store.get().choices).toMatchObject({ camera: 'hood', field_camera: 'orbit' });
  });
});

describe('what is kept', () => {
  test('damaged or older values fall back field by field', () => {
    expect(restore('{', kFirstChoices)).toEqual(kFirstChoices);
    expect(restore('{"theme":"dark","layouts":[],"gone":1}', kFirstChoices)).toEqual({ ...kFirstChoices, theme: 'dark' });
  });
});

describe('rooms with a pad for programs', () => {
  test('have a camera of their own', () => {
    const door: DoorStatus = { door: 'racecar', mode: 'default drive', message: '', grade: 0, about: 'other', message_count: 0, new_best: false, max_speed: 0.25, console: [], results: [], score_code: '' };
    const state = { choices: kFirstChoices, room: room({ doors: [door] }), place: kNoPlace };
    expect(camera_of(state)).toBe('behind');
    expect(camera_of({ ...state, place: { ...kNoPlace, trial_camera: 'front' } })).toBe('front');
  });
});

describe('Feeds', () => {
  const about = (subscription: number): Subscribed => ({
    type: 'subscribed', subscription, sensor: 'lidar', vehicle: 0, kind: 'lidar', unit: 'ideal', rate: 20, mounted: false, at: [0, 0, 0], turn: [0, 0, 0, 1],
    shape: 'ranges', ranges: { beams: 1, start: 0, span: 0, min_range: 0, max_range: 1 },
  });
  const scan = (subscription: number): RangesFrame =>
    ({ kind: 'ranges', subscription, left_out: 0, tick: 1, scale: 0.001, ranges: new Float32Array(1) });

  test('equal wants share one subscription, and the last one to close ends it', async () => {
    const wire = { subscribe: vi.fn(() => Promise.resolve(about(3))), unsubscribe: vi.fn() };
    const feeds = new Feeds(wire);
    feeds.restart();
    const listener = { frame: vi.fn(), refused: vi.fn() };
    const one = feeds.want({ sensor: 'lidar', vehicle: 0 }, listener);
    const two = feeds.want({ sensor: 'lidar', vehicle: 0 }, { frame: vi.fn(), refused: vi.fn() });
    await Promise.resolve();
    await Promise.resolve();
    feeds.receive(scan(3));
    one();
    expect(wire.unsubscribe).not.toHaveBeenCalled();
    two();

    expect(wire.subscribe).toHaveBeenCalledTimes(1);
    expect(listener.frame).toHaveBeenCalledTimes(1);
    expect(wire.unsubscribe).toHaveBeenCalledWith(3);
  });

  test('a frame that overtakes its answer is not lost, and a new room asks again', async () => {
    let number = 4;
    const wire = { subscribe: vi.fn(() => Promise.resolve(about(++number))), unsubscribe: vi.fn() };
    const feeds = new Feeds(wire);
    const listener = { frame: vi.fn(), refused: vi.fn() };
    feeds.want({ sensor: 'lidar', vehicle: 0 }, listener);
    feeds.restart();
    feeds.receive(scan(5));
    await new Promise((done) => setTimeout(done));
    expect(listener.frame).toHaveBeenCalledTimes(1);

    feeds.restart();
    await new Promise((done) => setTimeout(done));
    feeds.receive(scan(6));

    expect(wire.subscribe).toHaveBeenCalledTimes(2);
    expect(listener.frame).toHaveBeenCalledTimes(2);
  });
});

describe('a level with places to look from', () => {
  const none = { help: '', cars: 1, zones: [], tasks: [], trials: [], edits: [], gauges: [], ghosts: [] };
  const views = [{ name: 'junction', at: [0, 0, 7], yaw: 0, pitch: 0.4 }];
  const seen = (rules: object): Room => ({ ...room(), vehicles: [{}, {}], level: { ...room().level, gates: [[0, 0, 1, 1]], rules } }) as unknown as Room;

  test('is no course: cars are seen by cameras that keep away by their length, and race nobody', () => {
    expect([cameras_of(seen({ ...none, views })), is_duel(seen({ ...none, views }))]).toEqual([kCameras, false]);
    expect(cameras_of(seen({ ...none, views, help: 'Park.' }))).not.toBe(kCameras);
    expect(cameras_of(seen({ ...none, zones: [{}] }))).not.toBe(kCameras);
  });
});

describe('a room with a path that people edit', () => {
  const rules = { help: 'Click.' } as unknown as Room['level']['rules'];
  const flight = (more: object = {}): Room => ({ ...room(), paths: [{ vehicle: 1, points: [[1, 2]], closed: false, undo: 0 }], vehicles: [{}, {}], ...more }) as unknown as Room;

  test('is seen as a whole, also where its level has gates or help', () => {
    const state = { ...first_state(), room: flight({ level: { ...room().level, gates: [[0, 0, 1, 1]], rules } }) };
    expect([seen_whole(state.room), camera_of(state), cameras_of(state.room), is_duel(state.room)]).toEqual([true, 'level', kCameras, false]);
    const store = new Store(state);
    choose_camera(store, 'overhead');
    expect(store.get().choices).toMatchObject({ field_camera: 'overhead', camera: 'chase', program_camera: 'behind' });
  });

  test('has a path for each vehicle that follows one, by its slot', () => {
    expect([path_of(flight(), 0), path_of(flight(), 1)?.points, path_of(null, 0)]).toEqual([null, [[1, 2]], null]);
    expect([has_path(flight()), has_path(flight({ paths: [] })), has_path(null)]).toEqual([true, false, false]);
  });

  test('forgets with a new run which flights were compared, and what a hand did in another room', () => {
    const store = new Store({ ...first_state(), room: flight(), compared: [1, 2], hand: { tool: 'draw', dragged: { vehicle: 0, index: 0, point: [1, 1] }, stroke: [] } });
    set_room(store, flight({ viewers: 9 }));
    expect([store.get().compared, store.get().hand.dragged?.index]).toEqual([[1, 2], 0]);
    set_room(store, flight({ run: 99 }));
    expect(store.get().compared).toBeNull();
    set_room(store, flight({ room: 'other-1' }));
    expect(store.get().hand).toEqual({ tool: 'draw', dragged: null, stroke: [] });
  });
});

describe('Feeds in a new run', () => {
  test('take the new form of a sensor that has become another', async () => {
    const about = { subscription: 3, rate: 20 } as Subscribed;
    const feeds = new Feeds({ subscribe: () => Promise.resolve(about), unsubscribe: vi.fn() });
    const told: Subscribed[] = [];
    feeds.restart();
    feeds.want({ sensor: 'lidar', vehicle: 0 }, { frame: (_, now) => told.push(now), refused: vi.fn() });
    await new Promise((done) => setTimeout(done));
    const frame: RangesFrame = { kind: 'ranges', subscription: 3, left_out: 0, tick: 1, scale: 1, ranges: new Float32Array(1) };
    feeds.receive(frame);

    const renewed = { ...about, rate: 40 };
    feeds.renew(renewed);
    feeds.renew({ ...about, subscription: 9 }); // of a subscription that was given up
    feeds.receive(frame);

    expect(told).toEqual([about, renewed]);
  });
});

describe('Series', () => {
  test('keeps the last seconds and begins anew when time goes back', () => {
    const series = new Series(1, 10);
    for (let i = 0; i < 3000; ++i) series.add(i / 100, [i]);
    expect(series.times[0]).toBeGreaterThan(18);
    series.add(1, [7]);

    expect([series.times, series.columns]).toEqual([[1], [[7]]]);
  });
});

describe('words', () => {
  test('times', () => {
    expect([who_drove('person'), who_drove('program'), who_drove('route')]).toEqual(['A person', 'A program', 'Route driver']);
    expect([figure(undefined, 2), figure(-0.004, 2), figure(-9.806, 2), figure(0.5, 0)]).toEqual(['–', '0.00', '−9.81', '1']);
    expect([lap_words(11.424), lap_words(83.456), lap_words(0), lap_words(59.999)]).toEqual(['11.42', '1:23.46', '–', '1:00.00']);
    expect([clock_words(0), clock_words(83.46), clock_words(3723.4)]).toEqual(['0:00.0', '1:23.4', '1:02:03.4']);
  });

  test('events', () => {
    expect(event_words({ event: 'lap', time: 1, vehicle: 0, lap: 2, duration: 11.42 })).toBe('Vehicle 1 finished lap 2 in 11.42 s');
    expect(event_words({ event: 'collision', time: 1, vehicle: 1, other: -1, piece: 'wall-2', point: [0, 0], impulse: 1.234 })).toBe('Vehicle 2 touched wall-2, 1.2 N s');
    expect(event_words({ event: 'flipped', time: 1, vehicle: 0, reset: false })).toBe('Vehicle 1 rolled over');
    expect(event_words({ event: 'fell', time: 1, vehicle: 0, reset: false })).toBe('Vehicle 1 fell off');
    expect(event_words({ event: 'fell', time: 1, vehicle: 0, reset: true })).toBe('Vehicle 1 fell off and is back at its start');
    expect(event_words({ event: 'lost', time: 1, piece: 'cone_3' })).toBe('Cone 3 left the level');
    expect(event_words({ event: 'lost', time: 1, piece: '' })).toBe('A piece left the level');
    expect(event_words({ event: 'placed', time: 1, vehicle: 1, point: [1.26, -2] })).toBe('Vehicle 2 was put at 1.3, -2.0 m');
  });
});
