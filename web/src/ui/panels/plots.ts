// Signals over simulated time. Those of one unit share a plot; each line of a legend is a switch and shows its value, the
// newest or the one under the cursor.

import type { Channel } from '../../net/messages';
import { Series, least_span, series_csv } from '../../state/series';
import { figure } from '../../state/words';
import { Plot, line_color } from '../../view/plot';
import { download, fill, h, set_text } from '../dom';
import type { PanelContent } from '../panels';
import { follow_sensor } from './panel_world';
import type { PanelWorld } from './panel_world';

const kSpan = 10; // simulated s

/// A plot with its legend.
interface Figure {
  element: HTMLElement;
  draw(series: Series): void;
  destroy(): void;
}

export function make_plots(world: PanelWorld, sensor: 'imu' | 'speed'): PanelContent {
  const { store } = world;
  const host = h('div', { class: 'plots' });
  const words = h('p', { class: 'empty' }, 'Waiting for the first sample');
  const csv = h('button', { type: 'button', class: 'button small', title: 'Download what is shown', hidden: true }, 'CSV');
  const axis = h('span', { class: 'hint', hidden: true }, `Last ${kSpan} s of simulated time`);
  const element = h('div', {}, words, h('div', { class: 'plot-head' }, axis, csv), host);
  let figures: Figure[] = [];
  let channels: Channel[] = [];
  let series = new Series(0, kSpan);
  let key = '';
  let fresh = false;

  const hidden = (channel: Channel): boolean => store.get().choices.hidden_signals.includes(signal_key(sensor, channel));
  csv.addEventListener('click', () => {
    const which = channels.flatMap((channel, c) => (hidden(channel) ? [] : [c]));
    download(`${store.get().room?.room ?? 'room'}-${sensor}.csv`, 'text/csv', series_csv(series, channels, which));
  });
  const begin = (now: Channel[]): void => {
    words.hidden = true;
    csv.hidden = axis.hidden = false;
    for (const figure of figures) figure.destroy();
    channels = now;
    series = new Series(channels.length, kSpan);
    const units = [...new Set(channels.map((channel) => channel.unit))];
    figures = units.map((unit) => make_figure(world, sensor, channels, channels.flatMap((channel, c) => (channel.unit === unit ? [c] : []))));
    fill(host, ...figures.map((figure) => figure.element));
  };
  const end = follow_sensor(world, { sensor, rate: 20 }, (frame, about) => {
    if (frame.kind !== 'series') return;
    const now = `${about.subscription} ${document.documentElement.dataset['theme'] ?? ''}`;
    if (now !== key) begin(about.channels ?? []);
    key = now;
    const tick_s = store.get().room?.level.tick_s ?? 0.01;
    frame.ticks.forEach((tick, i) => series.add(tick * tick_s, frame.values, i * frame.channels));
    fresh = true;
  }, (reason) => { words.hidden = false; set_text(words, reason); });
  const stop = store.watch((state) => state.choices.hidden_signals, () => { fresh = true; });
  let pictures = 0;
  return {
    element,
    tick: () => {
      if (!fresh || pictures++ % 3 !== 0) return;
      fresh = false;
      for (const figure of figures) figure.draw(series);
    },
    close: () => {
      end();
      stop();
      for (const figure of figures) figure.destroy();
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
  return {
    element: h('section', {}, h('ul', { class: 'signals' }, ...rows), box),
    draw: (now) => {
      series = now;
      plot.draw(now.times, which.map((channel) => now.columns[channel] ?? []), now.shown);
      write();
    },
    destroy: () => plot.destroy(),
  };
}
