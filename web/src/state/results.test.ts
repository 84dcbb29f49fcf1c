import { expect, test } from 'vitest';
import type { Room, Trial, TrialResult } from '../net/messages';
import { results_csv, results_json, total_of, verdict_words } from './results';

const trial = (number: number, points: number, extra = false): Trial => ({ number, title: `Trial, ${number}`, limit: 9, points, required: false, extra, view: '' });
const result = (more: Partial<TrialResult>): TrialResult => ({ title: 'Go', points: 2.5, of: 2.5, time: 4.25, end: 'done', why: '', ...more });
const kTrials = [trial(1, 2.5), trial(2, 2), trial(3, 1, true)];
const graded = (results: TrialResult[]): Pick<Room, 'level' | 'doors'> => ({
  level: { name: 'lab1', title: 'Lab 1', seed: 7, rules: { trials: kTrials } },
  doors: [{ door: 'other', results: [], score_code: '' }, { door: 'graded', results, score_code: 'AB' }],
}) as unknown as Pick<Room, 'level' | 'doors'>;

test('a total is of what a full score is: extra trials come on top', () => {
  expect(total_of([result({})], kTrials)).toEqual({ points: 2.5, of: 4.5, full: false });
  expect(total_of([result({}), result({ points: 2, of: 2 }), result({ points: 1, of: 0 })], kTrials)).toEqual({ points: 5.5, of: 4.5, full: true });
});

test('verdicts are those of the command', () => {
  const ends: Partial<TrialResult>[] = [{}, { points: 3 }, { points: 1, of: 0 }, { end: 'failed', why: 'a wall' }, { end: 'time_up' }, { end: 'skipped' }, { end: 'program_failed', why: 'it raised' }];
  expect(ends.map((end) => verdict_words(result(end)))).toEqual(
    ['passed', 'passed, +0.5 for the time', 'passed, +1 on top', 'failed: a wall', 'time is up', 'skipped', 'it raised']);
});

test('JSON has the names and figures of paddock grade', () => {
  const json = JSON.parse(results_json(graded([result({}), result({ points: 0, of: 2, end: 'time_up', time: 9 })]))) as Record<string, unknown>;
  expect(json).toMatchObject({ lab: 'lab1', points: 2.5, of: 4.5, full: false, score_code: 'AB', simulated_s: 13.25 });
  expect(json['trials']).toEqual([
    { number: 1, title: 'Go', points: 2.5, of: 2.5, time_s: 4.25, end: 'done', why: '', verdict: 'passed' },
    { number: 2, title: 'Go', points: 0, of: 2, time_s: 9, end: 'time_up', why: '', verdict: 'time is up' },
  ]);
});

test('CSV has a line a trial, also for those that were not run', () => {
  expect(results_csv(graded([result({})])).split('\n')).toEqual([
    'trial,title,points,of,time (s),verdict', '1,Go,2.5,2.5,4.25,passed', '2,"Trial, 2",0,2,,not run', '3,"Trial, 3",0,0,,not run', '',
  ]);
});
