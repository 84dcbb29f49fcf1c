import * as THREE from 'three';
import { describe, expect, test } from 'vitest';
import { CameraRig, fit_distance } from './cameras';
import type { Bounds } from './cameras';

/// Corners of the ground on the picture, -1 to 1.
function corners(rig: CameraRig, [west, south, east, north]: Bounds): THREE.Vector3[] {
  return [[west, south], [east, south], [east, north], [west, north]].map(([x, y]) => new THREE.Vector3(x, y, 0).project(rig.camera));
}

describe('the level camera', () => {
  test.each<[string, Bounds, number]>([
    ['a small field on a wide window', [-0.5, -0.5, 4.5, 4.5], 1.6],
    ['a large field on a wide window', [-0.5, -0.5, 10.5, 10.5], 1.6],
    ['a small field on a phone', [-0.5, -0.5, 4.5, 4.5], 0.46],
    ['a long track', [-45, -10, 44, 36], 1.78],
  ])('shows all of %s, and no more than it must', (_, bounds, aspect) => {
    const rig = new CameraRig();
    rig.kind = 'level';
    rig.bounds = bounds;
    rig.covered = { left: 0.05, right: 0, top: 0.1, bottom: 0.1 };
    rig.update(null, 0.16, aspect, 0.016);
    const most = Math.max(...corners(rig, bounds).flatMap(({ x, y }) => [Math.abs(x) / 0.95, Math.abs(y) / 0.8]));

    expect(most).toBeLessThan(1.0001);
    expect(most).toBeGreaterThan(0.98);
  });

  test('fits anew when the world grows, whatever the zoom was', () => {
    const rig = new CameraRig();
    rig.kind = 'level';
    rig.bounds = [-0.5, -0.5, 4.5, 4.5];
    rig.scroll(-10);
    rig.bounds = [-0.5, -0.5, 10.5, 10.5];
    rig.reset();
    rig.update(null, 0.16, 1.6, 0.016);

    expect(Math.max(...corners(rig, rig.bounds).flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)]))).toBeLessThan(1.0001);
  });

  test('from straight above the distance is half the side over the tangent', () => {
    expect(fit_distance([0, 0, 4, 4], 0, Math.PI / 2, 1, 0.5)).toBeCloseTo(4, 9);
  });
});
