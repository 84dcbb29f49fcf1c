// Where a sensor says that its vehicle has been, beside where it was: satellite navigation, odometry. A reading counts once
// the state of its tick is known. Metres, radians, the world's axes. Pure.

import type { VectorForm } from '../net/messages';

export interface Pose {
  x: number;
  y: number;
  yaw: number;
}
export type Point = readonly [number, number];

/// Which numbers of a vector tell a place, and in whose axes.
export interface PathForm {
  frame: 'world' | 'start'; // start: of the pose at which it was switched on
  x: number; // channels
  y: number;
  yaw: number; // -1: not told
}

const kMostPoints = 1024; // of a path; then every second one goes
const kMostWaiting = 512; // readings whose tick is not known yet

/// Null where the vector tells no place in metres.
export function path_form({ frame, channels }: VectorForm): PathForm | null {
  const at = (name: string, unit: string): number => channels.findIndex((channel) => channel.name === name && channel.unit === unit);
  const [x, y, yaw] = [at('x', 'm'), at('y', 'm'), at('yaw', 'rad')];
  return (frame === 'world' || frame === 'start') && x >= 0 && y >= 0 ? { frame, x, y, yaw } : null;
}

/// `to` as seen from `from`, put where `from` is.
export function compose(from: Pose, to: Pose): Pose {
  const [c, s] = [Math.cos(from.yaw), Math.sin(from.yaw)];
  return { x: from.x + c * to.x - s * to.y, y: from.y + s * to.x + c * to.y, yaw: from.yaw + to.yaw };
}

function inverse({ x, y, yaw }: Pose): Pose {
  const [c, s] = [Math.cos(yaw), Math.sin(yaw)];
  return { x: -c * x - s * y, y: s * x - c * y, yaw: -yaw };
}

export class MeasuredPath {
  measured: Point[] = [];
  truth: Point[] = [];
  newest: { measured: Point; truth: Point } | null = null;
  private waiting: { tick: number; pose: Pose }[] = [];
  private last = -1; // tick
  private origin: Pose | null = null; // of the axes in which it is told; known from its first reading
  private stride = 1; // one point for so many readings
  private count = 0;

  /// `mount`: of the sensor on its vehicle, in m; one that counts from its start counts the vehicle's own way.
  constructor(private readonly form: PathForm, private readonly mount: readonly [number, number]) {}

  /// Metres between what was measured last and where the sensor was; null before.
  get error(): number | null {
    if (this.newest === null) return null;
    const { measured, truth } = this.newest;
    return Math.hypot(measured[0] - truth[0], measured[1] - truth[1]);
  }

  /// A reading from before the last one (restart, seek) begins anew.
  add(tick: number, values: ArrayLike<number>, offset = 0): void {
    if (tick < this.last) this.clear();
    if (tick === this.last) return;
    this.last = tick;
    const { x, y, yaw } = this.form;
    this.waiting.push({ tick, pose: { x: values[offset + x]!, y: values[offset + y]!, yaw: yaw < 0 ? 0 : values[offset + yaw]! } });
    if (this.waiting.length > kMostWaiting) this.waiting.shift();
  }

  /// `pose_at`: of the vehicle at a tick, null where it is not known; `known`: the newest tick of which it can be. Returns
  /// whether the path is another now.
  follow(pose_at: (tick: number) => Pose | null, known: number): boolean {
    const before = this.newest;
    for (let next = this.waiting[0]; next !== undefined && next.tick <= known; next = this.waiting[0]) {
      this.waiting.shift();
      const vehicle = pose_at(next.tick);
      if (vehicle !== null && Number.isFinite(next.pose.x) && Number.isFinite(next.pose.y)) this.place(next.pose, vehicle);
    }
    return this.newest !== before;
  }

  private place(told: Pose, vehicle: Pose): void {
    const start = this.form.frame === 'start';
    const truth = start ? vehicle : compose(vehicle, { x: this.mount[0], y: this.mount[1], yaw: 0 });
    this.origin ??= start ? compose(vehicle, inverse(told)) : { x: 0, y: 0, yaw: 0 };
    const { x, y } = compose(this.origin, told);
    this.newest = { measured: [x, y], truth: [truth.x, truth.y] };
    if (this.count++ % this.stride !== 0) return;
    this.measured.push(this.newest.measured);
    this.truth.push(this.newest.truth);
    if (this.measured.length <= kMostPoints) return;
    this.measured = this.measured.filter((_, i) => i % 2 === 0);
    this.truth = this.truth.filter((_, i) => i % 2 === 0);
    this.stride *= 2;
  }

  private clear(): void {
    [this.measured, this.truth, this.waiting] = [[], [], []];
    this.newest = this.origin = null;
    [this.stride, this.count] = [1, 0];
  }
}
