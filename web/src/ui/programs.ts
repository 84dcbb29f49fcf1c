// What rooms show besides where programs drive by a pad: who drives, the program, speeds, the pad; and in all rooms what
// doors have to say.

import type { PadUse } from '../doors/door';
import { pad_door } from '../doors/table';
import type { DoorStatus, Pad, PadButton, Room, RoomLink } from '../net/messages';
import type { Feeds } from '../state/feeds';
import { has_pad, is_duel } from '../state/store';
import type { Store } from '../state/store';
import type { Timeline } from '../state/timeline';
import { count_words, figure } from '../state/words';
import type { Driving } from './driving';
import { fill, h, icon, set_props, set_text } from './dom';

const kNoFigure = figure(null, 2);
const kTones: Readonly<Record<PadUse, string>> = { hands: 'go', program: 'program', wait: 'wait', over: 'over' };

/// Whether programs are there, and what to do when none is.
export function program_words(links: readonly RoomLink[], missing: string): { words: string; connected: boolean } {
  const there = links.filter((link) => link.connected).length;
  if (there === 0) return { words: `No program connected: ${missing}`, connected: false };
  return { words: links.length === 1 ? 'Program connected' : `${there} of ${count_words(links.length, 'program')} connected`, connected: true };
}

/// How long a message stays: five seconds, or as long as it takes to read.
export function message_ms(words: string): number {
  return Math.max(5000, 80 * words.length);
}

export interface Programs {
  element: HTMLElement;
  message: HTMLElement;
  tick(): void; // once a picture
}

export function make_programs(store: Store, timeline: Timeline, driving: Driving, feeds: Feeds): Programs {
  const speed = h('span', { class: 'big digits' });
  const facts = h('dl', { class: 'course-facts' });
  const pad = make_pad();
  const imu = make_imu_facts(store, feeds);
  const run = make_run(driving);
  const element = h('section', { class: 'course bar' }, run.element, facts, pad.element);
  const speed_fact = h('div', {}, h('dt', {}, 'Speed'), h('dd', {}, speed, h('small', {}, 'm/s')));

  const shown = (): void => {
    const { room, place } = store.get();
    element.hidden = place.room === '' || !has_pad(room);
    element.classList.toggle('slim', is_duel(room)); // pads and speeds are those of one car
    imu.follow(!element.hidden && !is_duel(room));
  };
  store.watch((state) => `${state.place.room === '' || !has_pad(state.room)} ${is_duel(state.room)} ${state.place.watched}`, shown);
  store.watch((state) => state.room?.doors, () => {
    const door = pad_door(store.get().room);
    if (door === null) return;
    set_props(element, { 'aria-label': door.title });
    const own = door.pad.facts(door.status).map(({ id, title, words, unit, hint }) =>
      h('div', { title: hint }, h('dt', {}, title), h('dd', {}, h('span', { class: 'digits', id }, words), h('small', {}, unit))));
    fill(facts, speed_fact, ...own, ...imu.facts);
    run.show(store.get().room!);
  });
  store.watch((state) => state.room?.links, () => { if (has_pad(store.get().room)) run.show(store.get().room!); });
  new ResizeObserver(() => document.body.style.setProperty('--course', `${element.offsetHeight}px`)).observe(element);
  return {
    element,
    message: make_message(store),
    tick: () => {
      if (element.hidden) return;
      const state = timeline.sample()[store.get().place.watched];
      set_text(speed, figure(state?.speed, 2));
      pad.show(driving.pad);
    },
  };
}

/// Who drives, and whether programs are there; START and BACK of the pad.
function make_run(driving: Driving): { element: HTMLElement; show(room: Room): void } {
  const mode = h('strong', { class: 'course-mode', role: 'status', 'aria-label': 'Mode' });
  const program = h('span', { class: 'course-program', role: 'status' });
  const words_at = h('span');
  program.append(icon('code'), words_at);
  const button = (name: PadButton, key: string, title: string): HTMLElement =>
    h('button', { type: 'button', class: 'button small', title, onclick: () => driving.tap(name) }, name, h('kbd', { 'aria-hidden': 'true' }, key));
  return {
    element: h('div', { class: 'course-run' },
      h('div', { class: 'course-line' }, mode, button('START', 'Enter', 'Run the program from its start'), button('BACK', '⌫', 'Stop the program and drive by hand')),
      program),
    show: (room) => {
      const { status, pad } = pad_door(room)!;
      set_text(mode, pad.mode(status));
      mode.dataset['tone'] = kTones[pad.use(status)];
      const links = room.links.filter(({ door }) => door === status.door);
      const { words, connected } = program_words(links, pad.program(links));
      set_text(words_at, words);
      program.dataset['connected'] = String(connected);
    },
  };
}

/// What the program reads of its IMU, in its axes; a dash where nothing is read.
function make_imu_facts(store: Store, feeds: Feeds): { facts: HTMLElement[]; follow(wanted: boolean): void } {
  const values = Array.from({ length: 6 }, () => h('span', { class: 'digits' }, kNoFigure));
  const fact = (title: string, first: number, unit: string): HTMLElement =>
    h('div', { class: 'felt' }, h('dt', {}, title), h('dd', {}, ...['x', 'y', 'z'].flatMap((axis, i) => [h('small', {}, axis), values[first + i]!]), h('small', {}, unit)));
  const facts = [fact('Acceleration', 0, 'm/s²'), fact('Angular velocity', 3, 'rad/s')];
  let end: () => void = () => undefined;
  let last = 0;
  return {
    facts,
    follow: (wanted) => {
      end();
      for (const value of values) set_text(value, kNoFigure);
      end = wanted ? feeds.want({ sensor: 'imu', vehicle: store.get().place.watched }, {
        frame: (frame, { vector }) => {
          const now = performance.now();
          if (frame.kind !== 'series' || frame.channels < 6 || now - last < 90) return;
          last = now;
          const at = frame.values.length - frame.channels;
          values.forEach((value, i) => set_text(value, signed(frame.values[at + i]!)));
          facts.forEach((each, i) => { each.title = (vector?.channels ?? []).slice(3 * i, 3 * i + 3).map((channel) => channel.title).join(', '); });
        },
        refused: () => undefined,
      }) : () => undefined;
    },
  };
}

/// Two digits, with a sign that takes its place also where there is none.
export function signed(value: number): string {
  const words = figure(value, 2);
  return words.startsWith('−') ? words : `\u2007${words}`;
}

/// What was said since: the first door of the room with more messages than were `heard` of it.
export function new_message(doors: readonly DoorStatus[], heard: ReadonlyMap<string, number>): DoorStatus | null {
  return doors.find(({ door, message_count }) => message_count !== (heard.get(door) ?? 0)) ?? null;
}

/// The last thing a door had to say, until it has been read.
function make_message(store: Store): HTMLElement {
  const words = h('p', { class: 'course-message', 'aria-live': 'assertive', hidden: true });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let room = '';
  let speaker = '';
  let heard = new Map<string, number>();
  const clear = (): void => {
    clearTimeout(timer);
    words.hidden = true;
  };
  store.watch((state) => (state.place.room === '' ? null : (state.room?.doors ?? null)), (doors) => {
    const here = doors === null ? '' : store.get().place.room;
    if (here !== room) heard = new Map();
    if (here !== room || doors?.some((each) => each.door === speaker) !== true) clear();
    room = here;
    const door = new_message(doors ?? [], heard);
    heard = new Map((doors ?? []).map((each) => [each.door, each.message_count]));
    if (door === null) return;
    clear();
    speaker = door.door;
    words.hidden = door.message === '' || door.about !== 'other'; // the page shows help and trials anyway
    if (words.hidden) return;
    words.dataset['grade'] = String(door.grade);
    words.classList.remove('fading');
    set_text(words, door.message);
    timer = setTimeout(() => words.classList.add('fading'), message_ms(door.message));
  });
  return words;
}

// --- the drawn pad ----------------------------------------------------------------------------------------------------

const kBody = 'M34 20h64c18 0 26 12 30 34 3 16-12 20-20 8l-9-12H33l-9 12c-8 12-23 8-20-8 4-22 12-34 30-34z';
const kRound: readonly [PadButton, number, number][] = [['A', 100, 43], ['B', 109, 35], ['X', 91, 35], ['Y', 100, 27]];
const kBars: readonly [PadButton, number, number, number][] = [['LB', 24, 13, 22], ['RB', 86, 13, 22], ['BACK', 55, 27, 8], ['START', 69, 27, 8]];
const kSticks: readonly [PadButton, number, number][] = [['LJOY', 33, 35], ['RJOY', 79, 46]];

/// A small pad that lights what is pressed.
function make_pad(): { element: SVGSVGElement; show(pad: Pad): void } {
  const make = <K extends keyof SVGElementTagNameMap>(tag: K, props: Record<string, string | number>): SVGElementTagNameMap[K] => {
    const shape = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const [name, value] of Object.entries(props)) shape.setAttribute(name, String(value));
    return shape;
  };
  const element = make('svg', { viewBox: '0 0 132 72', class: 'course-pad', 'aria-hidden': 'true' });
  element.append(make('path', { d: kBody, class: 'shell' }));
  const buttons = new Map<PadButton, SVGElement>();
  for (const [name, cx, cy] of kRound) buttons.set(name, make('circle', { cx, cy, r: 4, class: 'part' }));
  for (const [name, x, y, width] of kBars) buttons.set(name, make('rect', { x, y, width, height: 4.5, rx: 2.2, class: 'part' }));
  element.append(...buttons.values());
  const triggers = [24, 86].map((x) => {
    const fill = make('rect', { x, y: 4, width: 0, height: 6, rx: 2, class: 'travel' });
    element.append(make('rect', { x, y: 4, width: 22, height: 6, rx: 2, class: 'part' }), fill);
    return fill;
  });
  const knobs = kSticks.map(([name, cx, cy]) => {
    const knob = make('circle', { cx, cy, r: 5, class: 'part knob' });
    buttons.set(name, knob);
    element.append(make('circle', { cx, cy, r: 9, class: 'well' }), knob);
    return knob;
  });
  let last = '';
  return {
    element,
    show: (pad) => {
      const now = JSON.stringify(pad);
      if (now === last) return;
      last = now;
      element.dataset['pressed'] = pad.buttons.join(' ');
      for (const [name, part] of buttons) part.classList.toggle('on', pad.buttons.includes(name));
      pad.triggers.forEach((value, i) => triggers[i]!.setAttribute('width', String(22 * value)));
      pad.sticks.forEach(([x, y], i) => {
        knobs[i]!.setAttribute('transform', `translate(${4 * x} ${-4 * y})`);
        knobs[i]!.classList.toggle('moved', x !== 0 || y !== 0);
      });
    },
  };
}
