// From state frames at whatever rate they come to a smooth moment for each picture. The playhead follows
// the newest frame at a small distance, so that there is nearly always a frame on either side of it.

import type { StateFrame, VehicleState } from '../net/messages';

const kKept = 90;
const kFollow_s = 0.2; // time constant with which the playhead corrects itself
const kFarOff_s = 0.4; // real time; beyond it the playhead jumps
const kLeastDelay_s = 0.02;
const kMostDelay_s = 0.2;

interface Kept {
  frame: StateFrame;
  time: number; // simulated s
  arrived: number; // real s
}

export class Timeline {
  private frames: Kept[] = [];
  private tick_s = 0.01;
  private playhead = 0; // simulated s
  private last_advance = 0;
  private interval = 1 / 60; // real s between frames, smoothed
  private jitter = 0;

  /// Forgets everything; the next frames belong to another room or level.
  reset(tick_s: number): void {
    this.frames = [];
    this.tick_s = tick_s;
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
    this.frames.push({ frame, time, arrived: now });
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
    let after = this.frames.length - 1;
    if (after < 0) return [];
    while (after > 0 && this.frames[after - 1]!.time >= this.playhead) --after;
    const b = this.frames[after]!;
    const a = this.frames[after - 1];
    if (a === undefined || b.time <= a.time || a.frame.vehicles.length !== b.frame.vehicles.length) return b.frame.vehicles;
    const share = Math.min(1, Math.max(0, (this.playhead - a.time) / (b.time - a.time)));
    return b.frame.vehicles.map((vehicle, i) => between(a.frame.vehicles[i]!, vehicle, share));
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

/// Poses and rates between two frames; a jump of a placed vehicle is not smoothed.
export function between(a: VehicleState, b: VehicleState, share: number): VehicleState {
  const jump = Math.hypot(b.x - a.x, b.y - a.y, b.z - a.z);
  if (jump > 0.5 + 0.5 * (Math.abs(a.speed) + Math.abs(b.speed))) return share < 0.5 ? a : b;
  return {
    ...b,
    x: mix(a.x, b.x, share),
    y: mix(a.y, b.y, share),
    z: mix(a.z, b.z, share),
    yaw: mix_angle(a.yaw, b.yaw, share),
    pitch: mix_angle(a.pitch, b.pitch, share),
    roll: mix_angle(a.roll, b.roll, share),
    speed: mix(a.speed, b.speed, share),
    yaw_rate: mix(a.yaw_rate, b.yaw_rate, share),
    steer: mix(a.steer, b.steer, share),
  };
}
