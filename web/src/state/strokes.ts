// A line drawn with the pointer as a path: few points that stay close to what was drawn. Metres. Pure.

import type { Point } from './path';

/// How far a point is from the segment between two others.
export function distance_to_segment([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  const share = square > 0 ? Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / square)) : 0;
  return Math.hypot(x - ax - share * dx, y - ay - share * dy);
}

/// Points of the stroke of which every left-out one is within `tolerance` of the line through those that stay (Ramer 1972,
/// Douglas and Peucker 1973). Both ends stay.
export function simplified(stroke: readonly Point[], tolerance: number): Point[] {
  if (stroke.length < 3) return [...stroke];
  const stays = stroke.map((_, i) => i === 0 || i === stroke.length - 1);
  const open: [number, number][] = [[0, stroke.length - 1]];
  for (let span = open.pop(); span !== undefined; span = open.pop()) {
    const [from, to] = span;
    let [far, at] = [tolerance, -1];
    for (let i = from + 1; i < to; ++i) {
      const away = distance_to_segment(stroke[i]!, stroke[from]!, stroke[to]!);
      if (away > far) [far, at] = [away, i];
    }
    if (at < 0) continue;
    stays[at] = true;
    open.push([from, at], [at, to]);
  }
  return stroke.filter((_, i) => stays[i]);
}

/// A stroke as at most `most` waypoints: the tolerance grows until they are few enough.
export function path_of_stroke(stroke: readonly Point[], tolerance: number, most: number): Point[] {
  const still = stroke.filter((point, i) => i === 0 || Math.hypot(point[0] - stroke[i - 1]![0], point[1] - stroke[i - 1]![1]) > 1e-6);
  let path = simplified(still, tolerance);
  for (let wider = tolerance; path.length > Math.max(2, most); ) path = simplified(still, (wider *= 1.5));
  return path;
}
