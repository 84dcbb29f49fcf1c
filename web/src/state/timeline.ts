// From state frames at whatever rate they come to a smooth moment for each picture. The playhead follows
// the newest frame at a small distance, so that there is nearly always a frame on either side of it. Bodies are told
// when they move and before the state of the same tick: each state is kept with the bodies as they were then.

import type { BodiesFrame, BodyPlace, StateFrame, VehicleState } from '../net/messages';

const kKept = 90;
const kFollow_s = 0.2; // time constant with which the playhead corrects itself
const kFarOff_s = 0.4; // real time; beyond it the playhead jumps
const kLeastDelay_s = 0.02;
const kMostDelay_s = 0.2;
const kSteep = 1.2; // rad of pitch
const kFastest = 30; // m/s of a body that moves by itself

interface Kept {
  frame: StateFrame;
  time: number; // simulated s
  arrived: number; // real s
  bodies: readonly BodyPlace[];
}

export class Timeline {
  private frames: Kept[] = [];
  private bodies: { run: number; places: readonly BodyPlace[] } = { run: 0, places: [] };
  private tick_s = 0.01;
  private playhead = 0; // simulated s
  private last_advance = 0;
  private interval = 1 / 60; // real s between frames, smoothed
  private jitter = 0;

  /// Forgets everything; the next frames belong to another room or level.
  reset(tick_s: number): void {
    this.frames = [];
    this.bodies = { run: 0, places: [] };
    this.tick_s = tick_s;
  }

  /// What is not named stays where it was.
  push_bodies(frame: BodiesFrame): void {
    if (!frame.complete && frame.run !== this.bodies.run) return;
    const places = frame.complete ? [] : [...this.bodies.places];
    for (const { index, place } of frame.bodies) places[index] = place;
    this.bodies = { run: frame.run, places };
    const newest = this.frames.at(-1);
    if (newest !== undefined && newest.frame.run === frame.run && newest.frame.tick >= frame.tick) newest.bodies = places;
  }

  push(frame: StateFrame, now: number): void {
    const time = frame.tick * this.tick_s;
    const newest = this.frames.at(-1);
    if (newest !== undefined && (newest.frame.run !== frame.run || time < newest.time)) this.frames = [];
    const before = this.frames.at(-1);
    if (before === undefined) {
      this.playhead = time;
    } else if (!frame.paused) {
      const gap = Math.min(0.5, now - before.arrived);
      this.interval += (gap - this.interval) * 0.05;
      this.jitter += (Math.abs(gap - this.interval) - this.jitter) * 0.05;
    }
    if (before !== undefined && time === before.time) this.frames.pop();
    this.frames.push({ frame, time, arrived: now, bodies: this.bodies.run === frame.run ? this.bodies.places : [] });
    if (this.frames.length > kKept) this.frames.shift();
  }

  get newest(): StateFrame | null {
    return this.frames.at(-1)?.frame ?? null;
  }

  /// Simulated seconds of the newest frame.
  get time(): number {
    return this.frames.at(-1)?.time ?? 0;
  }

  /// Simulated seconds that are on screen.
  get shown(): number {
    return this.playhead;
  }

  /// Moves the playhead to `now` (real s); once a picture.
  advance(now: number): void {
    const newest = this.frames.at(-1);
    const passed = Math.min(0.25, Math.max(0, now - this.last_advance));
    this.last_advance = now;
    if (newest === undefined) return;
    const speed = newest.frame.paused ? 0 : Math.max(0, newest.frame.speed);
    const delay = newest.frame.paused ? 0 : Math.min(kMostDelay_s, Math.max(kLeastDelay_s, 1.2 * this.interval + 2 * this.jitter));
    const since = Math.min(now - newest.arrived, 2 * this.interval);
    const wanted = newest.frame.paused ? newest.time : newest.time + (since - delay) * speed;
    this.playhead += passed * speed;
    const error = wanted - this.playhead;
    if (Math.abs(error) > kFarOff_s * Math.max(1, speed)) this.playhead = wanted;
    else this.playhead += error * (1 - Math.exp(-passed / kFollow_s));
    const oldest = this.frames[0]?.time ?? newest.time;
    this.playhead = Math.min(newest.time, Math.max(oldest, this.playhead));
  }

  /// Vehicles at the playhead.
  sample(): VehicleState[] {
    const { a, b, share } = this.around();
    if (b === undefined) return [];
    if (a === undefined || a.frame.vehicles.length !== b.frame.vehicles.length) return b.frame.vehicles;
    return b.frame.vehicles.map((vehicle, i) => between(a.frame.vehicles[i]!, vehicle, share));
  }

  /// Vehicles at a tick of the run; null where that is not known any more, or not yet.
  at(tick: number): VehicleState[] | null {
    const after = this.frames.findIndex(({ frame }) => frame.tick >= tick);
    const [a, b] = [this.frames[after - 1], this.frames[after]];
    if (b === undefined || (a === undefined && b.frame.tick !== tick)) return null;
    if (a === undefined || a.frame.vehicles.length !== b.frame.vehicles.length) return b.frame.vehicles;
    const share = (tick - a.frame.tick) / (b.frame.tick - a.frame.tick);
    return b.frame.vehicles.map((vehicle, i) => between(a.frame.vehicles[i]!, vehicle, share));
  }

  /// Bodies at the playhead; one that rests stays the same object.
  sample_bodies(): readonly BodyPlace[] {
    const { a, b, share } = this.around();
    if (b === undefined) return [];
    if (a === undefined || a.bodies === b.bodies || a.bodies.length !== b.bodies.length) return b.bodies;
    return b.bodies.map((place, i) => between_places(a.bodies[i]!, place, share, b.time - a.time));
  }

  /// The frames before and after the playhead, and how far it is from one to the other.
  private around(): { a: Kept | undefined; b: Kept | undefined; share: number } {
    let after = this.frames.length - 1;
    while (after > 0 && this.frames[after - 1]!.time >= this.playhead) --after;
    const b = this.frames[after];
    const a = this.frames[after - 1];
    if (a === undefined || b === undefined || b.time <= a.time) return { a: undefined, b, share: 1 };
    return { a, b, share: Math.min(1, Math.max(0, (this.playhead - a.time) / (b.time - a.time))) };
  }
}

function mix(a: number, b: number, share: number): number {
  return a + (b - a) * share;
}

/// The short way round.
export function mix_angle(a: number, b: number, share: number): number {
  let turn = (b - a) % (2 * Math.PI);
  if (turn > Math.PI) turn -= 2 * Math.PI;
  if (turn < -Math.PI) turn += 2 * Math.PI;
  return a + turn * share;
}

type Turn = readonly [number, number, number, number]; // quaternion, x y z w
type Angles = Pick<VehicleState, 'yaw' | 'pitch' | 'roll'>;

/// The short way round; frames are so close that a chord is an arc.
export function mix_turn(a: Turn, b: Turn, share: number): Turn {
  const near = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0 ? -1 : 1;
  const [x, y, z, w] = [0, 1, 2, 3].map((i) => mix(a[i]!, near * b[i]!, share)) as [number, number, number, number];
  const size = Math.hypot(x, y, z, w);
  return size > 0 ? [x / size, y / size, z / size, w / size] : b;
}

/// About z, then y, then x: as the state frame tells them.
export function turn_of({ yaw, pitch, roll }: Angles): Turn {
  const [cz, sz, cy, sy] = [Math.cos(yaw / 2), Math.sin(yaw / 2), Math.cos(pitch / 2), Math.sin(pitch / 2)];
  const [cx, sx] = [Math.cos(roll / 2), Math.sin(roll / 2)];
  return [sx * cy * cz - cx * sy * sz, cx * sy * cz + sx * cy * sz, cx * cy * sz - sx * sy * cz, cx * cy * cz + sx * sy * sz];
}

export function angles_of([x, y, z, w]: Turn): Angles {
  return {
    yaw: Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)),
    pitch: Math.asin(Math.max(-1, Math.min(1, 2 * (w * y - z * x)))),
    roll: Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)),
  };
}

/// How far a vehicle stands on its wheels: 1 on the level, 0 on its side, -1 on its roof.
export function uprightness({ pitch, roll }: Pick<VehicleState, 'pitch' | 'roll'>): number {
  return Math.cos(pitch) * Math.cos(roll);
}

/// On its side or roof, or stopped for good: nothing its driver does helps.
export function is_upset(vehicle: VehicleState): boolean {
  return vehicle.frozen || uprightness(vehicle) < 0.35; // as rigid physics judges it
}

/// A body between two frames that are `seconds` apart. One that begins its way anew jumps.
export function between_places(a: BodyPlace, b: BodyPlace, share: number, seconds: number): BodyPlace {
  if (a === b) return b;
  const jump = Math.hypot(b.x - a.x, b.y - a.y, b.z - a.z) > 0.3 + kFastest * seconds;
  if (jump || a.present !== b.present || a.variant !== b.variant) return share < 0.5 ? a : b;
  return {
    x: mix(a.x, b.x, share), y: mix(a.y, b.y, share), z: mix(a.z, b.z, share),
    turn: mix_turn(a.turn, b.turn, share), scale: mix(a.scale, b.scale, share), variant: b.variant, present: b.present,
  };
}

/// Poses and rates between two frames; a jump of a placed vehicle is not smoothed.
export function between(a: VehicleState, b: VehicleState, share: number): VehicleState {
  const jump = Math.hypot(b.x - a.x, b.y - a.y, b.z - a.z);
  if (a.present !== b.present || jump > 0.5 + 0.5 * (Math.abs(a.speed) + Math.abs(b.speed))) return share < 0.5 ? a : b;
  // near the vertical the three angles jump while the vehicle does not
  const steep = Math.max(Math.abs(a.pitch), Math.abs(b.pitch)) > kSteep;
  return {
    ...b,
    x: mix(a.x, b.x, share),
    y: mix(a.y, b.y, share),
    z: mix(a.z, b.z, share),
    ...(steep ? angles_of(mix_turn(turn_of(a), turn_of(b), share)) : {
      yaw: mix_angle(a.yaw, b.yaw, share),
      pitch: mix_angle(a.pitch, b.pitch, share),
      roll: mix_angle(a.roll, b.roll, share),
    }),
    speed: mix(a.speed, b.speed, share),
    yaw_rate: mix(a.yaw_rate, b.yaw_rate, share),
    steer: mix(a.steer, b.steer, share),
  };
}
