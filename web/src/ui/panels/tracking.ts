// How well the vehicle watched follows its path: errors and commands over the last seconds, the distance from the path along
// it. Each line of a legend shows the newest value, or the one under the cursor.

import type { Pursuer } from '../../net/messages';
import { kKept_s, laid_over } from '../../state/pursuits';
import { Series, least_span } from '../../state/series';
import { units_of } from '../../state/store';
import type { Units } from '../../state/units';
import { figure } from '../../state/words';
import { Plot, line_color } from '../../view/plot';
import { fill, h, set_text } from '../dom';
import type { PanelContent } from '../panels';
import type { PanelWorld } from './panel_world';

interface TrackingFigure {
  title: string;
  unit: string; // of the world
  lines: readonly string[];
  of(pursuer: Pursuer, units: Units): number[];
}

const kFigures: readonly TrackingFigure[] = [
  { title: 'Position error', unit: 'm', lines: ['x', 'y', 'distance'], of: ({ position_error: e }, units) => [...units.vector(e), units.size(Math.hypot(...e))] },
  { title: 'Velocity error', unit: 'm/s', lines: ['x', 'y'], of: ({ velocity_error: e }, units) => [...units.vector(e)] },
  { title: 'Velocity command', unit: 'm/s', lines: ['x', 'y'], of: ({ velocity_command: v }, units) => [...units.vector(v)] },
  { title: 'Acceleration command', unit: 'm/s²', lines: ['x', 'y'], of: ({ accel_command: a }, units) => [...units.vector(a)] },
];
const kAlong: Pick<TrackingFigure, 'title' | 'unit' | 'lines'> = { title: 'Distance from the path', unit: 'm', lines: ['left +'] };

interface Drawn {
  element: HTMLElement;
  draw(x: number[], columns: number[][], span: [number, number]): void;
  destroy(): void;
}

export function make_tracking({ store, session }: PanelWorld): PanelContent {
  const host = h('div', { class: 'plots tracking' });
  const none = h('p', { class: 'empty' }, 'Nothing to plot yet: the vehicle follows no path.');
  let figures: Drawn[] = [];
  let series: Series[] = [];
  let shape = '';
  let fresh = true;
  const make = (): void => {
    const { choices, place } = store.get();
    const now = `${choices.units} ${choices.y} ${place.watched} ${document.documentElement.dataset['theme']}`;
    if (now === shape) return;
    shape = now;
    for (const each of figures) each.destroy();
    const units = units_of(store.get());
    figures = [...kFigures.map((each) => make_figure(each, units)), make_figure(kAlong, units, `${units.length} along it`)];
    series = kFigures.map(({ lines }) => new Series(lines.length, kKept_s));
    for (const { time, pursuer } of session.pursuits.history(place.watched)) add(time, pursuer);
    fill(host, ...figures.map(({ element }) => element));
  };
  const add = (time: number, pursuer: Pursuer): void => {
    const units = units_of(store.get());
    kFigures.forEach((each, i) => series[i]?.add(time, each.of(pursuer, units)));
  };
  const stop = session.pursuits.watch((time) => {
    const pursuer = session.pursuits.newest(store.get().place.watched);
    if (pursuer !== null) add(time, pursuer);
    fresh = true;
  });
  let pictures = 0;
  return {
    element: h('div', {}, none, host),
    tick: () => {
      if (pictures++ % 4 !== 0) return;
      make();
      const pursuer = session.pursuits.newest(store.get().place.watched);
      none.hidden = pursuer !== null;
      host.hidden = pursuer === null;
      if (pursuer === null || !fresh) return;
      fresh = false;
      kFigures.forEach((_, i) => figures[i]!.draw(series[i]!.times, series[i]!.columns, series[i]!.shown));
      const { x, columns } = laid_over([session.pursuits.curve(pursuer.flight)], 'cross');
      const units = units_of(store.get());
      figures.at(-1)!.draw(x.map((each) => units.size(each)), columns.map((column) => column.map((each) => units.size(each))), [0, units.size(Math.max(0.1, x.at(-1) ?? 0))]);
    },
    close: () => {
      stop();
      for (const each of figures) each.destroy();
    },
  };
}

function make_figure({ title, unit, lines }: Pick<TrackingFigure, 'title' | 'unit' | 'lines'>, units: Units, x_unit?: string): Drawn {
  const box = h('div', { class: 'plot' });
  const told = units.unit(unit);
  let columns: number[][] = [];
  const digits = units.length === 'px' ? 0 : 2;
  const values = lines.map(() => h('span', { class: 'digits' }, figure(null, 2)));
  const plot = new Plot(box, { count: lines.length, unit: told, least: units.size(least_span(unit) / 4), moved: () => write(), ...(x_unit === undefined ? {} : { x_unit }) });
  const write = (): void => lines.forEach((_, i) => set_text(values[i]!, figure(columns[i]?.at(plot.cursor ?? -1), digits)));
  const legend = lines.map((line, i) => {
    const swatch = h('i');
    swatch.style.background = line_color(i);
    return h('li', {}, swatch, line, ' ', values[i]);
  });
  return {
    element: h('section', { 'aria-label': title }, h('h3', { class: 'plot-title' }, title), h('ul', { class: 'plot-legend' }, ...legend), h('div', { class: 'plot-row' }, box)),
    draw: (x, now, span) => {
      columns = now;
      plot.draw(x, now, span);
      write();
    },
    destroy: () => plot.destroy(),
  };
}
