import { describe, expect, test } from 'vitest';
import type { Pursuer } from '../net/messages';
import { pursuer_at as pursuer } from './pursuits.fixture';
import { Pursuits, kKept_s, laid_over } from './pursuits';
import type { FlightCurve } from './pursuits';

function pushed(times: readonly number[], more: Partial<Pursuer> = {}, run = 1): Pursuits {
  const pursuits = new Pursuits();
  pursuits.reset(0.01);
  for (const time of times) pursuits.push({ kind: 'pursuit', run, tick: Math.round(time * 100), vehicles: [pursuer(time, more)] });
  return pursuits;
}

const seconds = (count: number, step: number): number[] => Array.from({ length: count }, (_, i) => i * step);

describe('the last seconds', () => {
  test('are told at any moment between two frames', () => {
    const pursuits = pushed([0, 0.1, 0.2]);
    expect(pursuits.newest(0)!.position[0]).toBeCloseTo(0.4, 12);
    expect(pursuits.at(0, 0.15)!.position[0]).toBeCloseTo(0.3, 12);
    expect(pursuits.at(0, 0.15)!.hits[0]![0]).toBeCloseTo(1.3, 12);
    expect(pursuits.at(0, 99)!.position[0]).toBeCloseTo(0.4, 12); // no further than is known
    expect(pursuits.at(0, -1)!.position[0]).toBe(0);
    expect([pursuits.newest(1), pursuits.at(1, 0.1), new Pursuits().at(0, 0)]).toEqual([null, null, null]);
  });

  test('do not smooth a carrot that jumps to another way', () => {
    const pursuits = pushed([0]);
    pursuits.push({ kind: 'pursuit', run: 1, tick: 10, vehicles: [pursuer(0.1, { segment: 2, carrot: [50, 50] })] });
    expect(pursuits.at(0, 0.04)!.carrot).toEqual([1, 0]);
    expect(pursuits.at(0, 0.06)!.carrot).toEqual([50, 50]);
  });

  test('are not more than that', () => {
    const times = [...pushed(seconds(2000, 0.02)).history(0)].map(({ time }) => time);
    expect(times.at(-1)! - times[0]!).toBeLessThanOrEqual(kKept_s);
    expect(times.length).toBeLessThanOrEqual(900);
  });

  test('begin anew with another run, and a moment told again is the newer one', () => {
    const pursuits = pushed([0, 0.1]);
    pursuits.push({ kind: 'pursuit', run: 1, tick: 10, vehicles: [pursuer(0.1, { along: 7 })] });
    expect([...pursuits.history(0)].map((each) => each.pursuer.along)).toEqual([0, 7]);
    pursuits.push({ kind: 'pursuit', run: 2, tick: 0, vehicles: [pursuer(0)] });
    expect([...pursuits.history(0)].length).toBe(1);
  });

  test('are told as they come, until nobody asks any more', () => {
    const pursuits = pushed([0]);
    let heard = 0;
    const stop = pursuits.watch(() => ++heard);
    pursuits.push({ kind: 'pursuit', run: 1, tick: 1, vehicles: [pursuer(0.01)] });
    stop();
    pursuits.push({ kind: 'pursuit', run: 1, tick: 2, vehicles: [pursuer(0.02)] });
    expect(heard).toBe(1);
  });

  test('find a vehicle by its slot, whatever stood there before', () => {
    expect(pushed([0], { vehicle: 4096 + 3 }).newest(3)).not.toBeNull();
  });
});

describe('curves of flights', () => {
  test('have what was flown, and nothing from before or after', () => {
    const pursuits = pushed([0, 0.1, 0.2]);
    pursuits.push({ kind: 'pursuit', run: 1, tick: 30, vehicles: [pursuer(0.3, { in_flight: false })] });
    expect(pursuits.curve(1)).toMatchObject({ flight: 1, vehicle: 0, times: [0, 0.1, 0.2], speed: [2, 2, 2], cross: [0.1, 0.1, 0.1] });
    expect(pursuits.curve(1)!.error[0]).toBeCloseTo(1, 12);
    expect(pursuits.curve(2)).toBeNull();
  });

  test('of a long flight are whole and small', () => {
    const { times } = pushed(seconds(20_000, 0.02)).curve(1)!;
    expect(times.length).toBeLessThanOrEqual(1501);
    expect(times[0]).toBe(0);
    expect(times.at(-1)!).toBeGreaterThan(390);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  test('of many flights are the newest', () => {
    const pursuits = new Pursuits();
    for (let flight = 1; flight <= 100; ++flight) pursuits.push({ kind: 'pursuit', run: 1, tick: flight, vehicles: [pursuer(0, { flight })] });
    expect(pursuits.curve(100)).not.toBeNull();
    expect(pursuits.curve(1)).toBeNull();
  });

  test('are forgotten with a restart', () => {
    const pursuits = pushed([0, 0.1]);
    pursuits.push({ kind: 'pursuit', run: 2, tick: 0, vehicles: [pursuer(0, { flight: 0, in_flight: false })] });
    expect(pursuits.curve(1)).toBeNull();
  });
});

describe('two curves over each other', () => {
  const curve = (along: number[], cross: number[]): FlightCurve => ({ flight: 1, vehicle: 0, times: along.map((_, i) => i), along, cross, error: cross, speed: cross });

  test('share an axis, each with its own values and nothing beyond its ends', () => {
    const { x, columns } = laid_over([curve([0, 2, 4], [0, 20, 40]), curve([1, 2], [5, 6])], 'cross');
    expect(x).toEqual([0, 1, 2, 4]);
    expect(columns).toEqual([[0, 10, 20, 40], [NaN, 5, 6, NaN]]);
  });

  test('go on where a vehicle was blown back', () => {
    expect(laid_over([curve([0, 2, 1, 2, 3], [1, 2, 9, 9, 4])], 'cross')).toEqual({ x: [0, 2, 3], columns: [[1, 2, 4]] });
    expect(laid_over([curve([0, 2, 1], [1, 2, 3])], 'along')).toEqual({ x: [0, 1, 2], columns: [[0, 2, 1]] });
  });

  test('of a flight that was not seen is empty', () => {
    expect(laid_over([null, curve([0, 1], [2, 3])], 'cross')).toEqual({ x: [0, 1], columns: [[NaN, NaN], [2, 3]] });
    expect(laid_over([], 'speed')).toEqual({ x: [], columns: [] });
  });
});
