// The lines of the head-up display, as the original has them, in the units that were chosen. Pure.

import type { Point } from './path';
import type { Units } from './units';
import { figure } from './words';

/// A loop of the cascade: its gains, what they were applied to and what came out. World units.
export interface LoopMoment {
  kp: number;
  kd: number;
  error: Point;
  rate: Point; // of the error, as the controller uses it
  output: Point;
}

export interface HudMoment {
  fps: number;
  position: Point;
  velocity: Point;
  wind: Point;
  air: Point; // m/s, told where it moves
  drag: Point;
  position_error: Point;
  outer: LoopMoment | null; // of position; null: this controller has none
  inner: LoopMoment | null; // of velocity
  velocity_command: Point;
  accel_command: Point;
}

const pair = ([x, y]: Point): string => `(${figure(x, 2)}, ${figure(y, 2)})`;

/// Eight lines.
export function hud_lines(now: HudMoment, units: Units): string[] {
  const { length, speed, accel } = units;
  const error = units.vector(now.position_error);
  const fast = units.size(Math.hypot(...now.velocity));
  return [
    `${figure(now.fps, 1)} fps`,
    `current position: ${pair(units.place(now.position))} ${length}`,
    `current velocity ${figure(fast, length === 'px' ? 0 : 2)} ${speed}: ${pair(units.vector(now.velocity))}`,
    `wind: ${pair(units.vector(now.wind))} ${accel}${Math.hypot(...now.air) > 0 ? `, air: ${pair(units.vector(now.air))} ${speed}` : ''}`,
    `drag: ${pair(units.vector(now.drag))} ${accel}`,
    `x error: ${figure(error[0], 2)}, y error: ${figure(error[1], 2)}, norm: ${figure(Math.hypot(...error), 2)} ${length}`,
    now.outer === null ? `velocity command: ${pair(units.vector(now.velocity_command))} ${speed}` : loop('p', now.outer, units, speed),
    now.inner === null ? `acceleration command: ${pair(units.vector(now.accel_command))} ${accel}` : loop('v', now.inner, units, accel),
  ];
}

function loop(name: string, { kp, kd, error, rate, output }: LoopMoment, units: Units, unit: string): string {
  return `kp_${name}: ${figure(kp, 2)} * ${pair(units.vector(error))} + kd_${name}: ${figure(kd, 2)} * ${pair(units.vector(rate))} = ${pair(units.vector(output))} ${unit}`;
}
