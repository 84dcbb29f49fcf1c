// Lines over simulated time, with axes that fit and a cursor (uPlot).

import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { axis_range } from '../state/series';
import { color, kFont } from './canvas';

const kLines = ['blue', 'orange', 'violet', 'teal', 'yellow', 'red'];

/// Of the so-manieth line of a plot.
export function line_color(line: number): string {
  return color(kLines[line % kLines.length]!);
}

export interface PlotSpec {
  count: number; // of lines
  unit: string;
  x_unit?: string; // of another axis than time
  least: number; // that the value axis spans
  moved: () => void; // the cursor has
}

export class Plot {
  private readonly plot: uPlot;
  private readonly watcher: ResizeObserver;
  private span: [number, number] = [0, 0]; // simulated s in view

  constructor(private readonly host: HTMLElement, { count, unit, x_unit, least, moved }: PlotSpec) {
    const axis = { stroke: color('muted'), grid: { stroke: color('line'), width: 1 }, ticks: { stroke: color('line'), width: 1 }, font: kFont };
    this.plot = new uPlot({
      width: Math.max(100, host.clientWidth),
      height: Math.max(80, host.clientHeight),
      padding: [8, 8, 0, 0],
      legend: { show: false },
      cursor: { drag: { x: false, y: false } },
      hooks: { setCursor: [moved] },
      scales: {
        x: { time: false, range: () => this.span },
        y: { range: (_, low, high) => axis_range(low ?? 0, high ?? 0, least) },
      },
      axes: [
        { ...axis, size: x_unit === undefined ? 28 : 40, values: (_, ticks) => ticks.map((t) => `${t}`), ...(x_unit === undefined ? {} : { label: x_unit, labelSize: 14, labelFont: kFont }) },
        { ...axis, size: 46, label: unit, labelSize: 16, labelFont: kFont },
      ],
      series: [{}, ...Array.from({ length: count }, (_, i) => ({ stroke: line_color(i), width: 1.5, points: { show: false } }))],
    }, [[], ...Array.from({ length: count }, () => [])], host);
    this.watcher = new ResizeObserver(() => this.fit());
    this.watcher.observe(host);
    this.fit();
  }

  /// The sample under the cursor; null when it is elsewhere.
  get cursor(): number | null {
    const { left, idx } = this.plot.cursor;
    return left === undefined || left < 0 ? null : (idx ?? null);
  }

  show(lines: readonly boolean[]): void {
    lines.forEach((on, i) => { if (this.plot.series[i + 1]!.show !== on) this.plot.setSeries(i + 1, { show: on }); });
  }

  /// A value that is no number is a gap.
  draw(times: number[], columns: number[][], span: [number, number]): void {
    this.span = span;
    this.plot.setData([times, ...columns.map((column) => column.map((value) => (Number.isNaN(value) ? null : value)))]);
  }

  destroy(): void {
    this.watcher.disconnect();
    this.plot.destroy();
  }

  private fit(): void {
    const [width, height] = [this.host.clientWidth, this.host.clientHeight];
    if (width > 60 && height > 40 && (width !== this.plot.width || height !== this.plot.height)) this.plot.setSize({ width, height });
  }
}
