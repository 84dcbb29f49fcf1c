import { describe, expect, test } from 'vitest';
import type { MarkLine } from '../state/pursuit_marks';
import { MarksMesh, triangles_of } from './marks';

const line = (dashed: boolean): MarkLine => ({ mark: 'path', points: [[0, 0], [2, 0], [2, 1]], color: 'black', width: 4, dashed });

function area({ corners, colors }: ReturnType<typeof triangles_of>): number {
  return colors.reduce((sum, _, i) => {
    const [ax, ay, bx, by, cx, cy] = corners.slice(6 * i, 6 * i + 6) as [number, number, number, number, number, number];
    return sum + Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2;
  }, 0);
}

describe('marks as triangles', () => {
  test('cover a line as wide as it is', () => {
    const made = triangles_of({ lines: [line(false)], dots: [] }, 0.01);
    expect(made.corners.length).toBe(6 * made.colors.length);
    expect(area(made)).toBeCloseTo(3 * 0.04 + 2 * 2 * 0.01 * 0.04, 9); // with half of its half width over each end
  });

  test('cover half of a dashed line', () => {
    const made = triangles_of({ lines: [line(true)], dots: [] }, 0.01);
    expect(area(made)).toBeGreaterThan(0.45 * 3 * 0.04);
    expect(area(made)).toBeLessThan(0.85 * 3 * 0.04); // each dash goes over its ends
  });

  test('cover nearly all of a round dot', () => {
    const made = triangles_of({ lines: [], dots: [{ mark: 'carrot', at: [1, 1], color: 'red', radius: 5 }] }, 0.01);
    expect(area(made) / (Math.PI * 0.05 ** 2)).toBeGreaterThan(0.97);
    expect(new Set(made.colors)).toEqual(new Set(['red']));
  });

  test('leave out a line without length, and hold a very long one', () => {
    expect(triangles_of({ lines: [{ ...line(false), points: [[1, 1], [1, 1]] }], dots: [] }, 0.01).colors).toEqual([]);
    expect(triangles_of({ lines: [{ ...line(true), points: [[0, 0], [1e6, 0]] }], dots: [] }, 0.01).colors.length).toBeLessThanOrEqual(402);
  });
});

test('a mesh of marks draws what it was shown last, whatever it held before', () => {
  const mesh = new MarksMesh();
  const show = (lines: MarkLine[]): number => {
    mesh.show({ lines, dots: [] }, 0.01, 0.15);
    return mesh.mesh.geometry.drawRange.count;
  };

  expect(show([])).toBe(0);
  expect(show([line(false)])).toBe(12);
  expect(show(Array.from({ length: 50 }, () => line(false)))).toBe(600);
  expect(show([line(false)])).toBe(12);
  expect(mesh.mesh.geometry.getAttribute('position').getZ(0)).toBeCloseTo(0.15, 6);
  expect(mesh.mesh.geometry.getAttribute('color').getX(0)).toBeLessThan(0.02);
});
