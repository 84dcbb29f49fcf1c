// Races and gradings in numbers and words: clocks, splits, scores. Pure. Simulated seconds.

import type { GameStatus, RoomLink, Task, TrialEnd, TrialResult } from '../net/messages';

/// "Car 2", or "2 fast.py" where the name of its program is known.
export function car_title(links: readonly RoomLink[], car: number): string {
  const name = links[car]?.program ?? '';
  return name === '' ? `Car ${car + 1}` : `${car + 1} ${name}`;
}

/// Time of a car on the clock at simulated time `now`, penalties included; 0 before the start, and standing once it is over.
export function race_time(game: GameStatus, car: number, now: number): number {
  const entry = game.cars[car];
  if (entry === undefined) return 0;
  const finish = entry.finished ? (entry.passed.at(-1) ?? 0) : 0;
  const clock = finish > 0 ? finish : game.end !== 'running' ? game.ended : game.running ? Math.max(0, now - game.began) : 0;
  return clock === 0 ? 0 : clock + entry.penalty;
}

export interface Split {
  title: string;
  seconds: number; // of the interval; 0: not there yet
  left_out: boolean; // it was passed by
}

/// One interval a key point. A checkpoint that was left out has none, and its time counts to the next.
export function splits_of(game: GameStatus, car: number): Split[] {
  const entry = game.cars[car];
  if (entry === undefined) return [];
  let last = 0;
  return entry.passed.map((time, i) => {
    const finish = i === entry.passed.length - 1;
    const seconds = time > 0 ? time - last : 0;
    if (time > 0) last = time;
    return { title: finish ? 'Finish' : `Checkpoint ${i + 1}`, seconds, left_out: !(time > 0) && i <= entry.key_point };
  });
}

/// 83.456 -> "1:23.46"; below a minute without minutes.
export function race_words(seconds: number): string {
  const hundredths = Math.max(0, Math.floor(seconds * 100 + 1e-6));
  const minutes = Math.floor(hundredths / 6000);
  return `${minutes}:${((hundredths % 6000) / 100).toFixed(2).padStart(5, '0')}`;
}

/// Points with as many digits as they deserve: 1, 2.5, 0.25.
export function points_words(points: number): string {
  return String(Number(points.toFixed(2)));
}

export type ScoreTone = 'none' | 'part' | 'full' | 'extra';

/// How much of a trial's points it brought, for its colour and its sign.
export function score_tone({ points, of, end }: Pick<TrialResult, 'points' | 'of' | 'end'>): ScoreTone {
  if (points > of + 1e-9) return 'extra';
  if (of <= 0) return end === 'done' ? 'full' : 'none'; // trials for no points: done or not
  if (points <= 1e-9) return 'none';
  return points < of - 1e-9 ? 'part' : 'full';
}

export const kToneSigns: Readonly<Record<ScoreTone, { sign: string; words: string }>> = {
  none: { sign: '✕', words: 'no points' },
  part: { sign: '◐', words: 'part of the points' },
  full: { sign: '✓', words: 'all points' },
  extra: { sign: '★', words: 'more than all points' },
};

const kEnds: Readonly<Record<TrialEnd, string>> = {
  running: 'Running', done: 'Done', failed: 'Failed', time_up: 'Time was up', skipped: 'Skipped', program_failed: 'The program failed',
};

/// How a trial ended.
export function end_words(end: TrialEnd, why = ''): string {
  return why !== '' && (end === 'failed' || end === 'program_failed') ? `${kEnds[end]}: ${why}` : kEnds[end];
}

/// What is to be done now.
export function task_words({ kind, speed }: Task): string {
  switch (kind) {
    case 'reach': return 'Drive into the magenta volume';
    case 'stop': return 'Stand in the green volume for a second';
    case 'speed': return `Be faster than ${Number(speed.toFixed(2))} m/s`;
    case 'park_at_cone': return 'Park 30 cm before the cone';
    case 'park_at_wall': return 'Park 20 cm before the wall, square to it';
  }
}

/// The next slower or faster pace of slow motion, 1/64 to 1; one that is faster than real time becomes real time.
export function slow_motion(factor: number, faster: boolean): number {
  const now = factor > 0 ? Math.min(1, factor) : 1;
  const next = 2 ** Math.round(Math.log2(faster ? now * 2 : now / 2));
  return Math.min(1, Math.max(1 / 64, next));
}

/// "1/4 speed", or nothing at real time.
export function slow_words(factor: number): string {
  return factor > 0 && factor < 1 ? `Slow motion, ${factor >= 1 / 64 - 1e-9 && Math.abs(1 / factor - Math.round(1 / factor)) < 1e-6 ? `1/${Math.round(1 / factor)}` : `${Number(factor.toPrecision(2))} ×`} of real time` : '';
}

/// "0.6 × real time" when the simulation cannot keep the pace asked for; empty when it does.
export function behind_words(speed: number, factor: number): string {
  return factor > 0 && speed > 0 && speed < 0.93 * factor ? `${speed.toFixed(speed < 0.095 ? 2 : 1)} × real time` : '';
}

/// "31 cm", "31 cm, 4°": as a gauge shows it.
export function gauge_words(distance: number, angle: number | undefined): string {
  const cm = `${(100 * distance).toFixed(0)} cm`;
  return angle === undefined ? cm : `${cm} · ${((angle * 180) / Math.PI).toFixed(0)}°`;
}
