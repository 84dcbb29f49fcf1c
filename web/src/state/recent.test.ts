import { describe, expect, test } from 'vitest';
import type { LevelInfo, Room } from '../net/messages';
import { keep_recent, recent_levels, with_recent } from './recent';
import { Store, kNoPlace } from './store';

describe('levels used last', () => {
  test('the newest is first, none is there twice, and old ones go', () => {
    expect(with_recent(['oval', 'maze'], 'maze')).toEqual(['maze', 'oval']);
    expect(with_recent(['1', '2', '3', '4', '5', '6'], '7')).toEqual(['7', '1', '2', '3', '4', '5']);
  });

  test('are kept when this page runs a level, not for the room behind the menu', () => {
    const store = new Store();
    keep_recent(store);
    const room = (name: string, level: string) => ({ room: name, mode: 'live', level: { name: level } }) as unknown as Room;
    store.update({ room: room('showroom', 'grand_prix') });
    expect(store.get().choices.recent).toEqual([]);
    store.update({ place: { ...kNoPlace, room: 'showroom' } });
    expect(store.get().choices.recent).toEqual([]);
    store.update({ place: { ...kNoPlace, room: 'oval-1' } }); // the old room until the new one is told
    expect(store.get().choices.recent).toEqual([]);
    store.update({ room: room('oval-1', 'oval') });
    expect(store.get().choices.recent).toEqual(['oval']);
  });

  test('levels that are gone or mistaken are left out', () => {
    const level = (name: string, problem?: string) => ({ name, ...(problem === undefined ? {} : { problem }) }) as unknown as LevelInfo;
    expect(recent_levels(['gone', 'oval', 'bad'], [level('bad', 'line 3'), level('oval')]).map(({ name }) => name)).toEqual(['oval']);
  });
});
