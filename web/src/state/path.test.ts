import { describe, expect, test } from 'vitest';
import type { Channel, VectorForm } from '../net/messages';
import { MeasuredPath, path_form } from './path';
import type { Pose } from './path';

const channel = (name: string, unit: string): Channel => ({ name, unit, title: name });
const vector = (frame: string, ...channels: Channel[]): VectorForm => ({ frame, channels });
const kGps = vector('world', channel('x', 'm'), channel('y', 'm'), channel('vx', 'm/s'), channel('vy', 'm/s'));
const kOdometry = vector('start', channel('x', 'm'), channel('y', 'm'), channel('yaw', 'rad'), channel('distance', 'm'));

describe('a vector tells a place', () => {
  test('where it has x and y in metres in axes that are known', () => {
    expect(path_form(kGps)).toEqual({ frame: 'world', x: 0, y: 1, yaw: -1 });
    expect(path_form(kOdometry)).toEqual({ frame: 'start', x: 0, y: 1, yaw: 2 });
    expect(path_form({ ...kGps, frame: 'vehicle' })).toBeNull();
    expect(path_form(vector('world', channel('x', 'dm'), channel('y', 'dm')))).toBeNull();
    expect(path_form(vector('world', channel('heading', 'rad')))).toBeNull();
  });
});

describe('a measured path', () => {
  const east = (tick: number): Pose => ({ x: tick / 10, y: 2, yaw: Math.PI / 2 });

  test('of an antenna is compared with where the antenna was', () => {
    const path = new MeasuredPath(path_form(kGps)!, [1, 0]); // 1 m ahead, which is north here
    path.add(10, [1.3, 3.4, 0, 0]);
    expect(path.error).toBeNull();

    expect(path.follow(east, 10)).toBe(true);

    expect(path.newest?.truth).toEqual([1, 3]);
    expect(path.error).toBeCloseTo(0.5, 12);
  });

  test('waits for the state of its tick, and leaves out what will never be known', () => {
    const path = new MeasuredPath(path_form(kGps)!, [0, 0]);
    path.add(5, [0, 0, 0, 0]);
    path.add(10, [1, 2, 0, 0]);
    expect(path.follow((tick) => (tick < 8 ? null : east(tick)), 9)).toBe(false);

    expect(path.follow(east, 12)).toBe(true);
    expect(path.measured).toEqual([[1, 2]]);
  });

  test('of odometry begins at the pose of the vehicle at its first reading', () => {
    const path = new MeasuredPath(path_form(kOdometry)!, [0.3, 0]);
    path.add(10, [0, 0, 0, 0]);
    path.add(20, [2, 0, 0, 2]); // 2 m ahead, counted
    path.follow((tick) => ({ x: 1, y: 2 + (tick - 10) * 0.19, yaw: Math.PI / 2 }), 20); // 1.9 m north, driven

    expect(path.measured[0]).toEqual([1, 2]);
    expect(path.newest!.measured[0]).toBeCloseTo(1, 12);
    expect(path.newest!.measured[1]).toBeCloseTo(4, 12);
    expect(path.error).toBeCloseTo(0.1, 12);
  });

  test('of odometry that was on before is laid over the true one at the first reading seen', () => {
    const path = new MeasuredPath(path_form(kOdometry)!, [0, 0]);
    path.add(10, [5, 1, Math.PI / 2, 6]);
    path.add(20, [5, 3, Math.PI / 2, 8]);
    path.follow((tick) => ({ x: tick / 10, y: 0, yaw: 0 }), 20);

    expect(path.error).toBeCloseTo(1, 12); // counted 2 m of 1 m driven
  });

  test('begins anew when time goes back, and never grows large', () => {
    const path = new MeasuredPath(path_form(kGps)!, [0, 0]);
    for (let tick = 1; tick <= 5000; ++tick) {
      path.add(tick, [tick / 10, 2, 0, 0]);
      path.follow(east, tick);
    }
    expect(path.measured.length).toBeLessThanOrEqual(1024);
    expect(path.measured[0]).toEqual([0.1, 2]); // from the first
    expect(path.truth.length).toBe(path.measured.length);

    path.add(3, [0.3, 2, 0, 0]);
    path.follow(east, 3);
    expect(path.measured).toEqual([[0.3, 2]]);
  });
});
