import { describe, expect, test } from 'vitest';
import type { BodiesFrame, BodyPlace, StateFrame, VehicleState } from '../net/messages';
import { Timeline, angles_of, between, between_places, is_upset, mix_angle, turn_of } from './timeline';

function vehicle(x: number, yaw = 0): VehicleState {
  return {
    x, y: 0, z: 0, yaw, pitch: 0, roll: 0, speed: 2, yaw_rate: 0, steer: 0, drive: 0, brake: 0, laps: 0, lap_time: 0,
    next_gate: 0, frozen: false, touched: false, finished: false, held: false, present: true, place: 0,
  };
}

function frame(tick: number, x: number, more: Partial<StateFrame> = {}): StateFrame {
  return { kind: 'state', paused: false, waiting: false, replay: false, run: 1, tick, speed: 1, vehicles: [vehicle(x)], ...more };
}

/// A car at 2 m/s, frames at `rate`, arrivals late by up to `jitter`; pictures at 60 Hz. Returns the steps of x.
function drive(rate: number, jitter: number): number[] {
  const timeline = new Timeline();
  timeline.reset(0.001);
  const steps: number[] = [];
  let sent = 0;
  let last = NaN;
  for (let picture = 0; picture < 600; ++picture) {
    const now = picture / 60;
    while (sent / rate + jitter * Math.abs(Math.sin(sent * 7.3)) <= now) {
      const time = sent / rate;
      timeline.push(frame(Math.round(time * 1000), 2 * time), now);
      ++sent;
    }
    timeline.advance(now);
    const x = timeline.sample()[0]?.x ?? NaN;
    if (picture > 120) steps.push(x - last);
    last = x;
  }
  return steps;
}

describe('Timeline', () => {
  test.each([[60, 0.004], [50, 0.004], [30, 0.004], [20, 0.01]])('frames at %i Hz give even steps of 60 Hz', (rate, jitter) => {
    const steps = drive(rate, jitter);
    const ideal = 2 / 60;

    expect(Math.min(...steps)).toBeGreaterThan(0.4 * ideal);
    expect(Math.max(...steps)).toBeLessThan(1.8 * ideal);
  });

  test('a new run is not interpolated across', () => {
    const timeline = new Timeline();
    timeline.reset(0.01);
    timeline.push(frame(500, 50), 0);
    timeline.push(frame(0, 0, { run: 2 }), 0.02);
    timeline.advance(0.03);

    expect(timeline.sample()[0]!.x).toBe(0);
  });

  test('while paused the newest frame is shown', () => {
    const timeline = new Timeline();
    timeline.reset(0.01);
    timeline.push(frame(10, 1), 0);
    timeline.push(frame(12, 2, { paused: true, speed: 0 }), 0.02);
    for (let i = 0; i < 120; ++i) timeline.advance(0.02 + i / 60);

    expect(timeline.sample()[0]!.x).toBeCloseTo(2, 3);
  });

  test('a tick between two frames is known, one before the first or after the last is not', () => {
    const timeline = new Timeline();
    timeline.reset(0.01);
    for (const tick of [10, 20, 30]) timeline.push(frame(tick, tick / 10), tick / 100);

    expect([10, 15, 30].map((tick) => timeline.at(tick)?.[0]?.x)).toEqual([1, 1.5, 3]);
    expect([9, 31].map((tick) => timeline.at(tick))).toEqual([null, null]);
  });

  test('without frames there are no vehicles', () => {
    expect(new Timeline().sample()).toEqual([]);
    expect(new Timeline().at(0)).toBeNull();
  });
});

function place(x: number, more: Partial<BodyPlace> = {}): BodyPlace {
  return { x, y: 0, z: 0, turn: [0, 0, 0, 1], scale: 1, variant: 0, present: true, ...more };
}

function bodies(tick: number, moved: Record<number, BodyPlace>, more: Partial<BodiesFrame> = {}): BodiesFrame {
  return { kind: 'bodies', complete: false, run: 1, tick, bodies: Object.entries(moved).map(([index, at]) => ({ index: Number(index), place: at })), ...more };
}

/// A time line of 10 ms ticks with two bodies, told whole at tick 0.
function two_bodies(): Timeline {
  const timeline = new Timeline();
  timeline.reset(0.01);
  timeline.push_bodies(bodies(0, { 0: place(0), 1: place(5) }, { complete: true }));
  timeline.push(frame(0, 0), 0);
  return timeline;
}

describe('bodies', () => {
  test('one that rests stays the same object, one that moves goes from frame to frame', () => {
    const timeline = two_bodies();
    const start = timeline.sample_bodies();
    timeline.push(frame(2, 0), 0.02); // nothing moved: nothing was told
    timeline.push_bodies(bodies(4, { 0: place(0.1) }));
    timeline.push(frame(4, 0), 0.04);
    let [last, steps] = [0, 0];
    for (let i = 0; i < 100; ++i) {
      timeline.advance(0.04 + i / 1000);
      const now = timeline.sample_bodies();
      expect(now[1]).toBe(start[1]);
      expect(now[0]!.x).toBeGreaterThanOrEqual(last);
      if (timeline.shown <= 0.02) expect(now[0]!.x).toBe(0); // it began to move after tick 2, not before
      if (now[0]!.x > last) ++steps;
      last = now[0]!.x;
    }

    expect(steps).toBeGreaterThan(3);
    expect(last).toBeCloseTo(0.1, 6);
  });

  test('a new run begins where it is told, without a way from the last one', () => {
    const timeline = two_bodies();
    timeline.push_bodies(bodies(0, { 0: place(-3), 1: place(7) }, { complete: true, run: 2 }));
    expect(timeline.sample_bodies().map(({ x }) => x)).toEqual([0, 5]); // still the last frame of run 1
    timeline.push(frame(0, 0, { run: 2 }), 0.02);

    for (let i = 0; i < 30; ++i) {
      timeline.advance(0.02 + i / 60);
      expect(timeline.sample_bodies().map(({ x }) => x)).toEqual([-3, 7]);
    }
  });

  test('changes of a run whose bodies were never told are nobody’s', () => {
    const timeline = two_bodies();
    timeline.push_bodies(bodies(9, { 0: place(-3) }, { run: 2 }));
    timeline.push(frame(9, 0, { run: 2 }), 0.02);
    expect(timeline.sample_bodies()).toEqual([]);
  });

  test('told after the state of the same tick, they belong to it', () => {
    const timeline = two_bodies();
    timeline.push(frame(2, 0, { paused: true, speed: 0 }), 0.02);
    timeline.push_bodies(bodies(2, { 1: place(6) }));
    for (let i = 0; i < 120; ++i) timeline.advance(0.02 + i / 60);
    expect(timeline.sample_bodies()[1]!.x).toBeCloseTo(6, 6);
  });

  test('one that begins its way anew, comes or goes is not smeared', () => {
    expect(between_places(place(8), place(-8), 0.4, 0.02).x).toBe(8);
    expect(between_places(place(8), place(-8), 0.6, 0.02).x).toBe(-8);
    const gone = place(0.1, { present: false });
    expect(between_places(place(0), gone, 0.6, 0.02)).toBe(gone);
  });

  test('turns go the short way round', () => {
    const a = turn_of({ yaw: 3.1, pitch: 0, roll: 0 });
    const b = turn_of({ yaw: -3.1, pitch: 0, roll: 0 });
    const half = angles_of(between_places(place(0, { turn: a }), place(0, { turn: b }), 0.5, 0.02).turn);
    expect(Math.abs(half.yaw)).toBeCloseTo(Math.PI, 6);
  });
});

describe('a vehicle that tumbles', () => {
  test.each([[0.3, 0.2, 3.1], [-2, 1.4, -2.9], [3, -1.5, 0.4]])('angles %f %f %f survive the way over a quaternion', (yaw, pitch, roll) => {
    const again = angles_of(turn_of({ yaw, pitch, roll }));
    expect([again.yaw, again.pitch, again.roll].map((each) => Number(each.toFixed(9)))).toEqual([yaw, pitch, roll]);
  });

  test('end over end it passes the vertical without a spin', () => {
    // nose down past the vertical: the three angles jump by half a turn
    const a = { ...vehicle(0), pitch: 1.5 };
    const b = { ...vehicle(0), yaw: Math.PI, pitch: Math.PI - 1.7, roll: Math.PI };
    const half = turn_of(between(a, b, 0.5));
    const want = turn_of({ yaw: 0, pitch: 1.6, roll: 0 });
    expect(Math.abs(half.reduce((sum, each, i) => sum + each * want[i]!, 0))).toBeCloseTo(1, 9);
  });

  test('is upset on its side and on its roof', () => {
    const lying = (roll: number, pitch = 0): boolean => is_upset({ ...vehicle(0), roll, pitch });
    expect([0, 0.5, 1.0, 1.5, Math.PI, -1.6].map((roll) => lying(roll))).toEqual([false, false, false, true, true, true]);
    expect(lying(0, 1.5)).toBe(true);
    expect(is_upset({ ...vehicle(0), frozen: true })).toBe(true);
  });
});

describe('between', () => {
  test('angles go the short way round', () => {
    expect(Math.abs(mix_angle(3.1, -3.1, 0.5))).toBeCloseTo(Math.PI, 2);
    expect(between(vehicle(0, 3.1), vehicle(0, -3.1), 0.5).yaw).toBeCloseTo(3.1 + (2 * Math.PI - 6.2) / 2, 12);
  });

  test('a vehicle that was placed elsewhere jumps', () => {
    expect(between(vehicle(0), vehicle(30), 0.4).x).toBe(0);
    expect(between(vehicle(0), vehicle(30), 0.6).x).toBe(30);
  });
});
