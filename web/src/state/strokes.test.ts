import { describe, expect, test } from 'vitest';
import { distance_to_segment, path_of_stroke, simplified } from './strokes';
import type { Point } from './path';

const circle = (points: number): Point[] => Array.from({ length: points }, (_, i) => [Math.cos((2 * Math.PI * i) / points), Math.sin((2 * Math.PI * i) / points)]);

describe('distance to a segment', () => {
  test('is to its inside, or to the nearer end', () => {
    expect(distance_to_segment([1, 2], [0, 0], [3, 0])).toBe(2);
    expect(distance_to_segment([-3, 4], [0, 0], [3, 0])).toBe(5);
    expect(distance_to_segment([6, 4], [0, 0], [3, 0])).toBe(5);
    expect(distance_to_segment([3, 4], [0, 0], [0, 0])).toBe(5); // no length
  });
});

describe('a stroke', () => {
  test('that is straight keeps its ends alone', () => {
    expect(simplified(Array.from({ length: 50 }, (_, i): Point => [i, 2 * i]), 0.01)).toEqual([[0, 0], [49, 98]]);
  });

  test('keeps its corners', () => {
    const corner: Point[] = [[0, 0], [1, 0], [2, 0], [2, 1], [2, 2]];
    expect(simplified(corner, 0.01)).toEqual([[0, 0], [2, 0], [2, 2]]);
  });

  test.each([0.3, 0.1, 0.03, 0.01])('stays within %f of the path it becomes', (tolerance) => {
    const stroke = circle(200);
    const path = simplified(stroke, tolerance);
    const away = (point: Point): number => Math.min(...path.slice(1).map((to, i) => distance_to_segment(point, path[i]!, to)));
    expect(Math.max(...stroke.map(away))).toBeLessThanOrEqual(tolerance);
    expect(path.length).toBeLessThan(stroke.length);
    expect([path[0], path.at(-1)]).toEqual([stroke[0], stroke.at(-1)]);
  });

  test('never has more waypoints than fit', () => {
    expect(path_of_stroke(circle(500), 1e-6, 32).length).toBeLessThanOrEqual(32);
    expect(path_of_stroke(circle(500), 1e-6, 0).length).toBe(2);
  });

  test('of a pointer that stood still is a point, and no stroke is no path', () => {
    expect(path_of_stroke([[1, 1], [1, 1], [1, 1]], 0.1, 64)).toEqual([[1, 1]]);
    expect(path_of_stroke([], 0.1, 64)).toEqual([]);
  });
});
