import { describe, expect, test } from 'vitest';
import type { GameStatus } from '../net/messages';
import { verdict_of } from './game';
import { car_words, place_of } from './views';

const kCar = { key_point: -1, passed: [0, 0], penalty: 0, failed: false, finished: false };
const kHome = { ...kCar, key_point: 1, passed: [3, 8], finished: true };
const kGame: GameStatus = { mode: 'race', running: true, began: 0, cars: [kCar], task: 0, points: 0, end: 'running', ended: 0 };

describe('how a race ended', () => {
  test('is not said while it goes on, nor elsewhere', () => {
    expect([verdict_of(null, '', false), verdict_of(kGame, '', false), verdict_of({ ...kGame, mode: 'explore', cars: [kHome] }, '', false)]).toEqual([null, null, null]);
  });

  test('a finish is an accomplishment, a faster one than ever a record', () => {
    expect(verdict_of({ ...kGame, cars: [kHome] }, '', false)).toEqual({ kind: 'success', title: 'Mission accomplished', words: '0:08.00' });
    expect(verdict_of({ ...kGame, cars: [kHome] }, '', true)?.title).toBe('New best time');
  });

  test('a failure of the only car says why', () => {
    const cars = [{ ...kCar, failed: true }];
    expect(verdict_of({ ...kGame, cars }, 'the car touched a wall', false)?.words).toBe('The car touched a wall. Restart to try again.');
    expect(verdict_of({ ...kGame, cars: [...cars, kCar] }, '', false)).toBeNull();
  });

  test('of several cars names the winner', () => {
    const cars = [{ ...kHome, passed: [3, 9] }, kHome];
    expect(verdict_of({ ...kGame, cars }, '', false)).toEqual({ kind: 'success', title: 'Car 2 wins', words: 'in 0:08.00' });
  });
});

describe('a car of a split screen', () => {
  test('says how it stands', () => {
    expect([car_words(kGame, 0, false), car_words(kGame, 0, true), car_words({ ...kGame, running: false }, 0, true)]).toEqual(['waiting for its program', 'on its way', 'ready']);
    expect(car_words({ ...kGame, cars: [{ ...kCar, key_point: 0 }] }, 0, true)).toBe('checkpoint 1');
    expect(car_words({ ...kGame, cars: [kHome] }, 0, false)).toBe('finished');
  });

  test('has a place once it is home', () => {
    const game = { ...kGame, cars: [{ ...kHome, penalty: 5 }, kHome, kCar] };
    expect([place_of(game, 0), place_of(game, 1), place_of(game, 2)]).toEqual([2, 1, 0]);
  });
});
