import { describe, expect, test } from 'vitest';
import type { Room } from '../net/messages';
import { first_state, kNoPlace } from '../state/store';
import { hint_words } from './key_hint';

const kRoad = 'W or ↑ drives · S or ↓ reverses · A D or ← → steers';

function said(room: object, drives: number[] = []): string {
  const state = first_state();
  return hint_words({
    ...state, connection: { ...state.connection, client: 7 }, place: { ...kNoPlace, room: 'one', drives },
    room: { room: 'one', mode: 'live', role: 'opener', level: { rules: null }, vehicles: [{ client: 7 }, { client: 7 }], links: [], doors: [], ...room } as unknown as Room,
  }).join(' · ');
}

describe('the hint of keys', () => {
  test('says what drives the vehicles of this page', () => {
    expect(said({}, [0])).toBe(kRoad);
    expect(said({}, [0, 1])).toBe('Player 1: W drives, S reverses, A D steers · Player 2: ↑ drives, ↓ reverses, ← → steers');
  });

  test('says nothing to who only watches', () => {
    expect([said({}), said({ vehicles: [{ client: 3 }] }, [0]), said({ mode: 'replay' }, [0])]).toEqual(['', '', '']);
  });

  test('where programs read the pad, goes by who drives', () => {
    const pad = (mode: string, more: object = {}): string => said({ doors: [{ door: 'racecar', mode }], ...more });
    expect(pad('default drive')).toBe(kRoad);
    expect(pad('default drive', { links: [{ connected: true }] })).toBe(`${kRoad} · Enter starts your program`);
    expect(pad('wait')).toBe('Only programs drive here');
    expect([pad('user program'), pad('finished'), pad('default drive', { role: 'viewer' })]).toEqual(['', '', '']);
  });
});
