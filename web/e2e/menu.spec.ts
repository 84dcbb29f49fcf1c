import { expect, shot, start_level, test } from './support/test';

test('the menu shows levels with real pictures over a live room', async ({ page, server }) => {
  await page.goto(server.url);

  await expect(page.getByRole('heading', { name: 'Tracks' })).toBeVisible();
  const picture = page.locator('[data-level=oval] img');
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  await expect(page.locator('body')).toHaveAttribute('data-level', /./);

  // the room behind moves by itself
  const clip = { x: 800, y: 100, width: 400, height: 500 };
  const before = await page.screenshot({ clip });
  await expect.poll(async () => (await page.screenshot({ clip })).equals(before)).toBe(false);
  await shot(page, 'menu');
});

test('search narrows the levels and says when there are none', async ({ page, server }) => {
  await page.goto(server.url);
  await expect(page.locator('[data-level=oval]')).toBeVisible();

  await page.getByLabel('Search levels').fill('maze');
  await expect(page.locator('.card')).toHaveCount(1);

  await page.getByLabel('Search levels').fill('no such thing');
  await expect(page.locator('.menu-content')).toContainText('No level has');
});

test('a level with a mistake shows its reason', async ({ page, server }) => {
  await page.goto(server.url);
  await page.locator('[data-level=broken]').click();

  await expect(page.locator('dialog.start .reason')).toContainText('broken.toml:5');
  await shot(page, 'level_with_a_mistake');
});

test('a picture that cannot be loaded says so', async ({ page, server, watch }) => {
  watch.server_may_go = true;
  await page.route('**/levels/hairpins.glb*', (route) => route.fulfill({ status: 404, body: 'There is no such level.' }));
  await page.goto(server.url);
  await page.locator('[data-level=hairpins]').click();
  await page.locator('dialog.start button[type=submit]').click();

  await expect(page.locator('dialog.failure')).toContainText('could not be loaded');
  await page.getByRole('button', { name: 'Back to the menu' }).last().click();
  await expect(page.locator('[data-level=hairpins]')).toBeVisible();
  await expect(page.locator('#loading')).toBeHidden();
});

test('everything can be reached with the keyboard', async ({ page, server }) => {
  await page.goto(server.url);
  await expect(page.locator('[data-level=oval]')).toBeVisible();
  for (let i = 0; i < 60; ++i) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate(() => document.activeElement?.getAttribute('data-level'))) === 'oval') break;
  }
  await page.keyboard.press('Enter');
  await expect(page.locator('dialog.start')).toBeVisible();
  await page.locator('#start-seed').press('Enter');

  await expect(page.locator('.level-title')).toHaveText('Oval');
});

test('rooms are listed for others, and can be joined; who opened one closes it', async ({ page, context, server }) => {
  await page.goto(server.url);
  const room = await start_level(page, 'oval', { mode: 'watch', cars: 2 });
  const other = await context.newPage();
  await other.goto(server.url);
  await other.getByRole('tab', { name: 'Rooms' }).click();
  const row = other.locator('.row', { hasText: room });
  await expect(row.locator('.row-main span')).toHaveText(`Room ${room} · 2 vehicles · 1 watching · running`);
  await row.getByRole('button', { name: 'Join' }).click();
  await expect(other.locator('.level-title')).toHaveText('Oval');

  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('tab', { name: 'Rooms' }).click();
  await page.locator('.row', { hasText: room }).getByRole('button', { name: 'Close' }).click();
  await expect(other.locator('#menu')).toBeVisible();
});
