import { describe, expect, test } from 'vitest';
import type { Role, Room } from '../net/messages';
import { acts_in_room, may_hand_over, runs_room, why_not_take } from './rights';
import { first_state } from './store';
import type { AppState } from './store';

const kMe = 3;

/// Vehicle 0 is mine, 1 another's, 2 is driven by a program, 3 by the route driver.
function state(role: Role, access: 'full' | 'view' = 'full'): AppState {
  const vehicles = [['person', kMe], ['person', 4], ['program', 0], ['route', 0]].map(([driver, client]) => ({ driver, client }));
  return { ...first_state(), connection: { phase: 'open', retry_at: 0, client: kMe, access }, room: { role, vehicles } as unknown as Room };
}

describe('rights', () => {
  test('who opened the room may do everything', () => {
    const opener = state('opener');
    expect(runs_room(opener)).toBe(true);
    expect([0, 1, 2, 3].map((vehicle) => why_not_take(opener, vehicle))).toEqual(['', '', '', '']);
    expect([0, 1, 2, 3].map((vehicle) => may_hand_over(opener, vehicle))).toEqual([true, true, true, true]);
  });

  test('who drives hands over what it drives, and takes what nobody drives', () => {
    const driver = state('driver');
    expect([runs_room(driver), acts_in_room(driver)]).toEqual([false, true]);
    expect([0, 1, 2, 3].map((vehicle) => why_not_take(driver, vehicle) === '')).toEqual([true, false, false, true]);
    expect([0, 1, 2, 3].map((vehicle) => may_hand_over(driver, vehicle))).toEqual([true, false, false, false]);
  });

  test('who may only watch takes nothing', () => {
    const guest = state('viewer', 'view');
    expect(acts_in_room(guest)).toBe(false);
    expect(why_not_take(guest, 3)).toContain('watching only');
  });
});
