import type { Page } from '@playwright/test';
import { kPanels } from '../src/state/store';
import { expect, open_panel, pictures, serious, shot, start_level, test } from './support/test';

interface Box { name: string; x: number; y: number; width: number; height: number }

/// What is seen of the page's parts.
function boxes(page: Page, selectors: string[]): Promise<Box[]> {
  return page.evaluate((wanted) => wanted.flatMap((selector) => [...document.querySelectorAll<HTMLElement>(selector)].flatMap((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return width * height === 0 ? [] : [{ name: `${selector} ${element.dataset['panel'] ?? element.dataset['tabPanelId'] ?? ''}`.trim(), x, y, width, height }];
  })), selectors);
}

/// Pairs that cover each other, and what sticks out of the window; half a px is rounding.
function clashes(all: Box[], { width, height }: { width: number; height: number }): string[] {
  const out = all.filter((box) => box.x < -0.5 || box.y < -0.5 || box.x + box.width > width + 0.5 || box.y + box.height > height + 0.5).map(({ name }) => `${name} sticks out`);
  const pairs = all.flatMap((a, i) => all.slice(i + 1).filter((b) => a.x < b.x + b.width - 0.5 && b.x < a.x + a.width - 0.5 && a.y < b.y + b.height - 0.5 && b.y < a.y + a.height - 0.5).map((b) => `${a.name} over ${b.name}`));
  return [...out, ...pairs];
}

/// What a finger or the mouse would hit.
function hit(page: Page, x: number, y: number): Promise<string> {
  return page.evaluate(([left, top]) => document.elementFromPoint(left!, top!)?.id ?? '', [x, y]);
}

/// A level that every panel has something for: the real server's room, with doors, links, roads and variables put into its words.
async function with_everything(page: Page): Promise<void> {
  const door = { door: 'racecar', mode: 'default drive', message: '', grade: 0, about: 'other', message_count: 0, new_best: false, max_speed: 0.25, console: ['ready'], results: [], score_code: '' };
  const rest = { throttle: 0, steer: 0, brake: 0, hand_brake: false, reverse: false };
  const client = {
    door: 'carla', message: '', grade: 0, about: 'other', message_count: 0, console: [], results: [], score_code: '',
    episode: 1, spot: 0, driving: true, frame: 1, rate: 10, fps: 10, synchronous: true, quality: 'Epic', weather: '', vehicles: 0, pedestrians: 0,
    seed_vehicles: 1, seed_pedestrians: 1, agents: false, asked: rest, autopilot: rest,
    sensors: [
      ...['camera', 'depth', 'semantic'].map((sensor) => ({ name: sensor, sensor, shows: 'colour', width: 80, height: 60, fov: 90 })),
      { name: 'lidar', sensor: 'lidar3d', shows: 'points', channels: 16, points_per_second: 1000, range: 50 },
    ],
  };
  const link = { door: 'racecar', name: 'backend', address: '127.0.0.1:10201', program: '', ports: [10201], connected: true, note: '', in_rate: 1, out_rate: 1 };
  const training = { task: 'race', steps: 1, of: 2, rate: 1, policy_steps: 0, channels: [{ name: 'driven', unit: 'm' }], points: [{ steps: 0, values: [1] }] };
  await page.routeWebSocket('**/ws', (socket) => {
    socket.connectToServer().onMessage((data) => {
      const message = typeof data === 'string' ? (JSON.parse(data) as { type: string; level?: object }) : null;
      if (message?.type !== 'room') { socket.send(data); return; }
      const level = message.level === undefined ? {} : { level: { ...message.level, variables: { cells: 8 }, roads: [] } };
      socket.send(JSON.stringify({ ...message, ...level, doors: [door, client], links: [link], training, paths: [{ vehicle: 0, points: [], closed: false, undo: 0 }] }));
    });
  });
}

const kBars = ['.head', '.game', '.course', '.time'];

test('all panels at once: none over another, none outside the window, in every size', async ({ page, server }) => {
  const kDesk = { width: 1440, height: 900 };
  const sizes = [kDesk, { width: 1000, height: 640 }, { width: 2560, height: 1440 }];
  await page.setViewportSize(kDesk);
  await with_everything(page);
  // all this is dear to draw in software: two pictures a second will do
  await page.addInitScript(() => {
    const draw = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (step) => Number(setTimeout(() => draw(step), 500));
  });
  await page.goto(server.url);
  await start_level(page, 'oval');
  await page.getByRole('button', { name: 'Pause' }).click();
  const open_all = (): Promise<string[]> => page.evaluate((ids) => ids.filter((id) => {
    const button = document.querySelector<HTMLElement>(`.rail [data-panel=${id}]`)!;
    if (button.getAttribute('aria-pressed') !== 'true') button.click();
    return document.querySelector(`.panel[data-panel=${id}] .panel-body > *`) === null;
  }), kPanels);
  expect(await open_all()).toEqual([]);

  for (const size of sizes) {
    await page.setViewportSize(size);
    await expect.poll(async () => clashes(await boxes(page, [...kBars, '.rail', '.panel']), size)).toEqual([]);
    // those behind others have a tab; tabs are inside the window too
    await expect(page.locator('.dv-tab:not([data-tab-panel-id=view])')).toHaveCount(kPanels.length);
    await expect.poll(async () => clashes(await boxes(page, ['.dv-tab']), size)).toEqual([]);
    await shot(page, `dock_${size.width}`);
    if (size === kDesk) expect(await serious(page)).toEqual([]);
  }

  await page.setViewportSize(kDesk);
  expect(await open_all()).toEqual([]); // the rail brings forward what is behind another
  // by keyboard: a tab is reached, and closes its panel
  await page.locator('.dv-tab[data-tab-panel-id=ranges]').focus();
  await page.keyboard.press('Delete');
  await expect(page.locator('.panel[data-panel=ranges]')).toHaveCount(0);
  await expect(page.locator('.rail [data-panel=ranges]')).not.toHaveAttribute('data-open');
  await page.getByRole('button', { name: 'Reset the layout' }).click();
  await expect(page.locator('.dv-tab:not([data-tab-panel-id=view])')).toHaveCount(4); // three sensors of the course and the console
});

test('a layout outlives a reload, and panels behind others cost the server nothing', async ({ page, server }) => {
  const sent: string[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))));
  const said = (type: string, sensor = ''): boolean => sent.some((text) => text.includes(`"${type}"`) && text.includes(sensor));
  const where = async (id: string): Promise<Box> => (await boxes(page, [`.panel[data-panel=${id}]`]))[0]!;
  // a layout that is broken is dropped
  await page.addInitScript(() => {
    if (localStorage.getItem('paddock.choices') === null) localStorage.setItem('paddock.choices', '{"layouts":{"race":{"version":1,"open":["speed"],"root":{"parts":[]}}}}');
  });
  await page.goto(server.url);
  await start_level(page, 'oval', { mode: 'watch' });
  for (const id of ['minimap', 'speed', 'laps']) await expect(page.locator(`.panel[data-panel=${id}]`)).toBeVisible();
  await open_panel(page, 'ranges');
  await expect.poll(() => said('subscribe', 'lidar')).toBe(true);

  // the middle is the picture's
  const view = { x: 560, y: 360 };
  expect(await hit(page, view.x, view.y)).toBe('view');
  await page.evaluate(() => {
    const canvas = document.querySelector<HTMLElement>('#view')!;
    for (const type of ['pointerdown', 'wheel', 'pointermove']) canvas.addEventListener(type, () => { canvas.dataset['got'] = `${canvas.dataset['got'] ?? ''} ${type}`; });
  });
  await page.mouse.move(view.x, view.y);
  await page.mouse.down();
  await page.mouse.move(view.x + 40, view.y);
  await page.mouse.up();
  await page.mouse.wheel(0, 100);
  await expect(page.locator('#view')).toHaveAttribute('data-got', /pointerdown.*pointermove.*wheel/);

  const drag = async (id: string, to: { x: number; y: number }): Promise<void> => {
    const tab = (await page.locator(`.dv-tab[data-tab-panel-id=${id}]`).boundingBox())!;
    await page.mouse.move(tab.x + 20, tab.y + tab.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + 30, to.y + 30, { steps: 4 });
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
  };
  // ranges to the left of the view, then speed over it
  await drag('ranges', { x: 90, y: 400 });
  await expect.poll(async () => (await where('ranges')).x).toBeLessThan(100);
  const ranges = await where('ranges');
  sent.length = 0;
  await drag('speed', { x: ranges.x + ranges.width / 2, y: ranges.y + ranges.height / 2 });
  await expect(page.locator('.panel[data-panel=ranges]')).toHaveCount(0);
  await expect.poll(() => said('unsubscribe')).toBe(true);
  const speed = await where('speed');
  await page.reload();
  await expect(page.locator('.panel[data-panel=speed]')).toBeVisible();
  const again = await where('speed');
  for (const edge of ['x', 'y', 'width', 'height'] as const) expect(Math.abs(again[edge] - speed[edge]), edge).toBeLessThan(2); // px are whole in what is kept

  sent.length = 0;
  await page.locator('.dv-tab[data-tab-panel-id=ranges]').click();
  await expect.poll(() => said('subscribe', 'lidar')).toBe(true);
  await page.getByRole('button', { name: 'Close Ranges' }).click();
  await expect.poll(() => said('unsubscribe')).toBe(true);
  await expect(page.locator('.panel[data-panel=speed]')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('stick, sheet and bars leave each other room, and the picture its middle', async ({ page, server }) => {
    const kParts = [...kBars, '.fold', '.sheet', '.stick', '.brake'];
    await page.goto(server.url);
    await start_level(page, 'oval');
    for (const size of [{ width: 390, height: 844 }, { width: 844, height: 390 }]) {
      await page.setViewportSize(size);
      const fold = page.locator('.fold');
      const low = size.height < 500;
      // held sideways the bars begin folded; here the mark is part of the head
      await expect(fold).toHaveAttribute('aria-expanded', String(!low));
      const parts = low ? kParts : kParts.filter((name) => name !== '.fold');
      for (const height of ['peek', 'half'] as const) {
        if (height === 'half') await open_panel(page, 'ranges');
        await expect(page.locator('.sheet')).toHaveAttribute('data-height', height);
        await expect.poll(async () => clashes(await boxes(page, parts), size)).toEqual([]);
        expect((await boxes(page, ['.sheet', '.stick', '.brake'])).length).toBe(3);
        expect(await hit(page, size.width / 2, size.height / 2)).toBe('view');
        await pictures(page, 5);
        await shot(page, `phone_${size.width}_${height}`);
      }
      expect(await serious(page)).toEqual([]);
      // the grip drags it down again, and the bars come back
      const grip = (await page.locator('.sheet-grip').boundingBox())!;
      await page.mouse.move(grip.x + grip.width / 2, grip.y + 10);
      await page.mouse.down();
      await page.mouse.move(grip.x + grip.width / 2, size.height - 20, { steps: 5 });
      await page.mouse.up();
      await expect(page.locator('.sheet')).toHaveAttribute('data-height', 'peek');
      await expect(page.locator('.panel')).toHaveCount(0);
      if (low) {
        await fold.click();
        await expect(page.locator('.head')).toBeVisible();
        expect(clashes(await boxes(page, kParts.filter((name) => name !== '.fold')), size)).toEqual([]);
      }
    }
  });
});
