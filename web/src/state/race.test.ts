import { describe, expect, test } from 'vitest';
import type { GameStatus } from '../net/messages';
import { behind_words, car_title, end_words, gauge_words, points_words, race_time, race_words, score_tone, slow_motion, slow_words, splits_of } from './race';

const kCar = { key_point: -1, passed: [0, 0, 0], penalty: 0, failed: false, finished: false };
const kGame: GameStatus = { mode: 'race', running: false, began: 0, cars: [kCar], task: 0, points: 0, end: 'running', ended: 0 };

describe('the race clock', () => {
  test('stands before the start, runs with simulated time, and stands at the finish', () => {
    expect(race_time(kGame, 0, 99)).toBe(0);
    expect(race_time({ ...kGame, running: true, began: 2 }, 0, 5.5)).toBe(3.5);
    const home = { ...kCar, key_point: 2, passed: [1, 2, 4], finished: true };
    expect(race_time({ ...kGame, running: true, began: 2, cars: [home] }, 0, 60)).toBe(4);
  });

  test('has penalties in it, and stands when a trial is over', () => {
    expect(race_time({ ...kGame, running: true, began: 2, cars: [{ ...kCar, penalty: 5 }] }, 0, 5)).toBe(8);
    expect(race_time({ ...kGame, running: true, began: 2, end: 'failed', ended: 1.5 }, 0, 5)).toBe(1.5);
    expect(race_time(kGame, 3, 5)).toBe(0);
  });

  test('is read in minutes, seconds and hundredths', () => {
    expect([race_words(0), race_words(9.999), race_words(83.456)]).toEqual(['0:00.00', '0:09.99', '1:23.45']);
  });
});

describe('a car is called', () => {
  test('by its number until the name of its program is known', () => {
    const link = { door: '', name: '', address: '', ports: [], connected: true, note: '', in_rate: 0, out_rate: 0 };
    expect(car_title([{ ...link, program: '' }, { ...link, program: 'fast.py' }], 0)).toBe('Car 1');
    expect(car_title([{ ...link, program: '' }, { ...link, program: 'fast.py' }], 1)).toBe('2 fast.py');
    expect(car_title([], 3)).toBe('Car 4');
  });
});

describe('splits', () => {
  test('are intervals, and one that was left out counts to the next', () => {
    const cars = [{ ...kCar, key_point: 2, passed: [3, 0, 10], finished: true }];
    expect(splits_of({ ...kGame, cars }, 0)).toEqual([
      { title: 'Checkpoint 1', seconds: 3, left_out: false }, { title: 'Checkpoint 2', seconds: 0, left_out: true }, { title: 'Finish', seconds: 7, left_out: false },
    ]);
    expect(splits_of(kGame, 0).every((split) => split.seconds === 0 && !split.left_out)).toBe(true);
  });
});

describe('scores', () => {
  test('have a tone', () => {
    const tone = (points: number, of: number, end: 'done' | 'failed' = 'done'): string => score_tone({ points, of, end });
    expect([tone(0, 2), tone(1, 2), tone(2, 2), tone(3, 2), tone(0, 0), tone(0, 0, 'failed'), tone(-1, 5)]).toEqual(['none', 'part', 'full', 'extra', 'full', 'none', 'none']);
  });

  test('are written short', () => {
    expect([points_words(2), points_words(2.5), points_words(1 / 3)]).toEqual(['2', '2.5', '0.33']);
  });

  test('say how a trial ended', () => {
    expect([end_words('done', 'x'), end_words('failed', 'it touched a wall'), end_words('time_up')]).toEqual(['Done', 'Failed: it touched a wall', 'Time was up']);
  });
});

describe('time', () => {
  test('is halved and doubled between 1/64 and 1', () => {
    expect([slow_motion(1, false), slow_motion(0.25, false), slow_motion(1 / 64, false)]).toEqual([0.5, 0.125, 1 / 64]);
    expect([slow_motion(0.25, true), slow_motion(1, true), slow_motion(4, true), slow_motion(0, false), slow_motion(0.3, false)]).toEqual([0.5, 1, 1, 0.5, 0.125]);
  });

  test('is said when it is slow', () => {
    expect([slow_words(0.25), slow_words(1), slow_words(0)]).toEqual(['Slow motion, 1/4 of real time', '', '']);
    expect([behind_words(0.61, 1), behind_words(0.98, 1), behind_words(0, 1), behind_words(0.5, 0.5), behind_words(3, 0)]).toEqual(['0.6 × real time', '', '', '', '']);
  });
});

test('gauges are read in centimetres and degrees', () => {
  expect([gauge_words(0.308, undefined), gauge_words(0.2, 0.0873)]).toEqual(['31 cm', '20 cm · 5°']);
});
