// Results of a grading to hand on, with the names and figures of `paddock grade --json`. Pure.

import type { DoorStatus, Room, Trial, TrialResult } from '../net/messages';
import { csv_field } from './series';

/// As the command has it: "passed", "time is up", "failed: the car touched a wall".
export function verdict_words({ end, why, points, of }: TrialResult): string {
  switch (end) {
    case 'done': return points === of ? 'passed' : `passed, ${points > of ? '+' : ''}${Number((points - of).toPrecision(6))} ${of > 0 ? 'for the time' : 'on top'}`;
    case 'failed': return `failed: ${why}`;
    case 'time_up': return 'time is up';
    case 'skipped': return 'skipped';
    case 'program_failed': return why;
    case 'running': return 'broken off';
  }
}

/// Points of all trials and of a full score: extra trials come on top, and what was not run counts.
export function total_of(results: readonly TrialResult[], trials: readonly Pick<Trial, 'points' | 'extra'>[]): { points: number; of: number; full: boolean } {
  return {
    points: results.reduce((sum, each) => sum + each.points, 0),
    of: trials.reduce((sum, each) => sum + (each.extra ? 0 : each.points), 0),
    full: results.length === trials.length && results.every((each) => each.points >= each.of),
  };
}

/// The door whose programs are graded; null before the first trial is over.
export function graded_door({ doors }: Pick<Room, 'doors'>): DoorStatus | null {
  return doors.find(({ results, score_code }) => results.length > 0 || score_code !== '') ?? null;
}

/// The whole of it as JSON text.
export function results_json({ level, doors }: Pick<Room, 'level' | 'doors'>): string {
  const door = graded_door({ doors });
  const results = door?.results ?? [];
  return `${JSON.stringify({
    lab: level.name,
    title: level.title,
    seed: level.seed,
    ...total_of(results, level.rules?.trials ?? []),
    score_code: door?.score_code ?? '',
    simulated_s: results.reduce((sum, each) => sum + each.time, 0),
    trials: results.map((each, i) => ({
      number: i + 1, title: each.title, points: each.points, of: each.of, time_s: each.time, end: each.end, why: each.why, verdict: verdict_words(each),
    })),
  }, null, 2)}\n`;
}

/// A line a trial, those that were not run included.
export function results_csv({ level, doors }: Pick<Room, 'level' | 'doors'>): string {
  const results = graded_door({ doors })?.results ?? [];
  const rest = (level.rules?.trials ?? []).slice(results.length);
  return [
    ['trial', 'title', 'points', 'of', 'time (s)', 'verdict'],
    ...results.map((each, i) => [String(i + 1), each.title, String(each.points), String(each.of), String(each.time), verdict_words(each)]),
    ...rest.map((trial) => [String(trial.number), trial.title, '0', String(trial.extra ? 0 : trial.points), '', 'not run']),
  ].map((line) => `${line.map(csv_field).join(',')}\n`).join('');
}
