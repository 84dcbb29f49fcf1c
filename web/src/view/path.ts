// The way that a sensor measured and the true one, from above, north up and to scale.

import type { MeasuredPath, Point } from '../state/path';
import { begin, color, kFont } from './canvas';
import { round_up } from './ranges';

const kMargin = 16; // px
const kLeastAcross = 1; // m, so that noise at rest stays small

/// What of the world stands in the middle of a picture, and how large a metre is.
export interface Fit {
  x: number;
  y: number;
  scale: number; // px a metre, the same along both axes
}

export function fit_points(points: readonly Point[], width: number, height: number): Fit {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) [west, south, east, north] = [Math.min(west, x), Math.min(south, y), Math.max(east, x), Math.max(north, y)];
  if (west > east) return { x: 0, y: 0, scale: 1 };
  const across = (length: number): number => Math.max(kLeastAcross, length);
  const scale = Math.min((width - 2 * kMargin) / across(east - west), (height - 2 * kMargin) / across(north - south));
  return { x: (west + east) / 2, y: (south + north) / 2, scale: Math.max(1e-6, scale) };
}

export function draw_path(canvas: HTMLCanvasElement, path: MeasuredPath): void {
  const pen = begin(canvas);
  if (pen === null || path.newest === null) return;
  const { context, width, height } = pen;
  const [truth, measured] = [[...path.truth, path.newest.truth], [...path.measured, path.newest.measured]];
  const fit = fit_points([...truth, ...measured], width, height);
  const to_screen = ([x, y]: Point): Point => [width / 2 + (x - fit.x) * fit.scale, height / 2 - (y - fit.y) * fit.scale];
  draw_scale(context, width, height, fit.scale);

  // the true way dashed: colour alone says nothing
  draw_line(context, truth.map(to_screen), color('text'), [5, 4]);
  draw_line(context, measured.map(to_screen), color('blue'), []);
  draw_line(context, [truth.at(-1)!, measured.at(-1)!].map(to_screen), color('danger'), []);
  draw_dot(context, to_screen(path.newest.truth), color('text'));
  draw_dot(context, to_screen(path.newest.measured), color('blue'));
}

function draw_line(context: CanvasRenderingContext2D, points: readonly Point[], stroke: string, dash: number[]): void {
  context.beginPath();
  points.forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
  context.strokeStyle = stroke;
  context.lineWidth = 1.5;
  context.lineJoin = 'round';
  context.setLineDash(dash);
  context.stroke();
  context.setLineDash([]);
}

function draw_dot(context: CanvasRenderingContext2D, [x, y]: Point, fill: string): void {
  context.beginPath();
  context.arc(x, y, 3, 0, 2 * Math.PI);
  context.fillStyle = fill;
  context.fill();
}

/// A length in round metres, at the lower right.
function draw_scale(context: CanvasRenderingContext2D, width: number, height: number, scale: number): void {
  const length = round_up((0.15 * width) / scale);
  const [right, y] = [width - 8, height - 8];
  context.strokeStyle = context.fillStyle = color('muted');
  context.lineWidth = 1;
  context.font = kFont;
  context.textAlign = 'right';
  context.beginPath();
  context.moveTo(right - length * scale, y - 4);
  context.lineTo(right - length * scale, y);
  context.lineTo(right, y);
  context.lineTo(right, y - 4);
  context.stroke();
  context.fillText(`${Number(length.toPrecision(2))} m`, right, y - 8);
  context.textAlign = 'left';
}
