// What the roads say to the vehicle watched: limit, light ahead, how much of it is where it does not belong, what it ran into.

import { kLights } from '../../net/messages';
import type { Light, RoadWatch } from '../../net/messages';
import { is_fast, light_words, percent } from '../../state/roads';
import { figure, thousands } from '../../state/words';
import { h, set_text } from '../dom';
import type { PanelContent } from '../panels';
import type { PanelWorld } from './panel_world';

const kLamps: readonly Light[] = kLights.filter((light) => light !== 'none');

interface Share {
  element: HTMLElement;
  show(share: number | undefined): void;
}

/// A share of the box: a figure, and a bar from the left.
function make_share(title: string, name: string): Share {
  const words = h('span', { class: 'digits', 'data-road': name });
  const bar = h('i');
  return {
    element: h('div', { class: 'road-share' },
      h('p', { class: 'gauge-label' }, h('span', {}, title), h('span', {}, words, h('small', {}, '%'))),
      h('div', { class: 'gauge share', 'aria-hidden': 'true' }, bar)),
    show: (share) => {
      set_text(words, share === undefined ? figure(undefined, 0) : percent(share));
      bar.style.width = `${100 * Math.min(1, share ?? 0)}%`;
    },
  };
}

/// What of a vehicle lies where it does not belong, and what it ran into.
export function make_trespass(): { elements: HTMLElement[]; show(now: RoadWatch | null): void } {
  const off_road = make_share('Off the road', 'off_road');
  const other_lane = make_share('In an opposing lane', 'other_lane');
  const sums = ['vehicles', 'walkers', 'other'].map((name) => h('td', { class: 'digits', 'data-road': name }));
  return {
    elements: [
      off_road.element, other_lane.element,
      h('p', { class: 'gauge-label road-sums' }, h('span', {}, 'Collisions so far'), h('small', {}, 'N s')),
      h('table', { class: 'table road-table', 'aria-label': 'Collisions so far' },
        h('thead', {}, h('tr', {}, ...['Vehicles', 'People', 'Other'].map((title) => h('th', { scope: 'col' }, title)))),
        h('tbody', {}, h('tr', {}, ...sums))),
    ],
    show: (now) => {
      off_road.show(now?.off_road);
      other_lane.show(now?.other_lane);
      sums.forEach((cell, i) => set_text(cell, now === null ? figure(undefined, 0) : thousands(now.collisions[i]!)));
    },
  };
}

export function make_road({ store, session, timeline }: PanelWorld): PanelContent {
  const limit = h('span', { class: 'road-limit digits', 'data-road': 'limit' });
  const speed = h('span', { 'data-road': 'speed' });
  const lamps = kLamps.map((light) => h('i', { class: light }));
  const light = h('span', { 'data-road': 'light' });
  const trespass = make_trespass();
  const element = h('div', { class: 'road-panel' },
    h('p', { class: 'road-head' }, limit, h('span', { class: 'road-signal' }, h('span', { class: 'lamps', 'aria-hidden': 'true' }, ...lamps), light), speed),
    ...trespass.elements);
  return {
    element,
    tick: () => {
      const { watched } = store.get().place;
      const now = session.roads.newest(watched);
      const state = timeline.sample()[watched];
      set_text(limit, now === null || now.speed_limit === 0 ? figure(undefined, 0) : figure(now.speed_limit * 3.6, 0));
      const fast = now !== null && state !== undefined && is_fast(now, state.speed);
      set_text(speed, fast ? 'Too fast' : 'km/h');
      speed.className = fast ? 'road-fast' : 'road-unit';
      lamps.forEach((lamp, i) => lamp.classList.toggle('lit', now?.light === kLamps[i]));
      set_text(light, now === null ? figure(undefined, 0) : light_words(now));
      trespass.show(now);
    },
    close: () => undefined,
  };
}
