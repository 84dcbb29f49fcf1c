import { describe, expect, test } from 'vitest';
import type { VehicleState } from '../net/messages';
import { Trails, kMostPoints } from './trail';

function at(x: number, y = 0): VehicleState[] {
  return [{ x, y } as VehicleState];
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
});
