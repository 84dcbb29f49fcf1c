import { describe, expect, test } from 'vitest';
import { covered_from_right } from './panels';

describe('what panels leave of the picture', () => {
  const column = (left: number, right: number): { left: number; right: number } => ({ left, right });

  test('columns at the right count, one beside the other', () => {
    expect(covered_from_right([], 1440, 600)).toBe(0);
    expect(covered_from_right([column(1176, 1424), column(1120, 1424)], 1440, 600)).toBe(320);
    expect(covered_from_right([column(864, 1168), column(1176, 1424)], 1440, 600)).toBe(576);
  });

  test('a panel in the middle and a column too many do not', () => {
    expect(covered_from_right([column(700, 1000), column(1176, 1424)], 1440, 600)).toBe(264);
    expect(covered_from_right([column(800, 1168), column(1176, 1424)], 1440, 600)).toBe(264);
  });
});
