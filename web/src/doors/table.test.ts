import { describe, expect, test } from 'vitest';
import type { DoorStatus, Room } from '../net/messages';
import { door_for, door_title, has_settings, new_best, pad_use, settings_for, settings_of } from './table';

const with_doors = (...doors: object[]): Pick<Room, 'doors'> => ({ doors: doors as DoorStatus[] });

describe('the table of doors', () => {
  test('a room goes by the door that has it, whoever else is there', () => {
    const room = with_doors({ door: 'unknown' }, { door: 'ees-pees', mode: 'run', supervised: true }, { door: 'racecar', mode: 'wait', new_best: true });
    expect([pad_use(room), door_for(room, 'skip_trial'), new_best(room), has_settings(room)]).toEqual(['wait', 'racecar', true, true]);
  });

  test('a door that the page does not know asks nothing of it', () => {
    const room = with_doors({ door: 'unknown' });
    expect([pad_use(room), door_for(room, 'skip_trial'), new_best(room), has_settings(room), door_title('unknown')]).toEqual([null, null, false, false, 'unknown']);
    expect([pad_use(null), door_for(null, 'skip_trial'), new_best(null), has_settings(null)]).toEqual([null, null, false, false]);
  });

  test('settings are what was chosen, where that can be, else the standard', () => {
    expect(settings_of('racecar', {})).toEqual({ hide_cars: 'false', depth: 'high' });
    expect(settings_of('racecar', { racecar: { depth: 'low', hide_cars: 'perhaps' } })).toEqual({ hide_cars: 'false', depth: 'low' });
    expect(settings_for({ doors: ['unknown', 'racecar'] }, { racecar: { hide_cars: 'true' } })).toEqual({ hide_cars: 'true', depth: 'high' });
  });
});
