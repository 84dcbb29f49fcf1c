import { expect, test } from 'vitest';
import { loading_share, loading_words } from './loading';

const at = { title: 'Oval', picture: '' };

test('words and bar tell how far a level is, and the bar never goes back', () => {
  const steps = [
    { ...at, step: 'opening', share: 0 }, { ...at, step: 'world', share: 0 }, { ...at, step: 'world', share: 0.426 },
    { ...at, step: 'world', share: 1 }, { ...at, step: 'drawing', share: 1 },
  ] as const;
  const shares = steps.map(loading_share);
  expect(steps.map(loading_words)).toEqual([
    'Opening the room', 'Loading the world, 0 %', 'Loading the world, 43 %', 'Loading the world, 100 %', 'Drawing the first picture',
  ]);
  expect([...shares].sort((a, b) => a - b)).toEqual(shares);
  expect(shares.at(-1)).toBeLessThan(1);
});
