import { describe, expect, test } from 'vitest';
import { logarithmic_grey, tag_color } from '../view/picture';
import { has_palettes, palettes_of } from './palettes';

describe('palettes', () => {
  test('are chosen, else those of the door, else our own', () => {
    const carla = { depth: 'logarithmic', semantic: 'cityscapes' } as const;
    expect(palettes_of({}, null)).toEqual({ depth: 'near', semantic: 'distinct' });
    expect(palettes_of({}, carla)).toEqual(carla);
    expect(palettes_of({ depth: 'near', semantic: 'of another page' }, carla)).toEqual({ depth: 'near', semantic: 'cityscapes' });
  });

  test('are of depth and of tags; colour is what it is', () => {
    expect((['depth', 'semantic', 'colour'] as const).map(has_palettes)).toEqual([true, true, false]);
  });

  test('depth in grey is black up to 3.3 m and white at a kilometre', () => {
    expect([0, 3.3, 1000, 2000].map(logarithmic_grey)).toEqual([0, 0, 1, 1]);
    expect(logarithmic_grey(57.7)).toBeCloseTo(0.5, 2);
  });

  test('labels have the colours of Cityscapes: road, vehicles, people', () => {
    expect([7, 10, 4].map((tag) => tag_color(tag, 'cityscapes'))).toEqual(['#804080', '#0000ff', '#dc143c']);
  });
});
