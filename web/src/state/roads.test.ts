import { describe, expect, test } from 'vitest';
import type { RoadWatch } from '../net/messages';
import { Roads, is_fast, light_words, percent } from './roads';
import { thousands } from './words';

const kWatch: RoadWatch = { vehicle: 0, light: 'red', light_distance: 23.6, speed_limit: 30 / 3.6, off_road: 0, other_lane: 0, collisions: [0, 0, 0] };

describe('what roads say', () => {
  test('is kept by slot, whoever stands there, until another room comes', () => {
    const roads = new Roads();
    expect(roads.newest(1)).toBeNull();
    roads.push({ kind: 'roads', run: 1, tick: 5, vehicles: [kWatch, { ...kWatch, vehicle: (3 << 12) | 1, light: 'green' }] });
    expect(roads.newest(1)?.light).toBe('green');
    expect(roads.newest(2)).toBeNull();
    roads.reset();
    expect(roads.newest(0)).toBeNull();
  });

  test('is told in words and figures with their units', () => {
    expect(light_words(kWatch)).toBe('Red in 24 m');
    expect(light_words({ light: 'none', light_distance: 0 })).toBe('No light near');
    expect([0, 0.004, 0.25, 1].map(percent)).toEqual(['0', '< 1', '25', '100']);
    expect([0, 950.4, 13500, 1234567].map(thousands)).toEqual(['0', '950', '13\u202f500', '1\u202f234\u202f567']);
  });

  test('who drives at the limit is not over it, backwards counts, and without a limit nobody is', () => {
    expect(is_fast(kWatch, 30.5 / 3.6)).toBe(false);
    expect(is_fast(kWatch, -40 / 3.6)).toBe(true);
    expect(is_fast({ speed_limit: 0 }, 40)).toBe(false);
  });
});
