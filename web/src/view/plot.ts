// Channels over simulated time, with axes, units and a cursor read-out (uPlot).

import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Channel } from '../net/messages';
import type { Series } from '../state/series';
import { color } from './canvas';

const kLines = ['blue', 'orange', 'violet', 'teal', 'yellow', 'red'];

export class Plot {
  private readonly plot: uPlot;
  private readonly watcher: ResizeObserver;

  /// `which`: columns of the series that this plot shows.
  constructor(private readonly host: HTMLElement, channels: Channel[], private readonly which: number[]) {
    const unit = channels[which[0] ?? 0]?.unit ?? '';
    const axis = { stroke: color('muted'), grid: { stroke: color('line'), width: 1 }, ticks: { stroke: color('line'), width: 1 }, font: '11px system-ui, sans-serif' };
    this.plot = new uPlot({
      width: Math.max(100, host.clientWidth),
      height: Math.max(80, host.clientHeight),
      padding: [8, 8, 0, 0],
      legend: { live: true },
      cursor: { drag: { x: false, y: false } },
      scales: { x: { time: false } },
      axes: [{ ...axis, size: 28, values: (_, ticks) => ticks.map((t) => `${t}`) }, { ...axis, size: 46, label: unit, labelSize: 16, labelFont: '11px system-ui, sans-serif' }],
      series: [
        { label: 's', value: (_, time) => (time === null ? '–' : time.toFixed(2)) },
        ...which.map((channel, i) => ({
          label: channels[channel]?.name ?? '',
          stroke: color(kLines[i % kLines.length]!),
          width: 1.5,
          points: { show: false },
          value: (_: uPlot, value: number | null) => (value === null ? '–' : value.toFixed(2)),
        })),
      ],
    }, [[], ...which.map(() => [])], host);
    this.watcher = new ResizeObserver(() => this.fit());
    this.watcher.observe(host);
    this.fit();
  }

  draw(series: Series): void {
    this.plot.setData([series.times, ...this.which.map((channel) => series.columns[channel] ?? [])]);
  }

  destroy(): void {
    this.watcher.disconnect();
    this.plot.destroy();
  }

  private fit(): void {
    const legend = this.host.querySelector<HTMLElement>('.u-legend')?.offsetHeight ?? 24;
    const width = this.host.clientWidth;
    const height = this.host.clientHeight - legend;
    if (width > 60 && height > 40 && (width !== this.plot.width || height !== this.plot.height)) this.plot.setSize({ width, height });
  }
}
