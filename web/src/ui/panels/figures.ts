// Figures of a flight: the eight lines of the original's display, why the carrot is where it is, and the switches of units and
// axis.

import { hud_lines } from '../../state/hud';
import { why_words } from '../../state/pursuit_marks';
import { units_of } from '../../state/store';
import { h, icon, set_props, set_text } from '../dom';
import type { PanelContent } from '../panels';
import type { PanelWorld } from './panel_world';

const kLines = 8;

export function make_figures({ store, session, scene }: PanelWorld): PanelContent {
  const lines = Array.from({ length: kLines }, () => h('li'));
  const why = h('p', { class: 'why' });
  const units = h('button', { type: 'button', class: 'button small', onclick: () => store.choose({ units: store.get().choices.units === 'm' ? 'px' : 'm' }) });
  const axis = h('button', { type: 'button', class: 'button small', onclick: () => store.choose({ y: store.get().choices.y === 'up' ? 'down' : 'up' }) });
  const list = h('ol', { class: 'hud-lines digits', 'aria-label': 'Flight figures' }, ...lines);
  const stop = store.watch((state) => `${state.choices.units} ${state.choices.y}`, () => {
    const { units: length, y } = store.get().choices;
    set_text(units, length === 'm' ? 'Metres' : 'Pixels');
    set_props(units, { title: length === 'm' ? 'Switch to the pixels of the original' : 'Switch to metres' });
    axis.replaceChildren(icon(y === 'up' ? 'up' : 'down'), `y ${y}`);
    set_props(axis, { title: y === 'up' ? 'Switch to y downwards, as on screens' : 'Switch to y upwards' });
  });
  return {
    element: h('div', { class: 'hud' }, h('div', { class: 'hud-head', role: 'group', 'aria-label': 'Units' }, units, axis), list, why),
    tick: () => {
      const now = session.pursuits.newest(store.get().place.watched);
      if (now === null) {
        set_text(why, 'The vehicle watched follows no path.');
        for (const line of lines) set_text(line, '');
        return;
      }
      const [kp_p, kd_p, kp_v, kd_v] = now.gains;
      const text = hud_lines({
        fps: scene?.quality.fps ?? NaN, position: now.position, velocity: now.velocity, wind: now.wind, air: now.air, drag: now.drag, position_error: now.position_error,
        velocity_command: now.velocity_command, accel_command: now.accel_command,
        outer: kp_p === 0 && kd_p === 0 ? null : { kp: kp_p, kd: kd_p, error: now.position_error, rate: now.position_error_rate, output: now.velocity_command },
        inner: kp_v === 0 && kd_v === 0 ? null : { kp: kp_v, kd: kd_v, error: now.velocity_error, rate: now.velocity_error_rate, output: now.accel_command },
      }, units_of(store.get()));
      // pairs of numbers stay on one line
      lines.forEach((line, i) => set_text(line, text[i]!.replace(/, /g, ',\u00a0')));
      set_text(why, why_words(now));
    },
    close: stop,
  };
}
