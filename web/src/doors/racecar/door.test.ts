import { describe, expect, test } from 'vitest';
import type { RacecarMode, RoomLink } from '../../net/messages';
import { kRacecar, missing_words } from './door';
import type { RacecarStatus } from './door';

function status(mode: RacecarMode): RacecarStatus {
  return { door: 'racecar', message: '', grade: 0, about: 'other', message_count: 0, console: [], results: [], score_code: '', mode, new_best: false, max_speed: 0.25 };
}

describe('the robot-car door', () => {
  const pad = kRacecar.pad!;

  test('has a label and a use of the pad in each mode', () => {
    const modes: RacecarMode[] = ['default drive', 'user program', 'wait', 'finished'];
    expect(modes.map((mode) => [pad.mode(status(mode)), pad.use(status(mode))])).toEqual([['Default drive', 'hands'], ['User program', 'program'], ['Wait', 'wait'], ['Finished', 'over']]);
  });

  test('shows the largest speed as a share', () => {
    expect(pad.facts(status('wait'))).toMatchObject([{ title: 'Max speed', words: '25', unit: '%' }]);
  });

  test('names ports that programs do not know by themselves', () => {
    const link = (ports: number[]): RoomLink => ({ door: 'racecar', name: '', address: '', program: '', ports, connected: false, note: '', in_rate: 0, out_rate: 0 });
    expect([missing_words([link([5064, 5065])]), missing_words([])]).toEqual(['run yours with -s', 'run yours with -s']);
    expect(missing_words([link([40001, 40002])])).toBe('run yours with -s and PADDOCK_RACECAR_PORTS=40001,40002');
  });
});
