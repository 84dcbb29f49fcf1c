// Ranges seen from above, the sensor in the middle, with the vehicle pointing up, or north up.

import type { RangesForm } from '../net/messages';
import { begin, color, kFont } from './canvas';

type Point = [number, number]; // m from the sensor, to the right and up on screen

/// Counter-clockwise from the sensor's x axis.
export function beam_angle({ beams, start, span }: RangesForm, beam: number): number {
  return start + (beams > 1 ? (span * beam) / (beams - 1) : 0);
}

/// Where each beam ends, at most `reach` away; and what was met within it. `turn`: where the sensor's x axis points on screen.
export function scan_points(form: RangesForm, ranges: ArrayLike<number>, turn: number, reach: number): { ends: Point[]; hits: Point[] } {
  const ends: Point[] = [];
  const hits: Point[] = [];
  for (let beam = 0; beam < ranges.length; ++beam) {
    const range = ranges[beam]!;
    const angle = turn + beam_angle(form, beam);
    const length = Math.min(range, reach);
    const end: Point = [Math.cos(angle) * length, Math.sin(angle) * length];
    ends.push(end);
    if (range <= reach) hits.push(end);
  }
  return { ends, hits };
}

/// Metres that a plot shows around the sensor: all hits in a round figure, no more than the sensor's reach. It widens at
/// once and narrows late, so that it stands still while things move.
export function shown_range(max_range: number, ranges: ArrayLike<number>, last: number): number {
  let farthest = 0;
  for (let i = 0; i < ranges.length; ++i) if (Number.isFinite(ranges[i]!)) farthest = Math.max(farthest, ranges[i]!);
  if (farthest === 0) return max_range;
  if (last <= max_range && farthest <= last && farthest > 0.35 * last) return last;
  return Math.min(max_range, round_up(farthest));
}

/// 1, 2 or 5 times a power of ten, not below `value`.
export function round_up(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power;
}

/// Where the x axes of sensor and vehicle point on screen, counter-clockwise from the right.
export interface Headings {
  sensor: number;
  vehicle: number;
}

export function draw_ranges(canvas: HTMLCanvasElement, form: RangesForm, ranges: Float32Array, turn: Headings, reach: number): void {
  const pen = begin(canvas);
  if (pen === null) return;
  const { context, width, height } = pen;
  const [cx, cy] = [width / 2, height / 2];
  const scale = (Math.min(width, height) / 2 - 4) / reach;
  draw_rings(context, cx, cy, reach, scale);

  // the seen area, then each hit
  const { ends, hits } = scan_points(form, ranges, turn.sensor, reach);
  context.beginPath();
  context.moveTo(cx, cy);
  for (const [x, y] of ends) context.lineTo(cx + x * scale, cy - y * scale);
  context.closePath();
  context.fillStyle = color('lidar-area');
  context.fill();
  context.fillStyle = color('lidar-hit');
  for (const [x, y] of hits) context.fillRect(cx + x * scale - 1, cy - y * scale - 1, 2.4, 2.4);
  draw_arrow(context, cx, cy, turn.vehicle, 6, color('text'));
}

function draw_rings(context: CanvasRenderingContext2D, cx: number, cy: number, range: number, scale: number): void {
  const step = range / 2;
  context.strokeStyle = color('line');
  context.fillStyle = color('muted');
  context.font = kFont;
  context.lineWidth = 1;
  for (let r = step; r <= range + 1e-6; r += step) {
    context.beginPath();
    context.arc(cx, cy, r * scale, 0, 2 * Math.PI);
    context.stroke();
    context.fillText(`${Number(r.toPrecision(3))} m`, cx + 3, cy - r * scale + 12);
  }
  context.beginPath();
  context.moveTo(cx - range * scale, cy);
  context.lineTo(cx + range * scale, cy);
  context.moveTo(cx, cy - range * scale);
  context.lineTo(cx, cy + range * scale);
  context.stroke();
}

/// A vehicle as an arrow head; `angle` counter-clockwise from the right.
export function draw_arrow(context: CanvasRenderingContext2D, x: number, y: number, angle: number, size: number, fill: string): void {
  context.save();
  context.translate(x, y);
  context.rotate(-angle);
  context.beginPath();
  context.moveTo(size, 0);
  context.lineTo(-0.8 * size, 0.65 * size);
  context.lineTo(-0.4 * size, 0);
  context.lineTo(-0.8 * size, -0.65 * size);
  context.closePath();
  context.fillStyle = fill;
  context.fill();
  context.lineWidth = 1.5;
  context.strokeStyle = color('panel');
  context.stroke();
  context.fill();
  context.restore();
}
