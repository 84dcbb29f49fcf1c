import { describe, expect, test } from 'vitest';
import type { Room } from '../net/messages';
import { first_state, kNoHand, kNoPlace } from '../state/store';
import { hint_words, path_words } from './key_hint';

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

describe('the hint of paths', () => {
  const words = (more: object = {}, { fingers = false, tool = 'add' as 'add' | 'draw' } = {}): string => path_words({
    ...first_state(), place: { ...kNoPlace, room: 'one' }, hand: { ...kNoHand, tool },
    room: { room: 'one', mode: 'live', role: 'opener', level: { rules: null }, paths: [{ vehicle: 0, points: [], closed: false, undo: 0 }], ...more } as unknown as Room,
  }, fingers).join(' · ');

  test('says how to begin one, for the hands that are there', () => {
    expect(words()).toBe('Click the ground to add waypoints · drag moves one · right-click deletes it');
    expect(words({}, { fingers: true })).toContain('long press');
    expect(words({}, { tool: 'draw' })).toBe('Draw a path on the ground');
  });

  test('says nothing once there is one, to who may not, and where the level says it', () => {
    expect(words({ paths: [{ vehicle: 0, points: [[1, 1]] }] })).toBe('');
    expect([words({ paths: [] }), words({ role: 'viewer' }), words({ mode: 'replay' }), words({ level: { rules: { help: 'Click.' } } })]).toEqual(['', '', '', '']);
  });
});
