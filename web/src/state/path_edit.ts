// What a hand on the picture does to a path: which waypoint it means, where a new one goes in, and the path while one is
// dragged. Pure.

import type { Point } from './path';
import { distance_to_segment } from './strokes';

/// What a press that did not move does.
export type PathAct = { act: 'add' } | { act: 'insert'; at: number } | { act: 'delete'; at: number } | { act: 'nothing' };

/// The waypoint nearest to a point of the screen; -1 where none is within `reach` px. `places`: theirs, null out of sight.
export function waypoint_at(places: readonly ({ x: number; y: number } | null)[], x: number, y: number, reach: number): number {
  let [found, nearest] = [-1, reach];
  places.forEach((place, i) => {
    const away = place === null ? Infinity : Math.hypot(place.x - x, place.y - y);
    if (away <= nearest) [found, nearest] = [i, away]; // of two in one place the later one, which lies on top
  });
  return found;
}

/// Which number a waypoint on the nearest stretch of the path would have; at the end of a path without stretches.
export function insert_at(path: readonly Point[], closed: boolean, point: Point): number {
  let [found, nearest] = [path.length, Infinity];
  const stretches = path.length < 2 ? 0 : path.length - (closed ? 0 : 1);
  for (let i = 0; i < stretches; ++i) {
    const away = distance_to_segment(point, path[i]!, path[(i + 1) % path.length]!);
    if (away < nearest) [found, nearest] = [i + 1, away];
  }
  return found;
}

/// `on`: the waypoint under the hand, -1: none; `right`: the other button, or a finger that stayed.
export function act_of(on: number, { right, shift }: { right: boolean; shift: boolean }, path: readonly Point[], closed: boolean, point: Point): PathAct {
  if (on >= 0) return right ? { act: 'delete', at: on } : { act: 'nothing' };
  if (right) return { act: 'nothing' };
  return shift && path.length > 1 ? { act: 'insert', at: insert_at(path, closed, point) } : { act: 'add' };
}

/// The path with one waypoint elsewhere.
export function moved(path: readonly Point[], at: number, to: Point): Point[] {
  return path.map((point, i) => (i === at ? to : point));
}
