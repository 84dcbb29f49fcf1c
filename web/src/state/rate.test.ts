import { expect, test } from 'vitest';
import { RateMeter } from './rate';

test('pictures in bursts are counted as often as they come, and never jump', () => {
  const meter = new RateMeter();
  const seen: number[] = [];
  // twelve a second, four at a time and 2 ms apart: the time from one to the next would say 3 to 500 Hz
  for (let burst = 0; burst < 18; ++burst) {
    for (let i = 0; i < 4; ++i) {
      const now = burst / 3 + i * 0.002;
      meter.add(now);
      const rate = meter.rate(now);
      if (rate !== null && now > 2) seen.push(rate);
    }
  }
  expect(Math.min(...seen)).toBeGreaterThan(10);
  expect(Math.max(...seen)).toBeLessThan(15);
});

test('a rate that nobody can know yet, or that has ended, is none', () => {
  const meter = new RateMeter();
  expect(meter.rate(0)).toBeNull();
  meter.add(1);
  meter.add(1.001);
  expect(meter.rate(1.001)).toBeNull();
  expect(meter.rate(2)).toBe(2);
  expect(meter.rate(9)).toBeNull(); // paused
});
