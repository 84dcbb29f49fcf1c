import { describe, expect, test } from 'vitest';
import { hash_of, read_address } from './address';
import type { Address } from './address';

describe('addresses', () => {
  test('are read as they are written', () => {
    const places: Address[] = [{ at: 'menu' }, { at: 'room', room: 'oval-1' }, { at: 'level', level: 'grand_prix' }, { at: 'level', level: 'a/b %é' }];
    for (const place of places) expect(read_address(hash_of(place))).toEqual(place);
  });

  test('that are none of ours are the menu', () => {
    for (const hash of ['', '#', '#room=', '#level', '#help', '#rooms=x']) expect(read_address(hash)).toEqual({ at: 'menu' });
  });

  test('with a broken escape are taken as they stand', () => {
    expect(read_address('#level=100%')).toEqual({ at: 'level', level: '100%' });
  });
});
