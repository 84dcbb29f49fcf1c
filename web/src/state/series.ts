// The last seconds of some channels, as columns a plot can take, and what is read off them: legends, axes, CSV. Time is
// simulated seconds.

import type { Channel } from '../net/messages';

export class Series {
  readonly times: number[] = [];
  readonly columns: number[][];

  constructor(channels: number, readonly span: number) {
    this.columns = Array.from({ length: channels }, () => []);
  }

  /// A sample from before the last one (restart, seek) begins anew.
  add(time: number, values: ArrayLike<number>, offset = 0): void {
    const last = this.times.at(-1);
    if (last !== undefined && time < last) this.clear();
    if (last === time) return;
    this.times.push(time);
    this.columns.forEach((column, i) => column.push(values[offset + i] ?? NaN));
    this.forget(time - this.span);
  }

  clear(): void {
    this.times.length = 0;
    for (const column of this.columns) column.length = 0;
  }

  /// First and last second that a plot shows. A first sample alone is given a second: an axis needs a length.
  get shown(): [number, number] {
    const last = this.times.at(-1) ?? 0;
    const first = Math.max(this.times[0] ?? 0, last - this.span);
    return [first, last > first ? last : first + 1];
  }

  /// Of a sample, or of the newest one; null where there is none.
  value(channel: number, sample: number | null): number | null {
    const value = this.columns[channel]?.at(sample ?? -1);
    return value === undefined || Number.isNaN(value) ? null : value;
  }

  private forget(before: number): void {
    // in blocks, so that not every sample moves the arrays
    let old = 0;
    while (old < this.times.length && this.times[old]! < before) ++old;
    if (old < 64 && old < this.times.length / 2) return;
    this.times.splice(0, old);
    for (const column of this.columns) column.splice(0, old);
  }
}

/// An axis that holds the values with a little air, and spans at least `least`: noise at rest stays a flat line.
export function axis_range(low: number, high: number, least: number): [number, number] {
  const air = 0.08 * (high - low);
  const missing = Math.max(0, least - (high - low + 2 * air)) / 2;
  return [low - air - missing, high + air + missing];
}

const kLeastSpan: Readonly<Record<string, number>> = { 'm/s²': 2, 'rad/s': 0.5, rad: 0.5, 'm/s': 1 };

export function least_span(unit: string): number {
  return kLeastSpan[unit] ?? 1;
}

/// What a plot shows: a line of names with units, then a line a sample. Only the channels named, only the seconds in view.
export function series_csv(series: Series, channels: readonly Channel[], which: readonly number[]): string {
  const heads = ['time (s)', ...which.map((channel) => `${channels[channel]!.title} (${channels[channel]!.unit.replace('²', '2')})`)];
  const [first] = series.shown;
  const lines = series.times.flatMap((time, sample) => (time < first ? [] : [[time, ...which.map((channel) => series.value(channel, sample))]]));
  return [heads.map(csv_field), ...lines.map((line) => line.map((value) => (value === null ? '' : String(Number(value.toPrecision(7))))))]
    .map((line) => `${line.join(',')}\n`).join('');
}

/// As RFC 4180 has it.
export function csv_field(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}
