import { expect, test } from 'vitest';
import { nearest_height } from './sheet';

test('a sheet that is let go stands at the nearest of its three heights', () => {
  const heights = { peek: 68, half: 350, full: 700 };
  expect([0, 68, 200, 215, 400, 530, 900].map((px) => nearest_height(px, heights))).toEqual(['peek', 'peek', 'peek', 'half', 'half', 'full', 'full']);
});
