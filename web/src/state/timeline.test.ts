import { describe, expect, test } from 'vitest';
import type { StateFrame, VehicleState } from '../net/messages';
import { Timeline, between, mix_angle } from './timeline';

function vehicle(x: number, yaw = 0): VehicleState {
  return {
    x, y: 0, z: 0, yaw, pitch: 0, roll: 0, speed: 2, yaw_rate: 0, steer: 0, drive: 0, brake: 0, laps: 0, lap_time: 0,
    next_gate: 0, frozen: false, touched: false, finished: false, held: false, place: 0,
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

  test('without frames there are no vehicles', () => {
    expect(new Timeline().sample()).toEqual([]);
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
