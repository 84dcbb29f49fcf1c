// What frames the picture in a room: the head with level, vehicle and tools, and the time bar below.

import type { Session } from '../net/session';
import { kOnlyOpener, kOnlyWatching, runs_room, why_not_take } from '../state/rights';
import { add_notice, camera_of, cameras_of, choose_camera, colors_of_car, by_pad, for_paths, has_pad, kCameras, kFollowCameras, kPathDriver, slots_there, street_driver } from '../state/store';
import type { CameraKind, Store } from '../state/store';
import { is_upset } from '../state/timeline';
import type { Timeline } from '../state/timeline';
import { clock_words, driver_title, driver_words, title_of, who_drove } from '../state/words';
import { fill, h, icon, icon_button, set_props, set_text } from './dom';
import { brand_mark, next_theme } from './menu';
import { make_time_line, toggle_pause } from './time_line';

const kFactors = [0.1, 0.25, 0.5, 1, 2, 4, 10, 0] as const;

export interface Bars {
  head: HTMLElement;
  time: HTMLElement;
  fold: HTMLElement; // on phones: puts head and time away
  tick(): void; // ten times a second
}

export function next_camera(kind: CameraKind, cameras: readonly CameraKind[] = kCameras): CameraKind {
  return cameras[(cameras.indexOf(kind) + 1) % cameras.length]!;
}

/// The next of the three that follow the car.
export function next_follow_camera(kind: CameraKind): CameraKind {
  return next_camera(kind, kFollowCameras);
}

export function make_bars(store: Store, session: Session, timeline: Timeline, help: () => void): Bars {
  const { element: head, tick: tick_head } = make_head(store, session, timeline, help);
  const { element: time, tick: tick_time } = make_time_bar(store, session, timeline);
  store.watch((state) => state.place.room === '', (hidden) => {
    head.hidden = hidden;
    time.hidden = hidden;
  });
  new ResizeObserver(() => document.body.style.setProperty('--head', `${head.offsetHeight}px`)).observe(head);
  new ResizeObserver(() => document.body.style.setProperty('--time', `${time.offsetHeight === 0 ? 0 : time.offsetHeight + 8}px`)).observe(time);
  return { head, time, fold: make_fold(store), tick: () => { tick_head(); tick_time(); } };
}

/// Low windows begin without bars: there the picture needs all of the height.
function make_fold(store: Store): HTMLElement {
  const low = matchMedia('(height <= 500px)');
  const folded = (): boolean => (store.get().choices.bars === 'auto' ? low.matches : store.get().choices.bars === 'folded');
  const button = icon_button('fold', 'Hide the bars', () => store.choose({ bars: folded() ? 'shown' : 'folded' }), { class: 'icon-button fold' });
  const follow = (): void => {
    const words = folded() ? 'Show the bars' : 'Hide the bars';
    document.body.toggleAttribute('data-folded', folded());
    set_props(button, { title: words, 'aria-label': words, 'aria-expanded': String(!folded()) });
  };
  low.addEventListener('change', follow);
  store.watch((state) => state.choices.bars, follow);
  return button;
}

// --- head -------------------------------------------------------------------------------------------------------

function make_head(store: Store, session: Session, timeline: Timeline, help: () => void): { element: HTMLElement; tick: () => void } {
  const title = h('strong', { class: 'level-title' });
  const about = h('span', { class: 'level-about' });
  const camera = h('select', {
    'aria-label': 'Camera', class: 'camera-choice',
    onchange: () => { choose_camera(store, camera.value as CameraKind); camera.blur(); },
  });
  const split = icon_button('split', 'Split screen', () => store.go({ split: !store.get().place.split }));
  const theme = icon_button('theme', 'Theme', () => next_theme(store), { class: 'icon-button theme' });
  const { element: driver, tick } = make_driver_chip(store, session, timeline);

  store.watch((state) => state.room, (room) => {
    if (room === null) return;
    set_text(title, room.level.title);
    const waiting = room.waiting.length > 0 && !has_pad(room) ? ` · waiting for ${room.waiting.join(', ')}` : '';
    const kind = room.mode === 'replay' ? 'recording' : `seed ${room.level.seed}`;
    const role = store.get().connection.access === 'view' ? ' · for watching only' : '';
    set_text(about, `Room ${room.room} · ${kind} · ${room.viewers} watching${role}${waiting}`);
    split.hidden = slots_there(room).length < 2;
  });
  store.watch((state) => cameras_of(state.room), () => {
    fill(camera, ...cameras_of(store.get().room).map((kind) => h('option', { value: kind }, `${title_of(kind)} camera`)));
    camera.value = camera_of(store.get());
  });
  store.watch(camera_of, (kind) => { camera.value = kind; });
  store.watch((state) => state.place.split, (on) => split.setAttribute('aria-pressed', String(on)));
  store.watch((state) => state.choices.theme, (kind) => set_props(theme, { title: `Theme: ${kind}`, 'aria-label': `Theme: ${kind}` }));

  const element = h('header', { class: 'head bar' },
    h('button', { type: 'button', class: 'home', 'aria-label': 'Menu', title: 'Menu', onclick: () => void session.to_menu() }, brand_mark(), icon('menu')),
    h('div', { class: 'level-name' }, title, about),
    driver,
    h('div', { class: 'head-tools' }, camera, split, theme, icon_button('help', 'Keys and pads', help)));
  return { element, tick };
}

const kUpsetTicks = 10; // a second

/// Which vehicle is watched, what drives it, and how to change either; and how to get it on its wheels again.
function make_driver_chip(store: Store, session: Session, timeline: Timeline): { element: HTMLElement; tick: () => void } {
  const which = h('select', {
    'aria-label': 'Vehicle watched', class: 'vehicle-choice',
    onchange: () => { store.go({ watched: Number(which.value) }); which.blur(); },
  });
  const swatch = h('span', { class: 'swatch', 'aria-hidden': 'true' });
  const who = h('span', { class: 'who' });
  const act = h('button', { type: 'button', class: 'button small' });
  const back = h('button', {
    type: 'button', class: 'button small', title: 'Put this vehicle back at its start', hidden: true,
    onclick: () => void session.ask({ type: 'place', vehicle: store.get().place.watched }),
  }, 'Put back');
  let upset_for = 0; // ticks
  const draw = (): void => {
    const { room, place, connection } = store.get();
    const vehicle = room?.vehicles[place.watched];
    if (room === null || vehicle === undefined) return;
    const there = slots_there(room);
    const kinds = there.map((slot) => `${slot} ${room.vehicles[slot]!.kind}`).join(' ');
    if (which.dataset['kinds'] !== kinds) {
      which.dataset['kinds'] = kinds;
      fill(which, ...there.map((slot) => h('option', { value: String(slot) }, `${slot + 1} ${title_of(room.vehicles[slot]!.kind)}`)));
    }
    which.value = String(place.watched);
    swatch.style.background = colors_of_car(vehicle).front;
    const mine = vehicle.driver === 'person' && vehicle.client === connection.client;
    set_text(who, room.mode === 'replay' ? who_drove(vehicle.driver) : driver_words(vehicle.driver, vehicle.client, connection.client));
    act.hidden = room.mode !== 'live' || (has_pad(room) && room.doors.length === 1); // there its pad drives
    const drawn = for_paths(room.level) && store.get().drivers.some(({ name }) => name === kPathDriver);
    const next = vehicle.program ? 'program' : drawn ? kPathDriver : room.level.roads !== undefined ? street_driver(vehicle.kind) : room.level.route.length > 0 ? 'route' : 'idle';
    const why_not = mine ? '' : why_not_take(store.get(), place.watched);
    act.disabled = why_not !== '';
    set_text(act, mine ? (vehicle.program ? 'Hand back' : 'Hand over') : 'Take the wheel');
    set_props(act, { title: mine ? `${act.textContent}: ${driver_title(next)}` : why_not || 'Drive this vehicle from this page' });
    act.onclick = () => void (mine ? session.hand_over(place.watched, next) : session.take(place.watched, vehicle.client !== 0));
  };
  store.watch((state) => state.room?.vehicles, draw);
  store.watch((state) => state.room?.role, draw);
  store.watch((state) => state.place, draw);
  return {
    element: h('div', { class: 'driver-chip' }, swatch, which, who, back, act),
    tick: () => {
      const { room, place, connection } = store.get();
      const state = timeline.newest?.vehicles[place.watched];
      const client = room?.vehicles[place.watched]?.client ?? 0;
      const may = runs_room(store.get()) ? client === 0 || client === connection.client : client !== 0 && client === connection.client;
      upset_for = state !== undefined && is_upset(state) ? upset_for + 1 : 0;
      back.hidden = upset_for < kUpsetTicks || room?.mode !== 'live' || !may;
    },
  };
}

// --- time ---------------------------------------------------------------------------------------------------------

function make_time_bar(store: Store, session: Session, timeline: Timeline): { element: HTMLElement; tick: () => void } {
  const pause = h('button', { type: 'button', class: 'icon-button strong', onclick: () => toggle_pause(store, session, timeline) });
  const step = icon_button('step', 'One frame', () => step_frame(store, session));
  const clock = h('output', { class: 'clock digits', id: 'clock', 'aria-label': 'Simulated time' });
  const pace = h('span', { class: 'pace' });
  const factor = h('select', {
    'aria-label': 'Speed', onchange: () => { void session.ask({ type: 'speed', factor: Number(factor.value) }); factor.blur(); },
  }, ...kFactors.map((each) => h('option', { value: String(each) }, each === 0 ? 'Fastest' : `${each} ×`)));
  const restart = icon_button('restart', 'Restart', () => void session.ask({ type: 'restart' }));
  const seed = h('input', { type: 'number', class: 'seed', min: 0, max: 4294967295, 'aria-label': 'Seed', title: 'Seed: Enter restarts with it' });
  const new_seed = (): void => { void session.ask({ type: 'restart', seed: Math.max(0, Math.floor(Number(seed.value))) }); seed.blur(); };
  seed.addEventListener('keydown', (event) => { if (event.key === 'Enter') new_seed(); });
  const dice = icon_button('dice', 'Restart with another seed', () => { seed.value = String(1 + Math.floor(Math.random() * 99999)); new_seed(); });
  const record = h('button', { type: 'button', class: 'button small record', onclick: () => void session.ask({ type: 'record', on: !(store.get().room?.recording.on ?? false) }) });
  const line = make_time_line(store, session, timeline);
  const live = h('div', { class: 'time-group live-only' }, restart, h('label', { class: 'seed-label' }, h('span', {}, 'Seed'), seed), dice, record);

  store.watch((state) => state.room?.pace, (now) => {
    if (now === undefined) return;
    fill(pause, icon(now.paused ? 'play' : 'pause'));
    set_props(pause, { title: now.paused ? 'Go on' : 'Pause', 'aria-label': now.paused ? 'Go on' : 'Pause' });
    const known = kFactors.find((each) => each === now.factor);
    if (known === undefined && ![...factor.options].some((option) => Number(option.value) === now.factor)) factor.append(h('option', { value: String(now.factor) }, `${now.factor} ×`));
    factor.value = String(now.factor);
  });
  store.watch((state) => state.room?.level.seed, (value) => { if (value !== undefined) seed.value = String(value); });
  store.watch((state) => state.room?.recording, (recording) => {
    fill(record, h('span', { class: recording?.on ? 'dot on' : 'dot' }), recording?.on ? 'Recording' : 'Record');
    set_props(record, { 'aria-pressed': String(recording?.on ?? false), title: recording?.on ? `End recording ${recording.name}` : 'Record this room' });
  });
  // who does not run the room sees the time and how it passes, and why it is not theirs to change
  const follow = (): void => {
    const state = store.get();
    const runs = runs_room(state);
    line.element.hidden = state.room?.mode !== 'replay';
    live.hidden = state.room?.mode !== 'live' || !runs;
    step.hidden = !runs;
    for (const control of [pause, factor, line.slider]) control.disabled = !runs;
    element.title = runs ? '' : state.connection.access === 'view' ? kOnlyWatching : kOnlyOpener;
  };

  const element = h('section', { class: 'time bar', 'aria-label': 'Time' },
    h('div', { class: 'time-group' }, pause, step, h('span', { class: 'clock-box' }, clock, pace)), line.element, h('div', { class: 'time-group' }, factor), live);
  store.watch((state) => state.room?.mode, follow);
  store.watch((state) => state.room?.role, follow);
  return {
    element,
    tick: () => {
      const newest = timeline.newest;
      set_text(clock, clock_words(timeline.time));
      clock.dataset['tick'] = String(newest?.tick ?? 0);
      set_text(pace, newest === null ? '' : newest.waiting ? 'waiting' : newest.paused ? 'paused' : `${newest.speed < 9.95 ? newest.speed.toFixed(2) : newest.speed.toFixed(0)} × real time`);
      line.tick();
    },
  };
}

/// The vehicles driven from this page that lie; when none does, the one watched.
export function put_back(store: Store, session: Session, timeline: Timeline): void {
  const { room, place, connection } = store.get();
  if (room?.game !== undefined && room?.game !== null && room.game.mode !== 'explore') {
    if (room.mode === 'live') add_notice(store, 'info', `Nobody puts cars back ${room.game.mode === 'race' ? 'in a race' : 'in a grading'}. Restart to begin again.`);
    return;
  }
  const driven = by_pad({ room, place, connection }) ? [place.watched] : place.drives.filter((vehicle) => room?.vehicles[vehicle]?.client === connection.client);
  if (room?.mode !== 'live' || driven.length === 0) return;
  const upset = driven.filter((vehicle) => {
    const state = timeline.newest?.vehicles[vehicle];
    return state !== undefined && is_upset(state);
  });
  const one = driven.includes(place.watched) ? place.watched : driven[0]!;
  for (const vehicle of upset.length > 0 ? upset : [one]) void session.ask({ type: 'place', vehicle });
}

export function step_frame(store: Store, session: Session): void {
  const level = store.get().room?.level;
  if (level !== undefined) void session.ask({ type: 'step', ticks: Math.max(1, Math.round(level.frame_s / level.tick_s)) });
}
