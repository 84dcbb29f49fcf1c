// What rooms of the robot-car course show besides: who drives, the program, speeds, the pad, and what the door has to say.

import type { DoorMode, DoorStatus, Pad, PadButton, RoomLink } from '../net/messages';
import type { Feeds } from '../state/feeds';
import { is_course, is_duel } from '../state/store';
import type { Store } from '../state/store';
import type { Timeline } from '../state/timeline';
import { count_words, figure } from '../state/words';
import type { Driving } from './driving';
import { h, icon, set_text } from './dom';

const kStandardPorts = '5064,5065';
const kNoFigure = figure(null, 2);

/// "default drive" as a label, and the colour that goes with it.
export function mode_label(mode: DoorMode | ''): { words: string; tone: 'go' | 'program' | 'wait' | 'over' } {
  const words = mode.charAt(0).toUpperCase() + mode.slice(1);
  const tone = mode === 'user program' ? 'program' : mode === 'wait' ? 'wait' : mode === 'finished' ? 'over' : 'go';
  return { words, tone };
}

/// Whether programs are there, and what to do when none is. Ports are named where they are not the course's.
export function program_words(links: readonly RoomLink[]): { words: string; connected: boolean } {
  const there = links.filter((link) => link.connected).length;
  if (there > 0) {
    return { words: links.length === 1 ? 'Program connected' : `${there} of ${count_words(links.length, 'program')} connected`, connected: true };
  }
  const ports = links[0]?.ports.join(',') ?? kStandardPorts;
  const where = ports === kStandardPorts ? '' : ` and PADDOCK_RACECAR_PORTS=${ports}`;
  return { words: `No program connected: run yours with -s${where}`, connected: false };
}

/// How long a message stays: five seconds, or as long as it takes to read.
export function message_ms(words: string): number {
  return Math.max(5000, 80 * words.length);
}

export interface Course {
  element: HTMLElement;
  message: HTMLElement;
  tick(): void; // once a picture
}

export function make_course(store: Store, timeline: Timeline, driving: Driving, feeds: Feeds): Course {
  const mode = h('strong', { class: 'course-mode', role: 'status', 'aria-label': 'Mode' });
  const program = h('span', { class: 'course-program', role: 'status' });
  const program_words_at = h('span');
  program.append(icon('code'), program_words_at);
  const speed = h('span', { class: 'big digits' });
  const limit = h('span', { class: 'digits', id: 'course-limit' });
  const pad = make_pad();
  const imu = make_imu_facts(store, feeds);
  const button = (name: PadButton, key: string, title: string): HTMLElement =>
    h('button', { type: 'button', class: 'button small', title, onclick: () => driving.tap(name) }, name, h('kbd', { 'aria-hidden': 'true' }, key));
  const element = h('section', { class: 'course bar', 'aria-label': 'Course' },
    h('div', { class: 'course-run' },
      h('div', { class: 'course-line' }, mode, button('START', 'Enter', 'Run the program from its start'), button('BACK', '⌫', 'Stop the program and drive by hand')),
      program),
    h('dl', { class: 'course-facts' },
      h('div', {}, h('dt', {}, 'Speed'), h('dd', {}, speed, h('small', {}, 'm/s'))),
      h('div', { title: 'LB and RB change it in default drive' }, h('dt', {}, 'Max speed'), h('dd', {}, limit, h('small', {}, '%'))),
      ...imu.facts),
    pad.element);

  const shown = (): void => {
    element.hidden = store.get().place.room === '' || !is_course(store.get().room);
    element.classList.toggle('slim', is_duel(store.get().room)); // pads and speeds are those of one car
    imu.follow(!element.hidden && !is_duel(store.get().room));
  };
  store.watch((state) => `${state.place.room === '' || !is_course(state.room)} ${is_duel(state.room)} ${state.place.watched}`, shown);
  store.watch((state): DoorMode | '' => state.room?.door?.mode ?? '', (name) => {
    const { words, tone } = mode_label(name);
    set_text(mode, words);
    mode.dataset['tone'] = tone;
  });
  store.watch((state) => state.room?.door?.max_speed, (share) => set_text(limit, figure(share === undefined ? null : 100 * share, 0)));
  store.watch((state) => state.room?.links, (links) => {
    const { words, connected } = program_words(links ?? []);
    set_text(program_words_at, words);
    program.dataset['connected'] = String(connected);
  });
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
      end = wanted ? feeds.want({ sensor: 'imu', vehicle: store.get().place.watched, rate: 10 }, {
        frame: (frame, { channels }) => {
          const now = performance.now();
          if (frame.kind !== 'series' || frame.channels < 6 || now - last < 90) return;
          last = now;
          const at = frame.values.length - frame.channels;
          values.forEach((value, i) => set_text(value, signed(frame.values[at + i]!)));
          facts.forEach((each, i) => { each.title = (channels ?? []).slice(3 * i, 3 * i + 3).map((channel) => channel.title).join(', '); });
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

/// The last thing the door had to say, until it has been read.
function make_message(store: Store): HTMLElement {
  const words = h('p', { class: 'course-message', 'aria-live': 'assertive', hidden: true });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shown = '';
  store.watch((state) => (state.place.room === '' ? null : (state.room?.door ?? null)), (door: DoorStatus | null) => {
    const now = door === null ? '' : `${store.get().place.room} ${door.message_count}`;
    if (now === shown) return;
    shown = now;
    clearTimeout(timer);
    words.hidden = door === null || door.message === '' || door.about !== 'other'; // the page shows help and trials anyway
    if (door === null || words.hidden) return;
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
