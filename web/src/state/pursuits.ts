// What vehicles that follow a path tell of their pursuit: the last seconds for whoever draws them, and the curve of every
// flight of this run, so that two of them can be laid over each other. Simulated seconds, metres.

import { slot_of } from '../net/messages';
import type { Pair, Pursuer, PursuitFrame } from '../net/messages';

export const kKept_s = 10;
const kMostKept = 900; // frames
const kMostCurves = 32;
const kMostSamples = 1500; // of a curve; then every second one goes

interface Kept {
  time: number;
  vehicles: readonly Pursuer[];
}

/// A flight as it was flown, one sample after the other.
export interface FlightCurve {
  flight: number;
  vehicle: number;
  times: number[]; // s since it began
  along: number[]; // m of the path done
  cross: number[]; // m from the path, positive to its left
  error: number[]; // m from the carrot
  speed: number[]; // m/s
}

type CurveName = 'times' | 'along' | 'cross' | 'error' | 'speed';
const kCurveNames: readonly CurveName[] = ['times', 'along', 'cross', 'error', 'speed'];

export class Pursuits {
  private kept: Kept[] = [];
  private curves = new Map<number, FlightCurve & { stride: number; count: number }>();
  private listeners = new Set<(time: number) => void>();
  private run = -1;
  private tick_s = 0.01;

  /// Forgets everything; the next frames belong to another room or level.
  reset(tick_s: number): void {
    this.kept = [];
    this.curves.clear();
    this.run = -1;
    this.tick_s = tick_s;
  }

  push(frame: PursuitFrame): void {
    const time = frame.tick * this.tick_s;
    if (frame.run !== this.run) {
      this.kept = [];
      this.curves.clear();
      this.run = frame.run;
    }
    while (this.kept.length > 0 && this.kept.at(-1)!.time >= time) this.kept.pop(); // told again while paused, or gone back in time
    this.kept.push({ time, vehicles: frame.vehicles });
    while (this.kept.length > kMostKept || this.kept[0]!.time < time - kKept_s) this.kept.shift();
    for (const pursuer of frame.vehicles) if (pursuer.in_flight && pursuer.flight > 0) this.follow(pursuer);
    for (const listener of this.listeners) listener(time);
  }

  /// Runs after each frame from now on, with its simulated second, until the function returned is called.
  watch(listener: (time: number) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /// Of the vehicle in a slot, as last told; null where it follows no path.
  newest(slot: number): Pursuer | null {
    return find(this.kept.at(-1), slot);
  }

  /// The same at a moment of the last seconds, between two frames.
  at(slot: number, time: number): Pursuer | null {
    let after = this.kept.length - 1;
    while (after > 0 && this.kept[after - 1]!.time >= time) --after;
    const [a, b] = [this.kept[after - 1], this.kept[after]];
    const [from, to] = [find(a, slot), find(b, slot)];
    if (a === undefined || b === undefined || from === null || to === null) return to;
    return between(from, to, Math.min(1, Math.max(0, (time - a.time) / (b.time - a.time))));
  }

  /// Every kept moment of the vehicle in a slot, the oldest first.
  *history(slot: number): Iterable<{ time: number; pursuer: Pursuer }> {
    for (const kept of this.kept) {
      const pursuer = find(kept, slot);
      if (pursuer !== null) yield { time: kept.time, pursuer };
    }
  }

  /// As flown so far; null where nothing of it was seen.
  curve(flight: number): FlightCurve | null {
    return this.curves.get(flight) ?? null;
  }

  private follow(pursuer: Pursuer): void {
    const { flight, flight_time, along, cross_track, position_error, velocity } = pursuer;
    let curve = this.curves.get(flight);
    if (curve === undefined || flight_time < (curve.times.at(-1) ?? 0)) {
      curve = { flight, vehicle: pursuer.vehicle, times: [], along: [], cross: [], error: [], speed: [], stride: 1, count: 0 };
      this.curves.delete(flight);
      this.curves.set(flight, curve);
      for (const old of [...this.curves.keys()].slice(0, Math.max(0, this.curves.size - kMostCurves))) this.curves.delete(old);
    }
    if (curve.times.at(-1) === flight_time || curve.count++ % curve.stride !== 0) return;
    curve.times.push(flight_time);
    curve.along.push(along);
    curve.cross.push(cross_track);
    curve.error.push(Math.hypot(...position_error));
    curve.speed.push(Math.hypot(...velocity));
    if (curve.times.length <= kMostSamples) return;
    for (const name of kCurveNames) curve[name] = curve[name].filter((_, i) => i % 2 === 0);
    curve.stride *= 2;
  }
}

function find(kept: Kept | undefined, slot: number): Pursuer | null {
  return kept?.vehicles.find(({ vehicle }) => slot_of(vehicle) === slot) ?? null;
}

/// Places and vectors between two frames; a carrot that jumped to another way is not smoothed.
function between(a: Pursuer, b: Pursuer, share: number): Pursuer {
  if (a.flight !== b.flight || a.segment !== b.segment || a.why !== b.why) return share < 0.5 ? a : b;
  const mix = (x: Pair, y: Pair): Pair => [x[0] + (y[0] - x[0]) * share, x[1] + (y[1] - x[1]) * share];
  return {
    ...b, position: mix(a.position, b.position), velocity: mix(a.velocity, b.velocity), accel_command: mix(a.accel_command, b.accel_command),
    carrot: mix(a.carrot, b.carrot), closest: mix(a.closest, b.closest), lookahead: a.lookahead + (b.lookahead - a.lookahead) * share,
    hits: a.hits.length === b.hits.length ? b.hits.map((hit, i) => mix(a.hits[i]!, hit)) : b.hits,
  };
}

// --- two flights over each other -----------------------------------------------------------------------------------

/// What is plotted against what.
export const kComparisons = {
  cross: { title: 'Distance from the path', x: 'along', y: 'cross', x_unit: 'm', unit: 'm' },
  along: { title: 'Way done', x: 'times', y: 'along', x_unit: 's', unit: 'm' },
  error: { title: 'Distance to the carrot', x: 'times', y: 'error', x_unit: 's', unit: 'm' },
  speed: { title: 'Speed', x: 'times', y: 'speed', x_unit: 's', unit: 'm/s' },
} as const satisfies Record<string, { title: string; x: CurveName; y: CurveName; x_unit: string; unit: string }>;
export type Comparison = keyof typeof kComparisons;

/// Curves over one axis: every x that any of them has, in order, and each one's value there; NaN beyond its ends.
export function laid_over(curves: readonly (FlightCurve | null)[], what: Comparison): { x: number[]; columns: number[][] } {
  const { x, y } = kComparisons[what];
  const lines = curves.map((curve) => (curve === null ? { xs: [], ys: [] } : rising(curve[x], curve[y])));
  const xs = [...new Set(lines.flatMap((line) => line.xs))].sort((a, b) => a - b);
  return { x: xs, columns: lines.map((line) => resampled(line, xs)) };
}

/// Without samples that do not go on along x: a vehicle that waits or is blown back.
function rising(xs: readonly number[], ys: readonly number[]): { xs: number[]; ys: number[] } {
  const made: { xs: number[]; ys: number[] } = { xs: [], ys: [] };
  xs.forEach((x, i) => {
    if (x <= (made.xs.at(-1) ?? -Infinity)) return;
    made.xs.push(x);
    made.ys.push(ys[i]!);
  });
  return made;
}

function resampled({ xs, ys }: { xs: number[]; ys: number[] }, at: readonly number[]): number[] {
  let after = 0;
  return at.map((x) => {
    while (after < xs.length && xs[after]! < x) ++after;
    if (xs[after] === x) return ys[after]!;
    if (after === 0 || after >= xs.length) return NaN;
    const share = (x - xs[after - 1]!) / (xs[after]! - xs[after - 1]!);
    return ys[after - 1]! + (ys[after]! - ys[after - 1]!) * share;
  });
}
