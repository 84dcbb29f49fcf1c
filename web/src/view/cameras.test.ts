import * as THREE from 'three';
import { describe, expect, test } from 'vitest';
import type { VehicleState } from '../net/messages';
import { CameraRig, fit_distance, flight_bounds } from './cameras';
import type { Bounds } from './cameras';

/// Corners of the ground on the picture, -1 to 1.
function corners(rig: CameraRig, [west, south, east, north]: Bounds): THREE.Vector3[] {
  return [[west, south], [east, south], [east, north], [west, north]].map(([x, y]) => new THREE.Vector3(x, y, 0).project(rig.camera));
}

describe('what is seen of a flight', () => {
  test('is room around the vehicle where it was first seen', () => {
    const first = flight_bounds(null, { x: 3, y: 2 }, []);
    expect(first).toEqual([-1, -1, 7, 5]);
    expect(flight_bounds(first, { x: 30, y: 20 }, [])).toBe(first); // it is not flown after
  });

  test('grows with the path and never shrinks; points inside change nothing', () => {
    const first = flight_bounds(null, { x: 0, y: 0 }, []);
    expect(flight_bounds(first, { x: 0, y: 0 }, [[3.9, 2.9], [-3.9, -2.9]])).toBe(first);
    const grown = flight_bounds(first, { x: 0, y: 0 }, [[10, 0], [0, -7]]);
    expect(grown).toEqual([-4, -8, 11, 3]);
    expect(flight_bounds(grown, { x: 0, y: 0 }, [])).toBe(grown);
  });
});

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

describe('the chase camera', () => {
  const car = (more: Partial<VehicleState>): VehicleState => ({
    x: 0, y: 0, z: 0, yaw: 0, pitch: 0, roll: 0, speed: 5, yaw_rate: 0, steer: 0, drive: 0, brake: 0, laps: 0, lap_time: 0,
    next_gate: 0, frozen: false, touched: false, finished: false, held: false, present: true, place: 0, ...more,
  });
  const right = (rig: CameraRig): THREE.Vector3 => new THREE.Vector3(1, 0, 0).transformDirection(rig.camera.matrixWorld);

  test('stays behind, with its horizon level, while the car flies and rolls over', () => {
    const rig = new CameraRig();
    for (let i = 0; i < 120; ++i) {
      const turned = (i / 60) * 2 * Math.PI;
      // end over end: past the vertical the angles say that it faces backward
      const over = Math.cos(turned) < 0;
      rig.update(car({
        x: i * 0.08, z: Math.sin((i / 120) * Math.PI), yaw: over ? Math.PI : 0, pitch: Math.asin(Math.sin(turned)), roll: over ? Math.PI : 0,
      }), 0.5, 1.6, 1 / 60);
      expect(right(rig).z).toBeCloseTo(0, 9);
      expect(rig.camera.position.x).toBeLessThan(i * 0.08 - 1);
      expect(Math.abs(rig.camera.position.y)).toBeLessThan(1e-6);
    }
  });

  test('stands before the wall between, and goes back slowly when it is gone', () => {
    const rig = new CameraRig();
    let wall = 1;
    const asked: number[] = [];
    rig.sight = (from, to) => { asked.push(to.distanceTo(from)); return wall; };
    const away = (): number => { rig.update(car({ speed: 0 }), 4.7, 1.6, 1 / 60); return Math.hypot(rig.camera.position.x, rig.camera.position.y); };
    const far = away();
    wall = 0.5;
    const near = away();
    expect(near).toBeCloseTo(0.46 * far, 6);
    expect(asked[1]).toBeCloseTo(asked[0]!, 9); // it looks from its own place, not from where it gave way to
    wall = 1;
    const back = away();
    expect(back).toBeGreaterThan(near);
    expect(back).toBeLessThan(near + 0.1 * (far - near));
    for (let i = 0; i < 200; ++i) away();
    expect(away()).toBeCloseTo(far, 2);
  });

  test('is there at once when the car was put elsewhere', () => {
    const rig = new CameraRig();
    rig.update(car({}), 0.5, 1.6, 1 / 60);
    rig.update(car({ x: 10, y: 5, z: 1, yaw: Math.PI / 2, speed: 0 }), 0.5, 1.6, 1 / 60);
    expect(rig.camera.position.x).toBeCloseTo(10, 9);
    expect(rig.camera.position.y).toBeLessThan(5);
    expect(rig.camera.position.z).toBeGreaterThan(1);
  });
});
