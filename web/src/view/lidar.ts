// A scan seen from above, the vehicle in the middle and pointing up, or north up.

import type { LidarFrame } from '../net/messages';
import { begin, color, kFont } from './canvas';

/// `yaw`: of the vehicle when north is up, else null.
export function draw_lidar(canvas: HTMLCanvasElement, frame: LidarFrame, yaw: number | null): void {
  const pen = begin(canvas);
  if (pen === null) return;
  const { context, width, height } = pen;
  const [cx, cy] = [width / 2, height / 2];
  const scale = (Math.min(width, height) / 2 - 4) / frame.range;
  const turn = yaw ?? Math.PI / 2; // where the vehicle's x axis points on screen

  draw_rings(context, cx, cy, frame.range, scale);

  // the seen area, then each hit
  const ray = (i: number, range: number): [number, number] => {
    const beams = frame.ranges.length;
    const angle = turn + frame.start + (beams > 1 ? (frame.span * i) / (beams - 1) : 0);
    return [cx + Math.cos(angle) * range * scale, cy - Math.sin(angle) * range * scale];
  };
  context.beginPath();
  context.moveTo(cx, cy);
  frame.ranges.forEach((range, i) => context.lineTo(...ray(i, Math.min(range, frame.range))));
  context.closePath();
  context.fillStyle = color('lidar-area');
  context.fill();
  context.fillStyle = color('lidar-hit');
  frame.ranges.forEach((range, i) => {
    if (!Number.isFinite(range)) return;
    const [x, y] = ray(i, range);
    context.fillRect(x - 1, y - 1, 2.4, 2.4);
  });
  draw_arrow(context, cx, cy, turn, 6, color('text'));
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
