// Signals of a sensor over simulated time. Those of one unit share a plot; each line of a legend is a switch and shows its
// value, the newest or the one under the cursor. A heading has a needle besides.

import type { Channel, Subscribed } from '../../net/messages';
import { frame_words } from '../../state/sensors';
import type { SensorPanelId } from '../../state/sensors';
import { Series, least_span, series_csv } from '../../state/series';
import { figure } from '../../state/words';
import { Plot, line_color } from '../../view/plot';
import { download, fill, h, set_text } from '../dom';
import type { PanelContent } from '../panels';
import type { PanelWorld } from './panel_world';
import { make_needle } from './needle';
import { make_sensor_choice } from './sensor_choice';

const kSpan = 10; // simulated s

/// A plot with its legend.
interface Figure {
  element: HTMLElement;
  draw(series: Series): void;
  destroy(): void;
}

export function make_plots(world: PanelWorld, panel: SensorPanelId): PanelContent {
  const { store } = world;
  const host = h('div', { class: 'plots' });
  const csv = h('button', { type: 'button', class: 'button small', title: 'Download what is shown', hidden: true }, 'CSV');
  let figures: Figure[] = [];
  let about: Subscribed | null = null;
  let channels: Channel[] = [];
  let series = new Series(0, kSpan);
  let theme: string | undefined;
  let fresh = false;

  csv.addEventListener('click', () => {
    if (about === null) return;
    const { sensor } = about;
    const which = channels.flatMap((channel, c) => (store.get().choices.hidden_signals.includes(signal_key(sensor, channel)) ? [] : [c]));
    download(`${store.get().room?.room ?? 'room'}-${sensor}.csv`, 'text/csv', series_csv(series, channels, which));
  });
  /// Plots have the colours of the theme in which they were made.
  const make_figures = (sensor: string): void => {
    for (const each of figures) each.destroy();
    theme = document.documentElement.dataset['theme'];
    const units = [...new Set(channels.map((channel) => channel.unit))];
    figures = units.map((unit) => make_figure(world, sensor, channels, channels.flatMap((channel, c) => (channel.unit === unit ? [c] : []))));
    fill(host, ...figures.map((each) => each.element));
  };
  const sensor = make_sensor_choice(world, panel, {
    begin: (told) => {
      about = told;
      channels = told?.vector?.channels ?? [];
      series = new Series(channels.length, kSpan);
      csv.hidden = told === null;
      make_figures(told?.sensor ?? '');
    },
    frame: (frame, told) => {
      if (frame.kind !== 'series') return '';
      if (theme !== document.documentElement.dataset['theme']) make_figures(told.sensor);
      const tick_s = store.get().room?.level.tick_s ?? 0.01;
      frame.ticks.forEach((tick, i) => series.add(tick * tick_s, frame.values, i * frame.channels));
      fresh = true;
      return `last ${kSpan} s, ${frame_words(told.vector?.frame ?? '')}`;
    },
  });
  const stop = store.watch((state) => state.choices.hidden_signals, () => { fresh = true; });
  let pictures = 0;
  return {
    element: h('div', {}, h('div', { class: 'plot-head' }, sensor.choice, sensor.status, csv), host),
    tick: () => {
      sensor.tick();
      if (!fresh || pictures++ % 3 !== 0) return;
      fresh = false;
      for (const each of figures) each.draw(series);
    },
    close: () => {
      sensor.close();
      stop();
      for (const each of figures) each.destroy();
    },
  };
}

function signal_key(sensor: string, channel: Channel): string {
  return `${sensor}/${channel.name}`;
}

function make_figure({ store }: PanelWorld, sensor: string, channels: readonly Channel[], which: readonly number[]): Figure {
  const unit = channels[which[0]!]!.unit;
  const box = h('div', { class: 'plot' });
  let series: Series | null = null;
  const shown = (): boolean[] => which.map((channel) => !store.get().choices.hidden_signals.includes(signal_key(sensor, channels[channel]!)));
  const values = which.map(() => h('span', { class: 'digits' }, figure(null, 2)));
  const plot = new Plot(box, { count: which.length, unit, least: least_span(unit), moved: () => write() });
  const write = (): void => which.forEach((channel, i) => set_text(values[i]!, figure(series?.value(channel, plot.cursor) ?? null, 2)));
  const rows = which.map((channel, i) => {
    const key = signal_key(sensor, channels[channel]!);
    const swatch = h('i');
    swatch.style.background = line_color(i);
    const box = h('input', { type: 'checkbox', checked: shown()[i], onchange: () => {
      const rest = store.get().choices.hidden_signals.filter((each) => each !== key);
      store.choose({ hidden_signals: box.checked ? rest : [...rest, key] });
      plot.show(shown());
    } });
    return h('li', {}, h('label', {}, box, swatch, h('span', {}, channels[channel]!.title)), values[i], h('small', {}, unit));
  });
  plot.show(shown());
  const heading = which.find((channel) => channels[channel]!.name === 'heading' && unit === 'rad');
  const needle = heading === undefined ? null : make_needle();
  return {
    element: h('section', {}, h('ul', { class: 'signals' }, ...rows), h('div', { class: 'plot-row' }, needle?.element, box)),
    draw: (now) => {
      series = now;
      if (heading !== undefined) needle?.show(now.value(heading, null));
      plot.draw(now.times, which.map((channel) => now.columns[channel] ?? []), now.shown);
      write();
    },
    destroy: () => plot.destroy(),
  };
}
