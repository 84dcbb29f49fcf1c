import { expect, test } from 'vitest';
import type { RangesForm } from '../net/messages';
import { fit_points } from './path';
import { beam_angle, round_up, scan_points, shown_range } from './ranges';

const kForm: RangesForm = { beams: 3, start: -Math.PI / 2, span: Math.PI, min_range: 0.1, max_range: 10 };

test('beams go from the first to the last, either way round, and one beam stands at its start', () => {
  expect([0, 1, 2].map((beam) => beam_angle(kForm, beam))).toEqual([-Math.PI / 2, 0, Math.PI / 2]);
  expect(beam_angle({ ...kForm, start: Math.PI / 2, span: -Math.PI }, 2)).toBe(-Math.PI / 2);
  expect(beam_angle({ ...kForm, beams: 1 }, 0)).toBe(-Math.PI / 2);
});

test('a plot with the vehicle up has what is ahead above, what is left at the left, and ends at its edge', () => {
  const { ends, hits } = scan_points(kForm, [2, Infinity, 3], Math.PI / 2, 5);

  const rounded = (points: readonly (readonly number[])[]): number[][] => points.map((point) => point.map((value) => Math.round(value * 1e9) / 1e9 + 0));
  expect(rounded(ends)).toEqual([[2, 0], [0, 5], [-3, 0]]);
  expect(rounded(hits)).toEqual([[2, 0], [-3, 0]]);
});

test('the plot widens at once, narrows late, and reaches no farther than the sensor', () => {
  expect(shown_range(30, [Infinity], 7)).toBe(30);
  expect(shown_range(30, [3, 4.2, Infinity], 30)).toBe(5);
  expect(shown_range(30, [2.4], 5)).toBe(5);
  expect(shown_range(30, [6], 5)).toBe(10);
  expect(shown_range(3.5, [3.4], 3.5)).toBe(3.5);
  expect([0.03, 1, 1.01, 6, 73].map(round_up)).toEqual([0.05, 1, 2, 10, 100]);
});

test('a path is drawn to scale: both axes alike, all of it inside', () => {
  const fit = fit_points([[0, 0], [20, 5]], 232, 232);

  expect(fit).toEqual({ x: 10, y: 2.5, scale: 10 });
  expect(fit_points([[3, 4]], 232, 132)).toEqual({ x: 3, y: 4, scale: 100 }); // noise at rest stays small
  expect(fit_points([], 100, 100).scale).toBe(1);
});
