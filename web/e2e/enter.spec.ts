import { Observer, expect, shot, test } from './support/test';

test('a level on its way shows its own name and no other world, and its time begins when it is seen', async ({ page, context, server }) => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((done) => { release = done; });
  await context.route('**/levels/hairpins.glb*', async (route) => { await held; await route.continue(); });
  await page.goto(server.url);
  await expect(page.locator('body')).toHaveAttribute('data-level', /./); // the room behind the menu is drawn
  await page.locator('[data-level=hairpins]').click();
  const start = page.locator('dialog.start button[type=submit]');
  await expect(start).toBeFocused();
  expect(new URL(page.url()).hash).toBe('#level=hairpins');
  await page.keyboard.press('Enter');

  const loading = page.locator('#loading');
  await expect(loading.getByRole('status')).toHaveText('Hairpins');
  await expect(page).toHaveURL(/#room=hairpins-\d+$/);
  const room = new URL(page.url()).hash.replace('#room=', '');
  await expect(loading.locator('img')).toHaveAttribute('src', /\/levels\/hairpins\.png/);
  const uncovered = (): Promise<number> => page.evaluate(() => {
    let seen = 0;
    for (let x = 4; x < innerWidth; x += 60) for (let y = 4; y < innerHeight; y += 60) if (document.elementFromPoint(x, y)?.closest('#loading') === null) ++seen;
    return seen;
  });
  expect(await uncovered()).toBe(0);
  const observer = new Observer(server.url, room);
  await expect.poll(() => observer.room?.waiting).toEqual(['who opened the room']);
  expect(observer.frame?.tick ?? 0).toBe(0);
  await shot(page, 'loading');

  // somebody who comes by a link sees the same until it is there
  const other = await context.newPage();
  await other.goto(`${server.url}#room=${room}`);
  await expect(other.locator('#loading').getByRole('status')).toHaveText('Hairpins');

  await page.bringToFront();
  const first = page.evaluate(() => new Promise<number>((done) => {
    const canvas = document.querySelector<HTMLCanvasElement>('#view')!;
    new MutationObserver(() => { if (document.querySelector<HTMLElement>('#loading')!.hidden) done(canvas.width / canvas.clientWidth); })
      .observe(document.querySelector('#loading')!, { attributes: true });
  }));
  release();
  await expect(loading).toBeHidden();
  expect(await first).toBe(1); // sharp, although pictures behind the menu had fewer pixels
  await expect(page.locator('body')).toHaveAttribute('data-level', 'Hairpins');
  await observer.advanced(10);
  await other.bringToFront();
  await expect(other.locator('#loading')).toBeHidden();
  observer.close();
});

test('Back leads from a room to the menu, Forward to the same wheel; levels have addresses; a dialog gives the keys back', async ({ page, server }) => {
  await page.goto(`${server.url}#level=oval`);
  await expect(page.locator('dialog.start h2')).toHaveText('Oval');
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog.start')).toHaveCount(0);
  expect(new URL(page.url()).hash).toBe('');

  await page.goto(`${server.url}#level=no_such_level`);
  await expect(page.locator('.notice')).toContainText('There is no level "no_such_level"');
  await expect(page.locator('[data-level=oval]')).toBeVisible();

  await page.locator('[data-level=oval]').click();
  await page.keyboard.press('Enter');
  await expect(page.locator('.who')).toHaveText('You');
  await expect(page.locator('#loading')).toBeHidden();
  const address = page.url();

  // keys drive again after a dialog
  await page.locator('.rail button').first().focus();
  await page.keyboard.press('?');
  await expect(page.locator('dialog.help')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('#view')).toBeFocused();

  await page.goBack();
  await expect(page.locator('#menu')).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
  await page.goForward();
  await expect(page.locator('.who')).toHaveText('You');
  expect(page.url()).toBe(address);
  await expect(page.locator('#loading')).toBeHidden();
});
