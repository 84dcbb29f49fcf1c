import { describe, expect, test } from 'vitest';
import { line_of, range_of, steps_words, value_words } from './training_curve';

describe('the curve of a training', () => {
  test('steps and values have as many digits as they deserve', () => {
    expect([0, 999, 65_536, 999_499, 999_500, 1_234_567, 16_000_000].map(steps_words))
      .toEqual(['0', '999', '65.5 k', '999 k', '1 M', '1.23 M', '16 M']);
    expect([0, 98.54, -3.26, 418.2].map(value_words)).toEqual(['0.0', '98.5', '-3.3', '418']);
  });

  test('axes end at round numbers around the values; shares go from 0 to 100', () => {
    expect(range_of([3, 98], '%')).toEqual([0, 100]);
    expect(range_of([12, 418], 'm')).toEqual([0, 500]);
    expect(range_of([-130, 640], '')).toEqual([-200, 700]);
    expect(range_of([], 'm')).toEqual([0, 1]);
  });

  test('a line goes from the left at 0 steps to the right at the end, high values up', () => {
    const points = [{ steps: 0, values: [7, 0] }, { steps: 50, values: [7, 50] }, { steps: 100, values: [7, 100] }];
    expect(line_of(points, 1, 100, [0, 100], { left: 10, top: 5, width: 200, height: 80 })).toEqual([[10, 85], [110, 45], [210, 5]]);
    expect(line_of([], 0, 0, [0, 1], { left: 10, top: 5, width: 200, height: 80 })).toEqual([]);
  });
});
