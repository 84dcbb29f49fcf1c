// Levels where things are pushed about: what the server moves, the page moves.

import { Observer, expect, pictures, shot, start_level, test } from './support/test';

/// How far east a block is; the pyramid stands at 0.5 m.
function farthest(observer: Observer): number {
  return Math.max(...[...observer.bodies.values()].map(({ x }) => x));
}

test('blocks are pushed about, and a restart puts them back', async ({ page, server }) => {
  await page.goto(server.url);
  const room = await start_level(page, 'blocks');
  const canvas = page.locator('#view');
  const observer = new Observer(server.url, room);
  await expect.poll(() => observer.bodies.size).toBe(6);
  await page.getByLabel('Camera', { exact: true }).selectOption('chase');
  await expect(canvas).toHaveAttribute('data-moved', '0');
  await shot(page, 'blocks_standing');

  await page.keyboard.down('ArrowUp');
  await expect.poll(() => farthest(observer), { timeout: 30_000 }).toBeGreaterThan(0.6);
  await expect.poll(async () => Number(await canvas.getAttribute('data-moved'))).toBeGreaterThan(1);
  await page.keyboard.press('KeyP');
  await page.keyboard.up('ArrowUp');
  await pictures(page, 5);
  await shot(page, 'blocks_pushed');

  await page.keyboard.press('KeyP');
  await page.keyboard.press('KeyB');
  await expect(canvas).toHaveAttribute('data-moved', '0');
  observer.close();
});

test('a car is put back at its start, and falling off is told in words', async ({ page, server }) => {
  await page.goto(server.url);
  const room = await start_level(page, 'blocks');
  const observer = new Observer(server.url, room);
  const start = await observer.position();

  await page.keyboard.down('ArrowUp');
  await observer.moved(start, 0.5);
  await page.keyboard.up('ArrowUp');
  await page.keyboard.press('KeyR');
  await expect.poll(async () => Math.abs((await observer.position()).x - start.x)).toBeLessThan(0.05);

  // backward over the edge of the floor
  await page.keyboard.down('ArrowDown');
  await expect(page.locator('.notices')).toContainText('Vehicle 1 fell off and is back at its start.', { timeout: 30_000 });
  await page.keyboard.up('ArrowDown');
  observer.close();
});

test('in a recording bodies go with the time line, both ways', async ({ page, server }) => {
  await page.goto(server.url);
  const room = await start_level(page, 'blocks');
  const canvas = page.locator('#view');
  const observer = new Observer(server.url, room);
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await page.keyboard.down('ArrowUp');
  await expect.poll(() => farthest(observer), { timeout: 30_000 }).toBeGreaterThan(0.6);
  await page.keyboard.up('ArrowUp');
  await observer.advanced(100);
  await page.getByRole('button', { name: 'Recording' }).click();
  observer.close();

  await page.keyboard.press('KeyM');
  await page.locator('#tab-recordings').click();
  await page.getByRole('button', { name: 'Watch' }).first().click();
  await expect.poll(async () => Number(await canvas.getAttribute('data-moved')), { timeout: 30_000 }).toBeGreaterThan(1);

  const slider = page.locator('.time-slider');
  await slider.focus();
  await page.keyboard.press('Home');
  await expect(canvas).toHaveAttribute('data-moved', '0');
  await page.keyboard.press('End');
  await expect.poll(async () => Number(await canvas.getAttribute('data-moved'))).toBeGreaterThan(1);
});
