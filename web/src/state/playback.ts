// How a room's time goes on and stands, and how one moves in a recording. Pure. Simulated seconds.

import type { ClientMessage, Room } from '../net/messages';

type Recorded = Pick<Room, 'room' | 'recording'>;
type Timed = Pick<Room, 'mode' | 'pace' | 'duration' | 'level'>;

/// What to ask of the server when Play or Pause is pressed at `time`. A recording that has come to its end starts over.
export function play_requests({ mode, pace, duration, level }: Timed, time: number): ClientMessage[] {
  if (!pace.paused) return [{ type: 'pause', paused: true }];
  const over = mode === 'replay' && time > duration - level.tick_s / 2;
  return [...(over ? [{ type: 'seek', time: 0 } as const] : []), { type: 'pause', paused: false }];
}

/// The recording that has ended between two moments of a room; empty: none has.
export function ended_recording(before: Recorded | null, now: Recorded | null): string {
  if (before === null || before.room !== now?.room || !before.recording.on) return '';
  return now.recording.on && now.recording.name === before.recording.name ? '' : before.recording.name;
}

/// Where a key pressed on the time line leads; null for keys that do not move.
export function seek_by_key(key: string, time: number, start: number, end: number): number | null {
  const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 }[key];
  if (key === 'Home') return start;
  if (key === 'End') return end;
  return step === undefined ? null : Math.max(start, Math.min(end, time + step));
}
