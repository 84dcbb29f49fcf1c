import { describe, expect, test } from 'vitest';
import { kOriginalWindow, Units } from './units';
import type { Point } from './path';
import type { UnitChoice } from './units';

const kWindow = { ...kOriginalWindow, left: -3.2, top: 2.4, bottom: -2.4 };
const kChoices: UnitChoice[] = (['m', 'px'] as const).flatMap((length) => (['up', 'down'] as const).map((y) => ({ length, y })));

describe('places', () => {
  test('in metres with y up are those of the world', () => {
    expect(new Units({ length: 'm', y: 'up' }, kWindow).place([1.5, -2])).toEqual([1.5, -2]);
  });

  test('in pixels with y down are those of the original: the middle of its window is (320, 240)', () => {
    expect(new Units({ length: 'px', y: 'down' }).place([3.2, 2.4])).toEqual([320, 240]);
    const units = new Units({ length: 'px', y: 'down' }, kWindow);
    expect(units.place([0, 0])).toEqual([320, 240]);
    expect(units.place([-3.2, 2.4]).map((each) => Math.abs(each))).toEqual([0, 0]);
    expect(units.place([1.8, 1.4])[0]).toBeCloseTo(500, 9);
    expect(units.place([1.8, 1.4])[1]).toBeCloseTo(100, 9);
  });

  test('in pixels with y up count from the lower left', () => {
    expect(new Units({ length: 'px', y: 'up' }, kWindow).place([-3.2, -2.4]).map((each) => Math.abs(each))).toEqual([0, 0]);
  });

  test.each(kChoices)('told and read again are the same: $length, y $y', (choice) => {
    const units = new Units(choice, kWindow);
    const at: Point = [1.234, -0.567];
    expect(units.world(units.place(at))[0]).toBeCloseTo(at[0], 12);
    expect(units.world(units.place(at))[1]).toBeCloseTo(at[1], 12);
  });

  test.each(kChoices)('a vector is the difference of two places: $length, y $y', (choice) => {
    const units = new Units(choice, kWindow);
    const [a, b, d] = [units.place([1, 2]), units.place([1.5, 1]), units.vector([0.5, -1])];
    expect(b[0] - a[0]).toBeCloseTo(d[0], 9);
    expect(b[1] - a[1]).toBeCloseTo(d[1], 9);
  });
});

describe('figures', () => {
  const units = new Units({ length: 'px', y: 'down' }, kWindow);

  test.each([
    ['m', 'px', 1, 100], ['m/s', 'px/s', 5, 500], ['m/s²', 'px/s²', 5, 500], ['1/m', '1/px', 0.05, 0.0005], ['1/s', '1/s', 1.5, 1.5], ['', '', 3, 3], ['rad', 'rad', 1, 1],
  ])('in %s are told in %s', (metric, told, value, shown) => {
    expect(units.unit(metric)).toBe(told);
    expect(units.figure(value, metric)).toBeCloseTo(shown, 12);
    expect(units.metric(units.figure(value, metric), metric)).toBeCloseTo(value, 12);
  });

  test('have no sign of an axis', () => {
    expect(units.size(2)).toBe(200);
    expect(units.vector([0, 1])[1]).toBe(-100);
  });
});
