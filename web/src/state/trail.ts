// Where vehicles have been since the start of the run. A point every so often along the way; when there are too many,
// every second one goes and the steps grow, so that a trail is always whole and never large.

import type { VehicleState } from '../net/messages';

export const kMostPoints = 1024;
const kJump = 25; // steps; a vehicle that was placed elsewhere begins anew

export interface Trail {
  points: [number, number][];
  speeds: number[]; // m/s at each of them
  changes: number; // counts changes, so that drawings know when to follow
}

export class Trails {
  readonly trails: Trail[] = [];
  private run = '';
  private steps: number[] = [];

  /// `run`: another one begins anew; `step`: metres between points of a young trail.
  add(run: string, vehicles: readonly VehicleState[], step: number): void {
    if (run !== this.run || vehicles.length !== this.trails.length) {
      this.run = run;
      this.trails.length = 0;
      this.steps = vehicles.map(() => step);
      for (const { x, y, speed } of vehicles) this.trails.push({ points: [[x, y]], speeds: [Math.abs(speed)], changes: 0 });
    }
    vehicles.forEach((vehicle, i) => this.follow(i, vehicle));
  }

  private follow(i: number, { x, y, speed }: VehicleState): void {
    const trail = this.trails[i]!;
    const step = this.steps[i]!;
    const [last_x, last_y] = trail.points.at(-1)!;
    const far = Math.hypot(x - last_x, y - last_y);
    if (far < step) return;
    if (far > kJump * step) [trail.points, trail.speeds] = [[], []];
    trail.points.push([x, y]);
    trail.speeds.push(Math.abs(speed));
    ++trail.changes;
    if (trail.points.length <= kMostPoints) return;
    trail.points = trail.points.filter((_, k) => k % 2 === 0);
    trail.speeds = trail.speeds.filter((_, k) => k % 2 === 0);
    this.steps[i] = 2 * step;
  }
}

const kLeastFastest = 0.5; // m/s; a trail of less has no fast part

/// The fastest of a trail, so that its colours span what was flown.
export function fastest(trail: Trail): number {
  return trail.speeds.reduce((most, speed) => Math.max(most, speed), kLeastFastest);
}

type Rgb = readonly [number, number, number];
const kSlow: Rgb = [0.24, 0.55, 0.99]; // data blue, signal yellow, kerb red: their lightness differs too
const kMiddle: Rgb = [0.96, 0.72, 0];
const kFast: Rgb = [0.84, 0.15, 0.24];

/// The colour of a speed, 0 to 1 of the fastest: parts of red, green and blue from 0 to 1.
export function speed_color(share: number): [number, number, number] {
  const at = 2 * Math.min(1, Math.max(0, Number.isFinite(share) ? share : 0));
  const [from, to, part] = at < 1 ? [kSlow, kMiddle, at] : [kMiddle, kFast, at - 1];
  return [0, 1, 2].map((i) => from[i]! + (to[i]! - from[i]!) * part) as [number, number, number];
}

export function css_color(rgb: readonly number[]): string {
  return `rgb(${rgb.map((part) => Math.round(255 * part)).join(' ')})`;
}
