import { describe, expect, test } from 'vitest';
import type { DoorStatus, RoomLink } from '../net/messages';
import { door_parts, rate_words, waiting_words } from './links';

describe('links', () => {
  const link: RoomLink = { door: 'ees-pees', name: 'backend', address: '127.0.0.1:10201', program: '', ports: [10201], connected: false, note: '', in_rate: 0, out_rate: 0 };

  test('rates have as many digits as they deserve', () => {
    expect([0, 0.04, 0.4, 9.94, 9.96, 31.25, 1250, NaN].map(rate_words)).toEqual(['0', '0', '0.4', '9.9', '10', '31', '1250', '0']);
  });

  test('a link without a program says where it waits', () => {
    expect(waiting_words(link)).toBe('Waiting for your program on port 10201');
    expect(waiting_words({ ...link, ports: [] })).toBe('Waiting for your program');
  });

  test('a door says of itself what it has words for', () => {
    const said = { message: '', grade: 0, about: 'other', message_count: 0, console: [], results: [], score_code: '' } as const;
    const robot = { ...said, door: 'ees-pees', supervised: true, mode: 'lock-step' };
    expect(door_parts([robot, { ...said, door: 'unknown' }] as unknown as DoorStatus[])).toEqual([
      { title: 'Training robot', lines: ['Supervised: a backend makes its worlds', 'Mode: lock-step'] },
    ]);
  });
});
