import { describe, expect, test } from 'vitest';
import type { RoomLink } from '../net/messages';
import { message_ms, mode_label, program_words, signed } from './course';

function link(connected: boolean, ports = [5064, 5065]): RoomLink {
  return { name: 'program 1', address: '', program: '', ports, connected, note: '', in_rate: 0, out_rate: 0 };
}

describe('rooms of the course', () => {
  test('modes have a label and a tone', () => {
    expect(mode_label('default drive')).toEqual({ words: 'Default drive', tone: 'go' });
    expect(mode_label('user program')).toEqual({ words: 'User program', tone: 'program' });
  });

  test('wait and finished have tones of their own', () => {
    expect([mode_label('wait'), mode_label('finished')]).toEqual([{ words: 'Wait', tone: 'wait' }, { words: 'Finished', tone: 'over' }]);
  });

  test('numbers with signs stay in their place', () => {
    expect([signed(1.234), signed(-0.5), signed(-0.001)]).toEqual(['\u20071.23', '−0.50', '\u20070.00']);
  });

  test('say whether a program is there, and how to bring one', () => {
    expect(program_words([link(false)]).words).toBe('No program connected: run yours with -s');
    expect(program_words([link(true)])).toEqual({ words: 'Program connected', connected: true });
    expect(program_words([link(true), link(false)]).words).toBe('1 of 2 programs connected');
  });

  test('name ports that programs do not know by themselves', () => {
    expect(program_words([link(false, [40001, 40002])]).words).toContain('PADDOCK_RACECAR_PORTS=40001,40002');
  });

  test('messages stay as long as it takes to read them', () => {
    expect([message_ms('Short'), message_ms('x'.repeat(100))]).toEqual([5000, 8000]);
  });
});
