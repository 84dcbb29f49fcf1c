import { describe, expect, test } from 'vitest';
import type { VehicleState } from '../net/messages';
import { Trails, css_color, fastest, kMostPoints, speed_color } from './trail';

function at(x: number, y = 0, speed = 0): VehicleState[] {
  return [{ x, y, speed } as VehicleState];
}

describe('Trails', () => {
  test('a point each step, none while the vehicle stands', () => {
    const trails = new Trails();
    for (const x of [0, 0.05, 0.1, 0.1, 0.1, 0.21]) trails.add('a 1', at(x), 0.1);
    expect(trails.trails[0]!.points).toEqual([[0, 0], [0.1, 0], [0.21, 0]]);
  });

  test('another run and a vehicle placed elsewhere begin anew', () => {
    const trails = new Trails();
    for (const x of [0, 0.1, 0.2, 8]) trails.add('a 1', at(x), 0.1);
    expect(trails.trails[0]!.points).toEqual([[8, 0]]);
    trails.add('a 2', at(3), 0.1);
    expect(trails.trails[0]!.points).toEqual([[3, 0]]);
  });

  test('a long way stays whole and small', () => {
    const trails = new Trails();
    for (let i = 0; i < 50 * kMostPoints; ++i) trails.add('a 1', at(i * 0.1), 0.1);
    const { points } = trails.trails[0]!;
    expect(points.length).toBeLessThanOrEqual(kMostPoints);
    expect(points[0]).toEqual([0, 0]);
    expect(points.at(-1)![0]).toBeGreaterThan(5 * kMostPoints - 30);
  });

  test('has the speed at each of its points, however long it is', () => {
    const trails = new Trails();
    for (let i = 0; i < 3 * kMostPoints; ++i) trails.add('a 1', at(i * 0.1, 0, -i), 0.1);
    const trail = trails.trails[0]!;
    expect(trail.speeds.length).toBe(trail.points.length);
    trail.points.forEach(([x], i) => expect(trail.speeds[i]).toBeCloseTo(x / 0.1, 6));
    expect(fastest(trail)).toBe(trail.speeds.at(-1));
    expect(fastest({ ...trail, speeds: [0.01] })).toBe(0.5);
    trails.add('a 1', at(1e6, 0, 3), 0.1);
    expect(trails.trails[0]!.speeds).toEqual([3]);
  });
});

describe('the colour of a speed', () => {
  test('goes from blue over yellow to red, and is one for whatever is beyond', () => {
    expect(speed_color(-1)).toEqual(speed_color(0));
    expect(speed_color(7)).toEqual(speed_color(1));
    expect(speed_color(NaN)).toEqual(speed_color(0));
    expect(new Set([0, 0.25, 0.5, 0.75, 1].map((share) => css_color(speed_color(share)))).size).toBe(5);
    expect(css_color([1, 0.5, 0])).toBe('rgb(255 128 0)');
  });
});
