// The crossing of a small town, on foot.

import { Observer, expect, pictures, shot, test } from './support/test';

test('a person on foot is driven from the page: walks ahead and turns on the spot', async ({ page, server }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(server.url);
  await page.locator('[data-level=crossing]').click();
  const dialog = page.locator('dialog.start');
  await dialog.getByLabel('Vehicle').selectOption('walker');
  await dialog.locator('button[type=submit]').click();
  await expect(page.locator('body')).toHaveAttribute('data-level', 'Crossing', { timeout: 45_000 });
  const observer = new Observer(server.url, new URL(page.url()).hash.replace('#room=', ''));
  const start = await observer.position();
  await expect.poll(() => observer.room?.vehicles[0]?.kind).toBe('walker');

  await page.keyboard.down('ArrowUp');
  await observer.moved(start, 3);
  await pictures(page, 3);
  await shot(page, 'town_walker');
  const fast = observer.frame!.vehicles[0]!.speed;
  await page.keyboard.up('ArrowUp');
  expect(fast).toBeGreaterThan(1);
  expect(fast).toBeLessThan(2.5);

  await expect.poll(() => Math.abs(observer.frame!.vehicles[0]!.speed)).toBeLessThan(0.1);
  const stands = await observer.position();
  await page.keyboard.down('ArrowLeft');
  await expect.poll(async () => Math.abs((await observer.position()).yaw - stands.yaw)).toBeGreaterThan(0.5);
  await page.keyboard.up('ArrowLeft');
  const turned = await observer.position();
  expect(Math.hypot(turned.x - stands.x, turned.y - stands.y)).toBeLessThan(0.1);
  observer.close();
});
