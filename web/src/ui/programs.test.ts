import { describe, expect, test } from 'vitest';
import type { DoorStatus, RoomLink } from '../net/messages';
import { message_ms, new_message, program_words, signed } from './programs';

function link(connected: boolean): RoomLink {
  return { door: 'racecar', name: 'program 1', address: '', program: '', ports: [], connected, note: '', in_rate: 0, out_rate: 0 };
}

describe('rooms that programs drive in', () => {
  test('numbers with signs stay in their place', () => {
    expect([signed(1.234), signed(-0.5), signed(-0.001)]).toEqual(['\u20071.23', '−0.50', '\u20070.00']);
  });

  test('say whether a program is there, and how to bring one', () => {
    expect(program_words([link(false)], 'run it').words).toBe('No program connected: run it');
    expect(program_words([link(true)], 'run it')).toEqual({ words: 'Program connected', connected: true });
    expect(program_words([link(true), link(false)], 'run it').words).toBe('1 of 2 programs connected');
  });

  test('messages stay as long as it takes to read them', () => {
    expect([message_ms('Short'), message_ms('x'.repeat(100))]).toEqual([5000, 8000]);
  });

  test('each message of each door is shown once', () => {
    const doors = [{ door: 'one', message_count: 2 }, { door: 'other', message_count: 1 }] as unknown as DoorStatus[];
    expect(new_message(doors, new Map())?.door).toBe('one');
    expect(new_message(doors, new Map([['one', 2]]))?.door).toBe('other');
    expect(new_message(doors, new Map([['one', 2], ['other', 1]]))).toBeNull();
  });
});
