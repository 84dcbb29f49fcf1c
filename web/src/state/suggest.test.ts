import { describe, expect, test } from 'vitest';
import { edit_distance, nearest } from './suggest';

describe('names that were meant', () => {
  test('letters put in, left out, changed and swapped are counted', () => {
    const distances = [['', 'oval'], ['gran_prix', 'grand_prix'], ['rnu', 'run'], ['kitten', 'sitting']].map(([a, b]) => edit_distance(a!, b!));
    expect(distances).toEqual([4, 1, 1, 3]);
  });

  test('the nearest come first, far ones not at all', () => {
    const near = (typed: string) => nearest(typed, ['grand_prix_2020', 'grand_prix', 'lab1', 'lab2', 'oval'], (name) => [name]);
    expect(near('gran prx')).toEqual(['grand_prix']);
    expect(near('lab2b')).toEqual(['lab2', 'lab1']);
    expect([near('moon'), near(''), near('x'.repeat(5000))]).toEqual([[], [], []]);
  });
});
