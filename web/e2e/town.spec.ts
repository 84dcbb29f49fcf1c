// The crossing: lights change, a barrier lifts, cars and people come and go by themselves, and whoever likes walks.

import { Observer, expect, pictures, shot, start_level, test } from './support/test';

test('cars and people come and go at the crossing while its lights change', async ({ page, server }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(server.url);
  const room = await start_level(page, 'crossing', { mode: 'watch' });
  await page.getByLabel('Speed', { exact: true }).selectOption('4');
  const observer = new Observer(server.url, room);
  const shown = new Set<string>(); // which look each body had
  const kinds = (): Set<string> => new Set(observer.room?.vehicles.filter(({ present }) => present).map(({ kind }) => kind));
  const there = (): number => observer.frame?.vehicles.filter(({ present }) => present).length ?? 0;

  await expect.poll(() => {
    for (const [index, { variant }] of observer.bodies) shown.add(`${index} ${variant}`);
    return shown.size - observer.bodies.size;
  }, { timeout: 60_000 }).toBeGreaterThan(3);
  await expect.poll(there, { timeout: 60_000 }).toBeGreaterThan(15);
  expect([...kinds()]).toEqual(expect.arrayContaining(['sedan', 'walker']));
  // the page follows: its list of vehicles is as long, and somebody has left
  await expect.poll(() => observer.frame!.vehicles.some(({ present }) => !present) || new Set(observer.room!.vehicles.map(({ id }) => id)).size > there(),
    { timeout: 60_000 }).toBe(true);
  await pictures(page, 3);
  await shot(page, 'town_1440');
  await page.setViewportSize({ width: 390, height: 844 });
  await pictures(page, 3);
  await shot(page, 'town_390');
  observer.close();
});

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
