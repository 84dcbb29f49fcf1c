import { expect, test } from 'vitest';
import { ended_recording, play_requests, seek_by_key } from './playback';

const kLevel = { tick_s: 0.01 } as Parameters<typeof play_requests>[0]['level'];

test('Play starts a recording over that has come to its end, and goes on from anywhere else', () => {
  const replay = { mode: 'replay' as const, pace: { paused: true, factor: 1 }, duration: 12.5, level: kLevel };
  expect(play_requests(replay, 12.5)).toEqual([{ type: 'seek', time: 0 }, { type: 'pause', paused: false }]);
  expect(play_requests(replay, 12.49)).toEqual([{ type: 'pause', paused: false }]);
  expect(play_requests({ ...replay, pace: { paused: false, factor: 1 } }, 12.5)).toEqual([{ type: 'pause', paused: true }]);
  expect(play_requests({ ...replay, mode: 'live', duration: 0 }, 12.5)).toEqual([{ type: 'pause', paused: false }]);
});

test('keys move in a recording, and stay in it', () => {
  expect(seek_by_key('ArrowRight', 5, 2, 12)).toBe(6);
  expect(seek_by_key('ArrowLeft', 2.5, 2, 12)).toBe(2);
  expect(seek_by_key('PageUp', 5, 2, 12)).toBe(12);
  expect(['Home', 'End', 'a'].map((key) => seek_by_key(key, 5, 2, 12))).toEqual([2, 12, null]);
});

test('a recording has ended when it is off, or another one has begun, in the same room', () => {
  const on = (name: string, room = 'oval-1'): Parameters<typeof ended_recording>[1] => ({ room, recording: { on: name !== '', name } });
  expect(ended_recording(on('a.paddock'), on(''))).toBe('a.paddock');
  expect(ended_recording(on('a.paddock'), on('b.paddock'))).toBe('a.paddock'); // after a restart
  expect(ended_recording(on('a.paddock'), on('a.paddock'))).toBe('');
  expect(ended_recording(on(''), on('a.paddock'))).toBe('');
  expect(ended_recording(on('a.paddock'), on('', 'oval-2'))).toBe('');
  expect(ended_recording(on('a.paddock'), null)).toBe('');
});
