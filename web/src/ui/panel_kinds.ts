// What each panel shows. Contents read the store, the timeline and the feeds; the few that act send messages.

import type { Channel, PictureFrame, SensorSpec, Subscribed } from '../net/messages';
import type { Session } from '../net/session';
import type { Feeds, SensorFrame } from '../state/feeds';
import { Series } from '../state/series';
import { may_hand_over, why_not_take } from '../state/rights';
import { is_course, is_field } from '../state/store';
import type { AppState, PanelId, Store } from '../state/store';
import type { Timeline } from '../state/timeline';
import { clock_words, driver_title, driver_words, event_words, lap_words, title_of } from '../state/words';
import { draw_lidar } from '../view/lidar';
import { draw_minimap } from '../view/minimap';
import { draw_picture, tag_color } from '../view/picture';
import { Plot } from '../view/plot';
import type { Scene } from '../view/scene';
import { fill, h, icon, set_text } from './dom';
import type { PanelContent, PanelKind } from './panels';
import { make_links } from './links';
import { make_parameters } from './parameters';
import { make_settings } from './settings';
import { make_world, world_variables } from './world';

export interface PanelWorld {
  store: Store;
  session: Session;
  timeline: Timeline;
  feeds: Feeds;
  scene: Scene | null;
}

export function panel_kinds(world: PanelWorld): Record<PanelId, PanelKind> {
  const picture = (kind: 'colour' | 'depth' | 'semantic') => (): PanelContent => make_camera(world, kind);
  return {
    speed: { title: 'Speed and steering', icon: 'speed', width: 248, make: () => make_speed(world) },
    laps: { title: 'Lap times', icon: 'laps', width: 248, useful: ({ room }) => room === null || !is_field(room.level), make: () => make_laps(world) },
    minimap: { title: 'Minimap', icon: 'minimap', width: 248, make: () => make_minimap(world) },
    lidar: { title: 'Lidar', icon: 'lidar', width: course_or(264), make: () => make_lidar(world) },
    camera: { title: 'Colour camera', icon: 'camera', width: course_or(344), make: picture('colour') },
    depth: { title: 'Depth camera', icon: 'depth', width: course_or(344), make: picture('depth') },
    semantic: { title: 'Semantic camera', icon: 'semantic', width: 344, make: picture('semantic') },
    imu: { title: 'IMU', icon: 'imu', width: 384, make: () => make_plots(world, 'imu') },
    plot: { title: 'Speed plot', icon: 'plot', width: 384, make: () => make_plots(world, 'speed') },
    events: { title: 'Events', icon: 'events', width: 304, make: () => make_events(world) },
    vehicles: { title: 'All vehicles', icon: 'vehicles', width: 408, make: () => make_vehicles(world) },
    parameters: { title: 'Parameters', icon: 'parameters', width: 328, make: () => make_parameters(world.store, world.session) },
    world: {
      title: 'World', icon: 'world', width: 248, make: () => make_world(world.store, world.session),
      useful: ({ room }) => room !== null && room.mode === 'live' && room.role === 'opener' && room.game?.mode !== 'grade' && Object.keys(world_variables(room.level)).length > 0,
    },
    console: {
      title: 'Console', icon: 'console', width: 384, make: () => make_console(world),
      useful: ({ room }) => (room?.door?.console.length ?? 0) > 0,
    },
    settings: { title: 'Course settings', icon: 'settings', width: 288, useful: ({ room }) => is_course(room) && room?.role === 'opener', make: () => make_settings(world.store, world.session) },
    links: { title: 'Links', icon: 'links', width: 248, useful: ({ room }) => (room?.links.length ?? 0) > 0, make: () => make_links(world.store) },
  };
}

const kThumbHead = 37; // px above a picture
const kThumbRoom = 72 + 88 + 2 * 8; // px above, below and between three of them

/// In rooms of the course three sensors stand in one column, as large as the window lets them.
export function thumb_width(height: number): number {
  const tall = (height - kThumbRoom) / 3 - kThumbHead;
  return Math.max(176, Math.min(344, 8 * Math.floor(tall / 6)));
}

function course_or(width: number): (state: AppState) => number {
  return ({ room }) => (is_course(room) ? thumb_width(innerHeight) : width);
}

const kCourseAcross = 0.957; // rad, of its cameras

/// Metres that the lidar of a kind sees, where it is not the level that says how far is useful.
const kLidarRange: Readonly<Record<string, number>> = { rover: 3.5 };

/// One sensor of the watched vehicle, following when another is watched.
function follow_sensor(
  { store, feeds }: PanelWorld, spec: Omit<SensorSpec, 'vehicle'>,
  frame: (frame: SensorFrame, about: Subscribed) => void, refused: (words: string) => void,
): () => void {
  let end: () => void = () => undefined;
  const stop = store.watch((state) => state.place.watched, (vehicle) => {
    end();
    end = feeds.want({ ...spec, vehicle }, { frame, refused });
  });
  return () => {
    stop();
    end();
  };
}

// --- speed, laps, maps ----------------------------------------------------------------------------------------------

function make_speed({ store, timeline }: PanelWorld): PanelContent {
  const speed = h('span', { class: 'big digits' });
  const kmh = h('span', { class: 'digits' });
  const wheel = h('span', { class: 'digits' });
  const needle = h('i');
  const drive = h('i');
  const brake = h('i');
  const element = h('div', { class: 'speed-panel' },
    h('p', { class: 'speed-main' }, speed, h('small', {}, 'm/s'), h('span', { class: 'side' }, kmh, h('small', {}, 'km/h'))),
    h('div', { class: 'gauge steering', 'aria-hidden': 'true' }, needle),
    h('p', { class: 'gauge-label' }, h('span', {}, 'Steering'), h('span', {}, wheel, h('small', {}, '°'))),
    h('div', { class: 'gauge drive', 'aria-hidden': 'true' }, drive, brake),
    h('p', { class: 'gauge-label' }, h('span', {}, 'Drive'), h('span', {}, 'Brake')));
  return {
    element,
    tick: () => {
      const state = timeline.sample()[store.get().place.watched];
      if (state === undefined) return;
      set_text(speed, state.speed.toFixed(1));
      set_text(kmh, (state.speed * 3.6).toFixed(0));
      set_text(wheel, `${state.steer > 0.002 ? 'left ' : state.steer < -0.002 ? 'right ' : ''}${Math.abs((state.steer * 180) / Math.PI).toFixed(0)}`);
      needle.style.left = `${50 - Math.max(-1, Math.min(1, state.steer / 0.6)) * 50}%`;
      drive.style.width = `${Math.abs(state.drive) * 50}%`;
      drive.className = state.drive < 0 ? 'back' : '';
      brake.style.width = `${state.brake * 50}%`;
    },
    close: () => undefined,
  };
}

function make_laps({ store, timeline }: PanelWorld): PanelContent {
  const current = h('span', { class: 'big digits' });
  const facts = h('p', { class: 'lap-facts' });
  const list = h('table', { class: 'table' });
  const draw = (): void => {
    const { room, place, events } = store.get();
    const vehicle = room?.vehicles[place.watched];
    if (room === null || vehicle === undefined) return;
    fill(facts, h('span', {}, 'Last ', h('b', { class: 'digits' }, lap_words(vehicle.last_lap))), h('span', {}, 'Best ', h('b', { class: 'digits' }, lap_words(vehicle.best_lap))),
      room.laps > 0 ? h('span', {}, `Lap ${Math.min(room.laps, vehicle.laps + 1)} of ${room.laps}`) : h('span', {}, `Laps ${vehicle.laps}`));
    const laps = events.filter((event) => event.event === 'lap').filter((lap) => lap.vehicle === place.watched).slice(-6).reverse();
    list.hidden = laps.length === 0;
    fill(list, h('tbody', {}, ...laps.map((lap) => h('tr', {},
      h('th', { scope: 'row' }, `Lap ${lap.lap}`),
      h('td', { class: 'digits' }, lap_words(lap.duration)),
      h('td', { class: 'digits' }, vehicle.best_lap > 0 ? (lap.duration - vehicle.best_lap < 0.005 ? 'best' : `+${(lap.duration - vehicle.best_lap).toFixed(2)}`) : '')))));
  };
  const stops = [store.watch((s) => s.room?.vehicles, draw), store.watch((s) => s.events, draw), store.watch((s) => s.place.watched, draw)];
  return {
    element: h('div', { class: 'laps-panel' }, h('p', { class: 'speed-main' }, current, h('small', {}, 's this lap')), facts, list),
    tick: () => set_text(current, lap_words(timeline.newest?.vehicles[store.get().place.watched]?.lap_time ?? 0)),
    close: () => stops.forEach((stop) => stop()),
  };
}

/// One switch for lidar and minimap: car up or north up.
function orientation_switch(store: Store): { element: HTMLElement; stop(): void } {
  const element = h('button', { type: 'button', class: 'corner-button', onclick: () => store.choose({ north_up: !store.get().choices.north_up }) });
  const stop = store.watch((state) => state.choices.north_up, (north) => fill(element, icon('compass'), h('span', {}, north ? 'North up' : 'Car up')));
  return { element, stop };
}

function make_minimap({ store, timeline, scene }: PanelWorld): PanelContent {
  const canvas = h('canvas', { class: 'map', role: 'img', 'aria-label': 'The level from above with its vehicles' });
  const turn = orientation_switch(store);
  let pictures = 0;
  return {
    element: h('div', { class: 'canvas-box' }, canvas, turn.element),
    tick: () => {
      const { room, place, choices } = store.get();
      if (room === null || pictures++ % 3 !== 0) return;
      draw_minimap(canvas, { room, states: timeline.sample(), bodies: timeline.sample_bodies(), watched: place.watched, north_up: choices.north_up, picture: scene?.top_picture ?? null, trails: scene?.trails ?? [] });
    },
    close: () => turn.stop(),
  };
}

// --- sensors -----------------------------------------------------------------------------------------------------------

function make_lidar(world: PanelWorld): PanelContent {
  const { store, timeline } = world;
  const canvas = h('canvas', { class: is_course(store.get().room) ? 'thumb' : 'square', role: 'img', 'aria-label': 'Lidar scan from above', id: 'lidar-canvas' });
  const words = h('p', { class: 'corner' }, 'Waiting for the first scan');
  const turn = orientation_switch(store);
  const { room, place } = store.get();
  const big = (room?.level.bounds[2] ?? 0) - (room?.level.bounds[0] ?? 0) > 100;
  const range = kLidarRange[room?.vehicles[place.watched]?.kind ?? ''] ?? (big ? 30 : 10);
  const end = follow_sensor(world, { sensor: 'lidar', rate: 15, beams: 360, range }, (frame) => {
    if (frame.kind !== 'lidar') return;
    const yaw = timeline.newest?.vehicles[store.get().place.watched]?.yaw ?? 0;
    world.scene?.show_scan(frame);
    draw_lidar(canvas, frame, store.get().choices.north_up ? yaw : null);
    set_text(words, `${frame.ranges.length} beams · ${frame.range} m`);
  }, (reason) => set_text(words, reason));
  return { element: h('div', { class: 'canvas-box' }, canvas, words, turn.element), close: () => { end(); turn.stop(); world.scene?.show_scan(null); } };
}

function make_camera(world: PanelWorld, picture: 'colour' | 'depth' | 'semantic'): PanelContent {
  const canvas = h('canvas', { class: 'picture', width: 320, height: 240, role: 'img', 'aria-label': `Picture of the ${picture} camera`, id: `${picture}-canvas` });
  const words = h('p', { class: 'corner' }, 'Waiting for the first picture');
  const legend = h('ul', { class: 'legend' });
  let busy = false;
  let rate = 0;
  let last = 0;
  const show = async (frame: PictureFrame, about: Subscribed): Promise<void> => {
    if (busy) return; // a slow browser skips pictures
    busy = true;
    try {
      const seen = await draw_picture(canvas, frame);
      const now = performance.now();
      rate += ((last === 0 ? 0 : 1000 / Math.max(1, now - last)) - rate) * 0.2;
      last = now;
      set_text(words, `${frame.width} × ${frame.height} · ${rate.toFixed(0)} Hz`);
      if (picture === 'semantic') draw_legend(legend, seen, about.tags ?? []);
    } catch {
      set_text(words, 'A picture could not be read');
    } finally {
      busy = false;
    }
  };
  const course = is_course(world.store.get().room);
  const width = course ? Math.min(320, thumb_width(innerHeight)) : 320;
  const size = { width, height: (3 * width) / 4, ...(course ? { fov: kCourseAcross } : {}) };
  const end = follow_sensor(world, { sensor: 'camera', picture, rate: 12, ...size }, (frame, about) => {
    if (frame.kind === 'picture') void show(frame, about);
  }, (reason) => set_text(words, reason));
  return {
    element: h('div', { class: 'canvas-box' }, canvas, words, picture === 'semantic' ? legend : null, picture === 'depth' && !course ? h('p', { class: 'ramp' }, 'near', h('i'), 'far') : null),
    close: end,
  };
}

function draw_legend(legend: HTMLElement, seen: Set<number>, tags: string[]): void {
  const key = [...seen].sort((a, b) => a - b).join(' ');
  if (legend.dataset['key'] === key) return;
  legend.dataset['key'] = key;
  fill(legend, ...[...seen].sort((a, b) => a - b).map((tag) => {
    const swatch = h('i');
    swatch.style.background = tag_color(tag);
    return h('li', {}, swatch, title_of(tags[tag] ?? `tag ${tag}`));
  }));
}

/// Channels of one unit share a plot.
function make_plots(world: PanelWorld, sensor: 'imu' | 'speed'): PanelContent {
  const { store } = world;
  const host = h('div', { class: 'plots' });
  const words = h('p', { class: 'empty' }, 'Waiting for the first sample');
  const element = h('div', {}, words, host);
  let plots: Plot[] = [];
  let series: Series | null = null;
  let key = '';
  let fresh = false;
  const begin = (channels: Channel[]): void => {
    words.hidden = true;
    for (const plot of plots) plot.destroy();
    series = new Series(channels.length, 10);
    const units = [...new Set(channels.map((channel) => channel.unit))];
    fill(host, ...units.map(() => h('div', { class: 'plot' })));
    plots = units.map((unit, i) => new Plot(host.children[i] as HTMLElement, channels,
      channels.flatMap((channel, c) => (channel.unit === unit ? [c] : []))));
  };
  const end = follow_sensor(world, { sensor, rate: 20 }, (frame, about) => {
    if (frame.kind !== 'series') return;
    const channels = about.channels ?? [];
    const now = `${about.subscription} ${document.documentElement.dataset['theme'] ?? ''}`;
    if (now !== key || series === null) {
      key = now;
      begin(channels);
    }
    const tick_s = store.get().room?.level.tick_s ?? 0.01;
    frame.ticks.forEach((tick, i) => series?.add(tick * tick_s, frame.values, i * frame.channels));
    fresh = true;
  }, (reason) => { words.hidden = false; set_text(words, reason); });
  let pictures = 0;
  return {
    element,
    tick: () => {
      if (!fresh || series === null || pictures++ % 3 !== 0) return;
      fresh = false;
      for (const plot of plots) plot.draw(series);
    },
    close: () => {
      end();
      for (const plot of plots) plot.destroy();
    },
  };
}

// --- lists -----------------------------------------------------------------------------------------------------------

function make_events({ store }: PanelWorld): PanelContent {
  const list = h('ol', { class: 'events', tabindex: '0', 'aria-label': 'Events, newest first' });
  const stop = store.watch((state) => state.events, (events) => {
    if (events.length === 0) {
      fill(list, h('li', { class: 'empty' }, 'Nothing has happened yet.'));
      return;
    }
    fill(list, ...events.slice(-60).reverse().map((event) => h('li', { class: `event-${event.event}` },
      h('time', { class: 'digits' }, clock_words(event.time)), h('span', {}, event_words(event)))));
  });
  return { element: list, close: stop };
}

/// What programs that Paddock started have printed, the last lines last.
function make_console({ store }: PanelWorld): PanelContent {
  const lines = h('pre', { class: 'console', tabindex: '0', 'aria-label': 'Console of the program' });
  const stop = store.watch((state) => state.room?.door?.console ?? [], (now) => {
    const follows = lines.scrollHeight - lines.scrollTop - lines.clientHeight < 24;
    set_text(lines, now.join('\n'));
    if (follows) lines.scrollTop = lines.scrollHeight;
  });
  return { element: lines, close: stop };
}

function make_vehicles({ store, session, timeline }: PanelWorld): PanelContent {
  const body = h('tbody');
  let speeds: HTMLElement[] = [];
  const draw = (): void => {
    const { room, place, connection, drivers } = store.get();
    if (room === null) return;
    speeds = room.vehicles.map(() => h('td', { class: 'digits' }));
    fill(body, ...room.vehicles.map((vehicle, i) => {
      const swatch = h('span', { class: 'swatch', 'aria-hidden': 'true' });
      swatch.style.background = vehicle.color;
      const mine = vehicle.driver === 'person' && vehicle.client === connection.client;
      const hands = may_hand_over(store.get(), i);
      const why_not = hands ? '' : why_not_take(store.get(), i);
      const names = hands ? drivers.map((driver) => driver.name).filter((name) => name !== 'person') : [];
      const choice = h('select', {
        'aria-label': `Driver of vehicle ${i + 1}`, disabled: room.mode === 'replay' || why_not !== '', title: why_not || undefined,
        onchange: () => void (choice.value === 'person' ? session.take(i, vehicle.client !== 0 && !mine) : session.hand_over(i, choice.value)),
      },
      h('option', { value: 'person', selected: vehicle.driver === 'person' }, vehicle.driver === 'person' ? driver_words('person', vehicle.client, connection.client) : 'You'),
      ...names.map((name) => h('option', { value: name, selected: vehicle.driver === name }, driver_title(name))),
      names.includes(vehicle.driver) || vehicle.driver === 'person' ? null : h('option', { value: vehicle.driver, selected: true }, driver_title(vehicle.driver)));
      return h('tr', { 'aria-current': i === place.watched ? 'true' : undefined },
        h('th', { scope: 'row' }, swatch, `${i + 1}`),
        h('td', {}, choice),
        speeds[i],
        h('td', { class: 'digits' }, String(vehicle.laps)),
        h('td', { class: 'digits' }, vehicle.place > 0 ? `place ${vehicle.place}` : lap_words(vehicle.best_lap)),
        h('td', {}, h('button', { type: 'button', class: 'icon-button small', title: `Watch vehicle ${i + 1}`, 'aria-label': `Watch vehicle ${i + 1}`, 'aria-pressed': String(i === place.watched), onclick: () => store.go({ watched: i }) }, icon('eye'))));
    }));
  };
  const stops = [store.watch((s) => s.room?.vehicles, draw), store.watch((s) => s.room?.role, draw), store.watch((s) => s.place.watched, draw)];
  return {
    element: h('div', { class: 'table-box', tabindex: '0', role: 'group', 'aria-label': 'Vehicles' }, h('table', { class: 'table' },
      h('thead', {}, h('tr', {}, ...['Car', 'Driver', 'm/s', 'Laps', 'Best', 'Watch'].map((title) => h('th', { scope: 'col' }, title)))), body)),
    tick: () => timeline.newest?.vehicles.forEach((state, i) => { const cell = speeds[i]; if (cell) set_text(cell, state.speed.toFixed(1)); }),
    close: () => stops.forEach((stop) => stop()),
  };
}
