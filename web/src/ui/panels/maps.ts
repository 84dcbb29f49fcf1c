// Pictures from above: the minimap, ranges and the measured path. Minimap and ranges share one orientation.

import type { Subscribed } from '../../net/messages';
import { MeasuredPath, path_form } from '../../state/path';
import { pursuit_of } from '../../state/pursuit_marks';
import { sensor_title } from '../../state/sensors';
import { has_pad, has_path } from '../../state/store';
import type { Store } from '../../state/store';
import { angles_of } from '../../state/timeline';
import { figure } from '../../state/words';
import { draw_minimap } from '../../view/minimap';
import { draw_path } from '../../view/path';
import { draw_ranges, shown_range } from '../../view/ranges';
import { fill, h, icon, set_text } from '../dom';
import type { PanelContent } from '../panels';
import type { PanelWorld } from './panel_world';
import { make_sensor_choice } from './sensor_choice';

/// One switch for ranges and minimap: car up or north up.
function orientation_switch(store: Store): { element: HTMLElement; stop(): void } {
  const element = h('button', { type: 'button', class: 'corner-button', onclick: () => store.choose({ north_up: !store.get().choices.north_up }) });
  const stop = store.watch((state) => state.choices.north_up, (north) => fill(element, icon('compass'), h('span', {}, north ? 'North up' : 'Car up')));
  return { element, stop };
}

export function make_minimap({ store, session, timeline, scene }: PanelWorld): PanelContent {
  const canvas = h('canvas', { class: 'map', role: 'img', 'aria-label': 'The level from above with its vehicles' });
  const turn = orientation_switch(store);
  let pictures = 0;
  return {
    element: h('div', { class: 'canvas-box' }, h('div', { class: 'canvas-part' }, canvas, turn.element)),
    tick: () => {
      const { room, place, choices } = store.get();
      const path = has_path(room); // it is seen as a whole, as it is in the picture
      turn.element.hidden = path;
      if (room === null || pictures++ % 3 !== 0) return;
      const states = timeline.sample();
      const pursuit = pursuit_of(store.get(), session.pursuits.at(place.watched, timeline.shown), states[place.watched]);
      draw_minimap(canvas, { room, bounds: scene?.flight_bounds ?? room.level.bounds, states, pursuit, hidden_marks: choices.hidden_marks, bodies: timeline.sample_bodies(), watched: place.watched, north_up: choices.north_up || path, picture: scene?.top_picture ?? null, trails: scene?.trails ?? [] });
    },
    close: () => turn.stop(),
  };
}

export function make_ranges(world: PanelWorld): PanelContent {
  const { store, timeline, scene } = world;
  const canvas = h('canvas', { class: has_pad(store.get().room) ? 'thumb' : 'square', role: 'img', 'aria-label': 'Ranges from above', id: 'ranges-canvas' });
  const turn = orientation_switch(store);
  let reach = 0; // m in the plot
  const sensor = make_sensor_choice(world, 'ranges', {
    begin: (about) => {
      reach = about?.ranges?.max_range ?? 0;
      if (about === null) scene?.show_scan(null);
    },
    frame: (frame, about) => {
      const form = about.ranges;
      if (frame.kind !== 'ranges' || form === undefined) return '';
      scene?.show_scan({ form, ranges: frame.ranges, sensor: about });
      reach = shown_range(form.max_range, frame.ranges, reach);
      const yaw = timeline.newest?.vehicles[about.vehicle]?.yaw ?? 0;
      const heading = store.get().choices.north_up ? yaw : Math.PI / 2;
      draw_ranges(canvas, form, frame.ranges, { sensor: heading + angles_of(about.turn).yaw, vehicle: heading }, reach);
      return `${frame.ranges.length} beams · ${Number(form.max_range.toPrecision(3))} m`;
    },
  });
  return {
    element: h('div', { class: 'canvas-box' }, h('div', { class: 'canvas-part' }, canvas, sensor.choice, sensor.status, turn.element)),
    tick: () => sensor.tick(),
    close: () => {
      sensor.close();
      turn.stop();
      scene?.show_scan(null);
    },
  };
}

export function make_path(world: PanelWorld): PanelContent {
  const { timeline } = world;
  const canvas = h('canvas', { role: 'img', 'aria-label': 'The measured path and the true one from above, north up', id: 'path-canvas' });
  const error = h('span', { class: 'digits' }, figure(null, 2));
  const line = (kind: string, title: string): HTMLElement => h('li', {}, h('i', { class: `line ${kind}` }), title);
  const legend = h('ul', { class: 'legend' }, line('measured', 'Measured'), line('true', 'True'), h('li', { class: 'path-error' }, 'Error ', error, h('small', {}, 'm')));
  let path: MeasuredPath | null = null;
  let vehicle = 0;
  const begin = (about: Subscribed | null): void => {
    const form = about?.vector === undefined ? null : path_form(about.vector);
    path = about === null || form === null ? null : new MeasuredPath(form, [about.at[0], about.at[1]]);
    vehicle = about?.vehicle ?? 0;
    set_text(error, figure(null, 2));
    canvas.getContext('2d')?.clearRect(0, 0, canvas.width, canvas.height);
  };
  const sensor = make_sensor_choice(world, 'path', {
    begin,
    frame: (frame, about) => {
      if (frame.kind !== 'series') return '';
      if (path === null) return `${sensor_title(about.sensor)} tells no place in metres`;
      for (let i = 0; i < frame.ticks.length; ++i) path.add(frame.ticks[i]!, frame.values, i * frame.channels);
      return '';
    },
  });
  let pictures = 0;
  return {
    element: h('div', { class: 'canvas-box' }, h('div', { class: 'canvas-part' }, canvas, sensor.choice, sensor.status), legend),
    tick: () => {
      sensor.tick();
      if (path === null || pictures++ % 3 !== 0) return;
      if (!path.follow((tick) => timeline.at(tick)?.[vehicle] ?? null, timeline.newest?.tick ?? -1)) return;
      draw_path(canvas, path);
      set_text(error, figure(path.error, 2));
    },
    close: () => sensor.close(),
  };
}
