// The head-up display of a flight, over the picture: the original's eight lines, why the carrot is where it is, and the
// switches of units and axis.

import type { Pursuits } from '../state/pursuits';
import { hud_lines } from '../state/hud';
import { why_words } from '../state/pursuit_marks';
import { has_path, units_of } from '../state/store';
import type { Store } from '../state/store';
import type { Timeline } from '../state/timeline';
import { h, icon, icon_button, set_props, set_text } from './dom';
import type { Scene } from '../view/scene';

const kLines = 8;

export interface Hud {
  element: HTMLElement;
  tick(): void; // once a picture
}

export function make_hud(store: Store, pursuits: Pursuits, timeline: Timeline, scene: Scene | null): Hud {
  const lines = Array.from({ length: kLines + 1 }, () => h('li'));
  const list = h('ol', { class: 'hud-lines digits' }, ...lines);
  const units = h('button', { type: 'button', class: 'button small', onclick: () => store.choose({ units: store.get().choices.units === 'm' ? 'px' : 'm' }) });
  const axis = h('button', { type: 'button', class: 'button small', onclick: () => store.choose({ y: store.get().choices.y === 'up' ? 'down' : 'up' }) });
  const fold = icon_button('fold', 'Flight figures', () => store.choose({ hud: !store.get().choices.hud }), { class: 'icon-button small' });
  const element = h('section', { class: 'hud', 'aria-label': 'Flight figures', hidden: true }, h('div', { class: 'hud-head' }, fold, units, axis), list);
  store.watch((state) => `${state.choices.units} ${state.choices.y} ${state.choices.hud}`, () => {
    const { units: length, y, hud } = store.get().choices;
    set_text(units, length === 'm' ? 'Metres' : 'Pixels');
    set_props(units, { title: length === 'm' ? 'Switch to the pixels of the original' : 'Switch to metres' });
    axis.replaceChildren(icon(y === 'up' ? 'up' : 'down'), `y ${y}`);
    set_props(axis, { title: y === 'up' ? 'Switch to y downwards, as on screens' : 'Switch to y upwards' });
    set_props(fold, { 'aria-expanded': String(hud), title: hud ? 'Hide the figures' : 'Show the figures', 'aria-label': hud ? 'Hide the figures' : 'Show the figures' });
    list.hidden = !hud;
  });
  return {
    element,
    tick: () => {
      const { place, room, choices } = store.get();
      element.hidden = place.room === '' || !has_path(room);
      if (element.hidden || !choices.hud) return;
      const now = pursuits.newest(place.watched);
      element.dataset['known'] = String(now !== null);
      if (now === null) return;
      const [kp_p, kd_p, kp_v, kd_v] = now.gains;
      const text = hud_lines({
        fps: scene?.quality.fps ?? NaN, position: now.position, velocity: now.velocity, wind: now.wind, drag: now.drag, position_error: now.position_error,
        velocity_command: now.velocity_command, accel_command: now.accel_command,
        outer: kp_p === 0 && kd_p === 0 ? null : { kp: kp_p, kd: kd_p, error: now.position_error, rate: now.position_error_rate, output: now.velocity_command },
        inner: kp_v === 0 && kd_v === 0 ? null : { kp: kp_v, kd: kd_v, error: now.velocity_error, rate: now.velocity_error_rate, output: now.accel_command },
      }, units_of(store.get()));
      [...text, why_words(now)].forEach((line, i) => set_text(lines[i]!, line));
      element.dataset['time'] = timeline.time.toFixed(2);
    },
  };
}
