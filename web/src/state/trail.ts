// Where vehicles have been since the start of the run. A point every so often along the way; when there are too many,
// every second one goes and the steps grow, so that a trail is always whole and never large.

import type { VehicleState } from '../net/messages';

export const kMostPoints = 1024;
const kJump = 25; // steps; a vehicle that was placed elsewhere begins anew

export interface Trail {
  points: [number, number][];
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
      for (const { x, y } of vehicles) this.trails.push({ points: [[x, y]], changes: 0 });
    }
    vehicles.forEach(({ x, y }, i) => this.follow(i, x, y));
  }

  private follow(i: number, x: number, y: number): void {
    const trail = this.trails[i]!;
    const step = this.steps[i]!;
    const [last_x, last_y] = trail.points.at(-1)!;
    const far = Math.hypot(x - last_x, y - last_y);
    if (far < step) return;
    if (far > kJump * step) trail.points = [];
    trail.points.push([x, y]);
    ++trail.changes;
    if (trail.points.length <= kMostPoints) return;
    trail.points = trail.points.filter((_, k) => k % 2 === 0);
    this.steps[i] = 2 * step;
  }
}
