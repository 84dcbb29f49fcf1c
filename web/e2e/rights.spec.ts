// Who opened a room, who drives in it, who watches, and who may only watch.

import type { Page } from '@playwright/test';
import { Observer, RawClient, expect, open_panel, shot, start_level, test } from './support/test';
import { TestServer } from './support/server';

const kRestart = { name: 'Restart', exact: true };

/// Another person's page in the same room.
async function visit(page: Page, url: string, room: string): Promise<void> {
  await page.goto(`${url}#room=${room}`);
  await expect(page.locator('.level-title')).toHaveText('Oval');
}

test('a viewer closes, restarts, records and hands over nothing', async ({ page, browser, server }) => {
  await page.goto(server.url);
  const room = await start_level(page, 'oval', { cars: 2 });
  await expect(page.getByRole('button', kRestart)).toBeVisible();
  const other = await (await browser.newContext()).newPage();
  await visit(other, server.url, room);

  await expect(other.locator('.time.bar')).toHaveAttribute('title', 'Only who opened the room can do this');
  await expect(other.getByRole('button', { name: 'Pause' })).toBeDisabled();
  for (const gone of ['Restart', 'Record', 'Hand over', 'One frame']) await expect(other.getByRole('button', { name: gone, exact: true })).toHaveCount(0);
  const take = other.getByRole('button', { name: 'Take the wheel' });
  await expect(take).toBeDisabled();
  await expect(take).toHaveAttribute('title', /Another person drives it/);
  await open_panel(other, 'vehicles');
  await expect(other.getByLabel('Driver of vehicle 1')).toBeDisabled();
  await open_panel(other, 'parameters');
  await expect(other.locator('.parameter input').first()).toBeDisabled();
  await shot(other, 'rights_viewer');

  // the second car nobody drives: it may be taken, and handed over again
  await other.getByLabel('Vehicle watched').selectOption('1');
  await take.click();
  await expect(other.locator('.who')).toHaveText('You');
  await expect(other.getByRole('button', { name: 'Hand over' })).toBeEnabled();
  await expect(other.getByRole('button', kRestart)).toHaveCount(0);

  await other.getByRole('button', { name: 'Menu' }).click();
  await other.getByRole('tab', { name: 'Rooms' }).click();
  const row = other.locator('.row', { hasText: room });
  await expect(row.getByRole('button', { name: 'Join' })).toBeVisible();
  await expect(row.getByRole('button', { name: 'Close' })).toHaveCount(0);

  // whatever a page shows, the server refuses it
  const raw = new RawClient(server.url);
  expect(await raw.ask({ type: 'join', room })).toBe('ok');
  for (const message of [
    { type: 'close', room }, { type: 'restart' }, { type: 'edit', piece: 'x', what: 'click' }, { type: 'driver', vehicle: 0, driver: 'idle' },
    { type: 'take', vehicle: 0, force: true },
  ]) expect(await raw.ask(message), message.type).toBe('not_allowed');
  raw.close();
  await other.context().close();
});

test('who opened the room has it again after a reload, and so have others while nobody does', async ({ page, browser, server }) => {
  await page.goto(server.url);
  const room = await start_level(page, 'oval');
  const other = await (await browser.newContext()).newPage();
  await visit(other, server.url, room);
  await expect(other.getByRole('button', { name: 'Pause' })).toBeDisabled();

  await page.reload();
  await expect(page.getByRole('button', kRestart)).toBeVisible();
  await expect(page.locator('.who')).toHaveText('You');
  await expect(other.getByRole('button', { name: 'Pause' })).toBeDisabled();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(other.getByRole('button', { name: 'Go on' })).toBeDisabled();

  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(other.getByRole('button', { name: 'Go on' })).toBeEnabled();
  await expect(other.getByRole('button', kRestart)).toBeVisible();
  await page.goto(`${server.url}#room=${room}`);
  await page.reload(); // the address of a room counts when a page is opened
  await expect(page.getByRole('button', kRestart)).toBeVisible();
  await expect(other.getByRole('button', { name: 'Go on' })).toBeDisabled();
  await other.context().close();
});

test('a lost connection takes its vehicle again at once', async ({ page, context, server }) => {
  await page.goto(server.url);
  const room = await start_level(page, 'oval');
  const key = await page.evaluate(() => sessionStorage.getItem('paddock.key'));
  expect(key).toMatch(/^[0-9a-f]{32}$/);

  // the server still holds the page's connection, and another of the same person takes the car
  const again = new RawClient(server.url, key!);
  expect(await again.ask({ type: 'join', room })).toBe('ok');
  expect(await again.ask({ type: 'take', vehicle: 0 })).toBe('ok');
  const stranger = new RawClient(server.url);
  expect(await stranger.ask({ type: 'join', room })).toBe('ok');
  expect(await stranger.ask({ type: 'take', vehicle: 0 })).not.toBe('ok');
  await expect(page.locator('.who')).toHaveText('Another person');
  again.close();
  stranger.close();

  await context.setOffline(true);
  await context.setOffline(false);
  await page.reload();
  await page.getByRole('button', { name: 'Take the wheel' }).click();
  await expect(page.locator('.who')).toHaveText('You');
  const observer = new Observer(server.url, room);
  const start = await observer.position();
  await page.keyboard.down('ArrowUp');
  await observer.moved(start, 1);
  observer.close();
});

test('an address for watching only watches', async ({ browser }) => {
  const server = new TestServer(true);
  await server.start(0, [], ['--view-token', 'look']);
  try {
    const opener = await (await browser.newContext()).newPage();
    await opener.goto(server.url);
    const room = await start_level(opener, 'oval');

    const page = await (await browser.newContext()).newPage();
    await page.goto(`${server.url}?token=look`);
    await expect(page.getByRole('tab', { name: 'Levels' })).toHaveCount(0);
    await page.getByRole('tab', { name: 'Rooms' }).click();
    const row = page.locator('.row', { hasText: room });
    await expect(row.getByRole('button', { name: 'Close' })).toHaveCount(0);
    await shot(page, 'rights_menu_view');
    await row.getByRole('button', { name: 'Join' }).click();
    await expect(page.locator('.level-about')).toContainText('for watching only');
    await expect(page.getByRole('button', { name: 'Pause' })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Take the wheel' })).toBeDisabled();
    await expect.poll(async () => Number(await page.locator('#clock').getAttribute('data-tick'))).toBeGreaterThan(50);
    await shot(page, 'rights_view');

    const raw = new RawClient(`${server.url}?token=look`);
    expect(await raw.ask({ type: 'join', room })).toBe('ok');
    expect(await raw.ask({ type: 'subscribe', sensor: 'speed', vehicle: 0 })).toBe('subscribed');
    for (const message of [{ type: 'open', level: 'oval' }, { type: 'take', vehicle: 0 }, { type: 'pause', paused: true }, { type: 'close', room }])
      expect(await raw.ask(message), message.type).toBe('not_allowed');
    raw.close();
    await opener.context().close();
    await page.context().close();
  } finally {
    await server.end();
  }
});
