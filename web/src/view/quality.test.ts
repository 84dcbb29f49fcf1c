import { describe, expect, test } from 'vitest';
import { Changes, Quality, quality_words } from './quality';

/// Pictures of a world that moves, each of which takes `cost(ratio)` ms, for so many seconds.
function move(quality: Quality, from_ms: number, seconds: number, cost: (ratio: number) => number): number {
  let now = from_ms;
  while (now < from_ms + 1000 * seconds) {
    const ratio = quality.next(true, now);
    now += cost(ratio);
    quality.finished(now);
  }
  return now;
}

describe('pixels of a picture', () => {
  test('in software they give way to speed, and come back when there is time', () => {
    const quality = new Quality(true, () => 1);
    const busy = move(quality, 1000, 20, (ratio) => 20 + 120 * ratio * ratio);
    expect(quality.ratio).toBeLessThan(0.5);

    move(quality, busy, 20, (ratio) => 6 + 12 * ratio * ratio);
    expect(quality.ratio).toBe(1);
  });

  test('they do not swing where the machine is just fast enough', () => {
    const quality = new Quality(true, () => 1);
    const cost = (ratio: number): number => 10 + 60 * ratio * ratio;
    let now = move(quality, 1000, 60, cost);
    const seen = new Set<number>();
    for (let i = 0; i < 20; ++i) {
      now = move(quality, now, 1, cost);
      seen.add(quality.ratio);
    }
    expect(Math.min(...seen)).toBeGreaterThan(0.6);
    expect(Math.max(...seen) / Math.min(...seen)).toBeLessThan(1.3);
  });

  test('what stands still is drawn sharply once, and then not at all', () => {
    const quality = new Quality(true, () => 2);
    const now = move(quality, 1000, 20, () => 100);
    expect(quality.drawn).toBe(0.4);

    expect(quality.next(false, now + 16)).toBe(0);
    expect(quality.still).toBe(false);
    expect(quality.next(false, now + 400)).toBe(2);
    quality.finished(now + 900);
    expect([quality.still, quality.drawn]).toEqual([true, 2]);
    expect([quality.next(false, now + 1000), quality.next(false, now + 60_000)]).toEqual([0, 0]);

    expect(quality.next(true, now + 70_000)).toBe(0.4);
    expect(quality.still).toBe(false);
  });

  test('the first picture of a room is sharp whatever moves, and says nothing of how long others take', () => {
    const quality = new Quality(true, () => 1);
    const now = move(quality, 1000, 20, (ratio) => 20 + 120 * ratio * ratio);
    const { ratio } = quality;
    expect(ratio).toBeLessThan(0.5);

    expect(quality.next(true, now, true)).toBe(1);
    quality.finished(now + 350);
    expect(quality.next(true, now + 350)).toBe(ratio);
    quality.finished(now + 700);
    expect([quality.ratio, quality.next(true, now + 700)]).toEqual([ratio, ratio]);

    expect(quality.next(false, now + 720, true)).toBe(1); // nothing moves, but what stands there is no sharp one
    expect(quality.next(false, now + 740, true)).toBe(0);
  });

  test('where moving pictures are sharp already, nothing is drawn again', () => {
    const quality = new Quality(false, () => 1);
    const now = move(quality, 1000, 2, () => 16);
    expect(quality.next(false, now + 400)).toBe(0);
    expect(quality.still).toBe(true);
  });

  test('a choice holds it', () => {
    const quality = new Quality(true, () => 2);
    quality.choose('sharp');
    const now = move(quality, 1000, 20, () => 100);
    expect(quality.drawn).toBe(2);
    quality.choose('fast');
    move(quality, now, 20, () => 10);
    expect(quality.drawn).toBe(0.4);
  });

  test('is told in words', () => {
    expect(quality_words({ software: true, drawn: 0.7746, rest: 1, still: false, fps: 23.8 })).toBe('Software drawing, 60 % of the pixels, 24 pictures/s');
    expect(quality_words({ software: false, drawn: 2, rest: 2, still: true, fps: 60 })).toBe('Drawn by the graphics card, all pixels, stands still');
  });
});

describe('changes', () => {
  test('are told against the last picture that was drawn, so that slow ones add up', () => {
    const changes = new Changes();
    expect([changes.changed([1, 2]), changes.changed([1, 2.0001]), changes.changed([1, 2.0003]), changes.changed([1])]).toEqual([true, false, true, true]);
  });
});
