import { expect, test } from 'vitest';
import type { Channel } from '../net/messages';
import { Series, axis_range, csv_field, series_csv } from './series';

const kChannels: Channel[] = [
  { name: 'acceleration_x', unit: 'm/s²', title: 'acceleration right (x)' },
  { name: 'acceleration_y', unit: 'm/s²', title: 'acceleration up (y)' },
  { name: 'rate_y', unit: 'rad/s', title: 'yaw rate (y)' },
];

test('a legend has the newest value, or the one under the cursor, or none', () => {
  const series = new Series(3, 10);
  expect(series.value(1, null)).toBeNull();
  series.add(0, [1, -9.81, 0]);
  series.add(0.1, [2, -9.5, 0.25]);
  expect(series.value(1, null)).toBe(-9.5);
  expect(series.value(1, 0)).toBe(-9.81);
  expect(series.value(1, 7)).toBeNull();
  expect(series.value(4, null)).toBeNull();
  series.add(0.05, [3, -9, 0]); // a restart
  expect(series.value(1, 0)).toBe(-9);
});

test('CSV is what is seen: the signals chosen, the seconds in view, names with units', () => {
  const series = new Series(3, 10);
  for (let i = 0; i <= 150; ++i) series.add(i / 10, [i, -9.81, Math.fround(i / 3)]);

  const lines = series_csv(series, kChannels, [0, 2]).split('\n');

  expect(lines[0]).toBe('time (s),acceleration right (x) (m/s2),yaw rate (y) (rad/s)');
  expect(lines[1]).toBe('5,50,16.66667');
  expect(lines.at(-2)).toBe('15,150,50');
  expect(lines.at(-1)).toBe('');
  expect(lines.length).toBe(1 + 101 + 1);
  expect(csv_field('a "b", c')).toBe('"a ""b"", c"');
});

test('a plot shows its span and no more, however much is kept', () => {
  const series = new Series(1, 10);
  expect(series.shown).toEqual([0, 1]);
  series.add(0, [0]);
  expect(series.shown).toEqual([0, 1]); // an axis without a length would have ticks without end
  for (let i = 0; i <= 150; ++i) series.add(i / 10, [0]);
  expect(series.shown).toEqual([5, 15]);
});

test('axes hold the data, and noise at rest stays flat', () => {
  const [low, high] = axis_range(-9.84, -9.79, 2);
  expect(high - low).toBeCloseTo(2);
  expect((low + high) / 2).toBeCloseTo(-9.815);
  const [bottom, top] = axis_range(-9.81, 3, 2);
  expect(bottom).toBeLessThan(-9.81);
  expect(top).toBeGreaterThan(3);
  expect(top - bottom).toBeLessThan(16);
});
