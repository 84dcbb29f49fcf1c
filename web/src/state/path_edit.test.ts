import { describe, expect, test } from 'vitest';
import type { Point } from './path';
import { act_of, insert_at, moved, waypoint_at } from './path_edit';

const kPath: Point[] = [[0, 0], [4, 0], [4, 4]];

describe('the waypoint that a hand means', () => {
  const places = [{ x: 10, y: 10 }, null, { x: 14, y: 10 }, { x: 14, y: 10 }];

  test('is the nearest in reach, the later one of two in one place', () => {
    expect(waypoint_at(places, 11, 10, 12)).toBe(0);
    expect(waypoint_at(places, 13, 10, 12)).toBe(3);
    expect(waypoint_at(places, 40, 10, 12)).toBe(-1);
    expect(waypoint_at([null], 0, 0, 1e9)).toBe(-1);
  });
});

describe('a new waypoint', () => {
  test('goes into the nearest stretch', () => {
    expect(insert_at(kPath, false, [2, 0.5])).toBe(1);
    expect(insert_at(kPath, false, [3.5, 2])).toBe(2);
    expect(insert_at(kPath, true, [1.8, 2])).toBe(3); // on the way back to the start
    expect(insert_at([], false, [1, 1])).toBe(0);
    expect(insert_at([[0, 0]], true, [1, 1])).toBe(1);
  });
});

describe('a press that did not move', () => {
  const act = (on: number, right: boolean, shift = false) => act_of(on, { right, shift }, kPath, false, [2, 0.5]);

  test('adds beside waypoints and deletes on them with the other button', () => {
    expect(act(-1, false)).toEqual({ act: 'add' });
    expect(act(1, true)).toEqual({ act: 'delete', at: 1 });
    expect(act(1, false)).toEqual({ act: 'nothing' });
    expect(act(-1, true)).toEqual({ act: 'nothing' });
  });

  test('inserts with Shift, where there is a stretch', () => {
    expect(act(-1, false, true)).toEqual({ act: 'insert', at: 1 });
    expect(act_of(-1, { right: false, shift: true }, [[0, 0]], false, [1, 1])).toEqual({ act: 'add' });
  });
});

test('a waypoint that is moved leaves the others and the path it came from as they were', () => {
  expect(moved(kPath, 1, [9, 9])).toEqual([[0, 0], [9, 9], [4, 4]]);
  expect(moved(kPath, 7, [9, 9])).toEqual(kPath);
  expect(kPath[1]).toEqual([4, 0]);
});
