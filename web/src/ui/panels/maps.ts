// Pictures from above: the minimap and the lidar, which share one orientation.

import { has_pad } from '../../state/store';
import type { Store } from '../../state/store';
import { draw_lidar } from '../../view/lidar';
import { draw_minimap } from '../../view/minimap';
import { fill, h, icon, set_text } from '../dom';
import type { PanelContent } from '../panels';
import { follow_sensor } from './panel_world';
import type { PanelWorld } from './panel_world';

/// Metres that the lidar of a kind sees, where it is not the level that says how far is useful.
const kLidarRange: Readonly<Record<string, number>> = { rover: 3.5 };

/// One switch for lidar and minimap: car up or north up.
function orientation_switch(store: Store): { element: HTMLElement; stop(): void } {
  const element = h('button', { type: 'button', class: 'corner-button', onclick: () => store.choose({ north_up: !store.get().choices.north_up }) });
  const stop = store.watch((state) => state.choices.north_up, (north) => fill(element, icon('compass'), h('span', {}, north ? 'North up' : 'Car up')));
  return { element, stop };
}

export function make_minimap({ store, timeline, scene }: PanelWorld): PanelContent {
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

export function make_lidar(world: PanelWorld): PanelContent {
  const { store, timeline } = world;
  const canvas = h('canvas', { class: has_pad(store.get().room) ? 'thumb' : 'square', role: 'img', 'aria-label': 'Lidar scan from above', id: 'lidar-canvas' });
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
