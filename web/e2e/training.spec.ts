import type { Page } from '@playwright/test';
import type { RoomLink } from '../src/net/messages';
import { grey_png } from './support/things';
import { Observer, colors_of, expect, open_panel, pictures, shot, start_level, test } from './support/test';

// pictures of the menu are dear to draw, and not what is looked at here
test.beforeEach(async ({ page }) => {
  const body = Buffer.from(grey_png(64, 36, (x, y) => x + y));
  await page.route('**/levels/*.png*', (route) => route.fulfill({ contentType: 'image/png', body }));
});

const kLinks: RoomLink[] = [
  { door: 'ees-pees', name: 'backend', address: '127.0.0.1:10201', program: '', ports: [10201], connected: true, note: 'START: 8 cells, 10 blocks, seed 42', in_rate: 0.4, out_rate: 0.4 },
  { door: 'ees-pees', name: 'robot 1', address: '127.0.0.1:10200', program: '', ports: [10200], connected: true, note: '', in_rate: 1250, out_rate: 1250 },
];

/// The real server, with links put into its words: what is returned sends them again, changed.
async function with_links(page: Page, links: RoomLink[]): Promise<(next: RoomLink[]) => void> {
  let last: Record<string, unknown> | null = null;
  let send: (text: string) => void = () => undefined;
  let now = links;
  await page.routeWebSocket('**/ws', (socket) => {
    const server = socket.connectToServer();
    send = (text) => socket.send(text);
    server.onMessage((data) => {
      const message = typeof data === 'string' ? (JSON.parse(data) as Record<string, unknown>) : null;
      if (message?.['type'] !== 'room') { socket.send(data); return; }
      last = message;
      socket.send(JSON.stringify({ ...message, links: now }));
    });
  });
  return (next) => {
    now = next;
    if (last !== null) send(JSON.stringify({ ...last, links: now }));
  };
}

test('the world is drawn anew with other settings, and fits the window', async ({ page, server }) => {
  await page.goto(server.url);
  const room = await start_level(page, 'training_env');
  const world = page.getByRole('form', { name: 'World' });
  await expect(world.getByLabel('Cells')).toHaveValue('8');
  await expect(page.getByLabel('Camera', { exact: true })).toHaveValue('level');
  const glb = page.waitForResponse((response) => response.url().includes('training_env.glb') && response.url().includes('cells=12'));

  await world.getByLabel('Cells').fill('12');
  await world.getByLabel('Blocks').fill('20');
  await world.getByLabel('Seed of the world').fill('42');
  await world.getByLabel('Seed of the world').press('Enter');

  expect((await glb).url()).toMatch(/seed=42.*cells=12.*blocks=20/);
  await expect(page.locator('.level-about')).toContainText('seed 42');
  await expect(world.getByLabel('Blocks')).toHaveValue('20');
  await expect(world.getByLabel('Scale')).toHaveValue('0.5');
  await expect(world.getByRole('status')).toHaveText('');
  await expect.poll(() => colors_of(page, '.map')).toBeGreaterThan(20);
  await shot(page, 'training_large');

  // what is not said stays
  await page.getByRole('button', { name: 'Restart', exact: true }).click();
  await expect(world.getByLabel('Cells')).toHaveValue('12');
  const observer = new Observer(server.url, room);
  await observer.position();
  observer.close();
});

test('a refused setting says why and loses nothing', async ({ page, server }) => {
  await page.goto(server.url);
  await start_level(page, 'training_env');
  const world = page.getByRole('form', { name: 'World' });
  await world.getByLabel('Blocks').fill('9999');
  await world.getByLabel('Cells').fill('9');
  await world.getByRole('button', { name: 'Restart with this world' }).click();

  await expect(world.getByRole('status')).toContainText(/blocks must be/);
  await expect(world.getByLabel('Blocks')).toHaveValue('9999');
  await expect(world.getByLabel('Blocks')).toHaveAttribute('aria-invalid', 'true');
  await expect(world.getByLabel('Cells')).toHaveValue('9');
  await expect(page.locator('.notice')).toHaveCount(0);

  await world.getByLabel('Blocks').fill('12');
  await world.getByLabel('Blocks').press('Enter');
  await expect(world.getByRole('status')).toHaveText('');
  await expect(world.getByLabel('Blocks')).toHaveAttribute('aria-invalid', 'false');
  await world.getByLabel('Blocks').fill('');
  await world.getByLabel('Blocks').press('Enter');
  await expect(world.getByRole('status')).toHaveText('Blocks must be a number.');
});

test('the dice fills in a seed, and the keyboard reaches everything', async ({ page, server }) => {
  await page.goto(server.url);
  await start_level(page, 'training_env');
  const world = page.getByRole('form', { name: 'World' });
  await world.getByLabel('Robots').focus();
  await page.keyboard.press('Tab');
  await expect(world.getByRole('button', { name: 'Random seed' })).toBeFocused();
  await page.keyboard.press('Enter');
  const seed = Number(await world.getByLabel('Seed of the world').inputValue());
  expect(Number.isInteger(seed) && seed >= 0 && seed <= 65535).toBe(true);
  await page.keyboard.press('Tab');
  await expect(world.getByLabel('Seed of the world')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');

  await expect(page.locator('.level-about')).toContainText(`seed ${seed} ·`);
});

test('panels for what a room has not stay away', async ({ page, server }) => {
  await page.goto(server.url);
  await start_level(page, 'oval');
  await expect(page.locator('.panel[data-panel=speed]')).toBeVisible();
  for (const id of ['world', 'links']) {
    await expect(page.locator(`.panel[data-panel=${id}]`)).toHaveCount(0);
    await expect(page.locator(`.rail [data-panel=${id}]`)).toBeHidden();
  }
  await expect(page.getByLabel('Camera', { exact: true })).toHaveValue('chase');
});

test('links are shown live, and their rows stay', async ({ page, server }) => {
  const tell = await with_links(page, kLinks);
  await page.goto(server.url);
  await start_level(page, 'training_env');
  const links = page.locator('.panel[data-panel=links]');
  const backend = links.locator('[data-link=backend]');
  await expect(backend).toContainText('127.0.0.1:10201');
  await expect(backend).toContainText('START: 8 cells, 10 blocks, seed 42');
  await expect(backend.getByRole('img', { name: 'Connected', exact: true })).toBeVisible();
  await expect(links.locator('[data-link="robot 1"] .link-rates')).toContainText('In 1250');
  await links.locator('li').first().evaluate((row) => { row.setAttribute('data-kept', 'yes'); });

  tell([{ ...kLinks[0]!, in_rate: 0.8 }, { ...kLinks[1]!, connected: false, in_rate: 0, out_rate: 0 }]);
  await expect(backend.locator('.link-rates')).toContainText('In 0.8');
  await expect(backend).toHaveAttribute('data-kept', 'yes');
  await expect(links.locator('[data-link="robot 1"]')).toContainText('Waiting for your program on port 10200');
  await expect(links.getByRole('img', { name: 'Not connected' })).toBeVisible();

  tell([]);
  await expect(links).toHaveCount(0);
});

for (const [width, height] of [[1440, 900], [390, 844]] as const) {
  test.describe(`${width}x${height}`, () => {
    test.use({ viewport: { width, height } });

    test('the field, its robot, its lidar and its trail', async ({ page, server }) => {
      await with_links(page, kLinks);
      await page.goto(server.url);
      const room = await start_level(page, 'training_env', { mode: 'watch' });
      const observer = new Observer(server.url, room);
      const start = await observer.position();
      await open_panel(page, 'ranges');
      await expect.poll(() => colors_of(page, '#ranges-canvas')).toBeGreaterThan(4);
      await expect(page.locator('.panel[data-panel=ranges] .corner')).toContainText('360 beams · 3.5 m');
      await observer.moved(start, 0.8);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await open_panel(page, 'world');
      await pictures(page, 5);
      await shot(page, `training_${width}`);
      observer.close();
    });
  });
}
