// Points of a 3D lidar: the picture shows them in the world while this panel is open; here is what their colours tell.

import type { PointsFrame, Subscribed } from '../../net/messages';
import { count_words } from '../../state/words';
import { fill, h } from '../dom';
import type { PanelContent } from '../panels';
import type { PanelWorld } from './panel_world';
import { draw_legend } from './pictures';
import { make_sensor_choice } from './sensor_choice';

export function make_points(world: PanelWorld): PanelContent {
  const { store, scene } = world;
  const legend = h('ul', { class: 'legend', hidden: true });
  const ramp = h('p', { class: 'points-ramp' }, 'weak', h('i'), 'strong');
  const by = h('div', { class: 'points-by', role: 'group', 'aria-label': 'Colour by' });
  let newest: { frame: PointsFrame; sensor: Subscribed } | null = null;
  const show = (): void => {
    scene?.show_points(newest);
    const tags = store.get().choices.points_by === 'tag';
    ramp.hidden = tags;
    draw_legend(legend, new Set(tags && newest !== null ? newest.frame.tags : []), newest?.sensor.points?.tags ?? []);
  };
  const sensor = make_sensor_choice(world, 'points', {
    begin: (about) => {
      if (about !== null) return;
      newest = null;
      show();
    },
    frame: (frame, about) => {
      if (frame.kind !== 'points') return '';
      newest = { frame, sensor: about };
      show();
      return count_words(frame.tags.length, 'point');
    },
  });
  const stop = store.watch((state) => state.choices.points_by, (chosen) => {
    const button = (value: typeof chosen, title: string): HTMLElement =>
      h('button', { type: 'button', class: 'button small', 'aria-pressed': String(value === chosen), onclick: () => store.choose({ points_by: value }) }, title);
    fill(by, button('tag', 'What was hit'), button('intensity', 'Intensity'));
    show();
  });
  return {
    element: h('div', { class: 'points-panel' }, h('div', { class: 'plot-head' }, sensor.choice), by, sensor.status, ramp, legend),
    tick: () => sensor.tick(),
    close: () => {
      sensor.close();
      stop();
      scene?.show_points(null);
    },
  };
}
