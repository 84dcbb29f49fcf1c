// What is drawn of a pursuit, with its colours: each line is a switch.

import { kMarkColors, kMarks } from '../../state/pursuit_marks';
import type { MarkName } from '../../state/pursuit_marks';
import { css_color, fastest, speed_color } from '../../state/trail';
import { units_of } from '../../state/store';
import { figure } from '../../state/words';
import { h, set_text } from '../dom';
import type { PanelContent } from '../panels';
import type { PanelWorld } from './panel_world';

export function make_display({ store, scene }: PanelWorld): PanelContent {
  const boxes = Object.entries(kMarks).map(([name, { title, color }]) => {
    const swatch = h('i');
    swatch.style.background = kMarkColors[color];
    const box = h('input', { type: 'checkbox', onchange: () => {
      const rest = store.get().choices.hidden_marks.filter((each) => each !== name);
      store.choose({ hidden_marks: box.checked ? rest : [...rest, name] });
    } });
    return { name: name as MarkName, box, row: h('li', {}, h('label', {}, box, swatch, h('span', {}, title))) };
  });
  const most = h('span', { class: 'digits' });
  const ramp = h('i');
  ramp.style.background = `linear-gradient(90deg, ${[0, 0.5, 1].map((share) => css_color(speed_color(share))).join(', ')})`;
  const stop = store.watch((state) => state.choices.hidden_marks, (hidden) => { for (const { name, box } of boxes) box.checked = !hidden.includes(name); });
  let pictures = 0;
  return {
    element: h('div', { class: 'display' }, h('ul', { class: 'signals' }, ...boxes.map(({ row }) => row)), h('p', { class: 'speed-ramp' }, 'Trail: 0', ramp, most)),
    tick: () => {
      if (pictures++ % 15 !== 0) return;
      const trail = scene?.trails[store.get().place.watched];
      const units = units_of(store.get());
      set_text(most, trail === undefined ? '–' : `${figure(units.size(fastest(trail)), units.length === 'px' ? 0 : 1)} ${units.speed}`);
    },
    close: stop,
  };
}
