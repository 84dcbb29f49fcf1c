import { describe, expect, test } from 'vitest';
import { draw_rim, kDeep, rim_of } from './edge';

const inside = (x: number, y: number): boolean => Math.abs(x) < 2 && Math.abs(y) < 1;
const bare = (x: number, y: number): number | null => (inside(x, y) ? 0 : null);
const ground = { min: { x: -2, y: -1 }, max: { x: 2, y: 1 } };

describe('the rim of a level', () => {
  test('goes all round where everything beyond falls', () => {
    const parts = rim_of(ground, bare);
    const length = parts.reduce((sum, { from, to }) => sum + Math.hypot(to[0] - from[0], to[1] - from[1]), 0);
    expect(length).toBeCloseTo(12);
    for (const { from, to, outward } of parts) {
      const [x, y] = [(from[0] + to[0]) / 2 + 0.1 * outward[0], (from[1] + to[1]) / 2 + 0.1 * outward[1]];
      expect(Math.abs(x) > 2 || Math.abs(y) > 1).toBe(true); // outward is out
    }
  });

  test('leaves out where the ground goes on, and where a cliff stands', () => {
    const parts = rim_of(ground, (x, y) => (x > 1.9 ? bare(x, y) : 0));
    expect(parts.every(({ outward }) => outward[0] === 1)).toBe(true);
    expect(parts).toHaveLength(4);
    expect(rim_of(ground, () => 0)).toEqual([]);
    expect(rim_of(ground, (x, y) => (inside(x, y) ? 5 : null))).toEqual([]);
  });

  test('is drawn on the ground, with the side of the slab under it', () => {
    const mesh = draw_rim(rim_of(ground, bare))!;
    mesh.geometry.computeBoundingBox();
    const { min, max } = mesh.geometry.boundingBox!;
    expect([min.x, max.x, min.y, max.y]).toEqual([-2, 2, -1, 1]);
    expect(min.z).toBeCloseTo(-kDeep);
    expect(max.z).toBeLessThan(0.01);
    expect(draw_rim([])).toBeNull();
  });
});
