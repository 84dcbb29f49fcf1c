// Levels in which things change: what the server says, the page shows, in planar levels too.

import { Observer, expect, pictures, shot, start_level, test } from './support/test';

test('a lamp blinks, a barrier lifts, and an item goes and comes by clicks without a level loaded anew', async ({ page, server }) => {
  await page.goto(server.url);
  const room = await start_level(page, 'lamps');
  const observer = new Observer(server.url, room);
  await expect.poll(() => observer.bodies.size).toBe(4);
  const lit = (): number => observer.bodies.get(0)!.variant;
  const levels: string[] = [];
  page.on('request', (request) => { if (request.url().includes('/levels/')) levels.push(request.url()); });

  await expect.poll(() => observer.bodies.get(2)!.z, { timeout: 30_000 }).toBeGreaterThan(1.8);
  for (const variant of [1, 0]) {
    await expect(async () => {
      await expect.poll(lit, { timeout: 60_000, intervals: [20] }).toBe(variant);
      await observer.advanced(20); // the page shows what was a moment ago
      await shot(page, variant === 1 ? 'lamp_lit' : 'lamp_dark');
      expect(lit()).toBe(variant);
    }).toPass();
  }

  // the first click chooses the item, beside its gauge, the next takes it away
  const gauge = (await page.locator('.gauge-value').boundingBox())!;
  const [x, y] = [gauge.x - 12, gauge.y + gauge.height];
  await page.mouse.click(x, y);
  await page.mouse.click(x, y);
  await expect.poll(() => observer.bodies.get(1)!.present).toBe(false);
  await observer.advanced(20);
  await pictures(page, 3);
  await shot(page, 'item_taken');
  await page.mouse.click(x, y);
  await expect.poll(() => observer.bodies.get(1)!.present).toBe(true);
  expect(levels).toEqual([]);
  observer.close();
});
