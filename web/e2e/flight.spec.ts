import type { Page } from '@playwright/test';
import { Observer, colors_of, expect, open_panel, pictures, shot, test } from './support/test';

/// From the menu to a level whose vehicle follows what is drawn; the room's name.
async function start_path(page: Page, level: string): Promise<string> {
  const card = page.locator(`[data-level=${level}]`);
  const title = (await card.locator('.card-title').textContent())!;
  await card.click();
  const dialog = page.locator('dialog.start');
  await dialog.locator('input[value=path]').check();
  await dialog.getByRole('button', { name: 'Draw a path' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-level', title, { timeout: 45_000 });
  await expect(page.locator('.path-bar')).toBeVisible();
  const help = page.getByRole('button', { name: 'Dismiss the help' }); // it stands where tests click
  if (await help.isVisible()) await help.click();
  return new URL(page.url()).hash.replace('#room=', '');
}

/// The middle of what bars and panels leave of the picture, and a length that fits in it.
async function free(page: Page): Promise<{ x: number; y: number; reach: number }> {
  return page.evaluate(() => {
    const side = (name: string): number => parseFloat(getComputedStyle(document.body).getPropertyValue(name));
    const top = document.querySelector('.path-bar')!.getBoundingClientRect().bottom;
    const time = document.querySelector('.time')!.getBoundingClientRect();
    const bottom = time.height > 0 ? time.top : innerHeight - side('--free-bottom');
    const [left, right] = [side('--free-left'), side('--free-right')];
    return { x: (left + right) / 2, y: (top + bottom) / 2, reach: Math.min(right - left, bottom - top) / 4 };
  });
}

/// Typed into its row, and taken by the room.
async function set_parameter(page: Page, observer: Observer, name: string, value: number): Promise<void> {
  await open_panel(page, 'parameters');
  const input = page.locator(`[data-parameter="${name}"] input[type=number]`);
  await input.fill(String(value));
  await input.press('Tab');
  await expect.poll(() => observer.room?.parameters.find((each) => each.name === name)?.value).toBe(value);
}

const waypoints = (observer: Observer): readonly (readonly [number, number])[] => observer.room?.paths[0]?.points ?? [];

/// Clicks so many waypoints round the middle, one after the other; where they were clicked.
async function click_points(page: Page, observer: Observer, shares: readonly (readonly [number, number])[]): Promise<{ x: number; y: number }[]> {
  const { x, y, reach } = await free(page);
  const places = shares.map(([right, up]) => ({ x: x + right * reach, y: y - up * reach }));
  for (const [i, place] of places.entries()) {
    await page.mouse.click(place.x, place.y);
    await expect.poll(() => waypoints(observer).length).toBe(i + 1);
    await expect(page.locator('.path-count')).toHaveText(i === 0 ? '1 waypoint' : `${i + 1} waypoints`); // later than the observer
  }
  return places;
}

test('three waypoints are clicked and flown, one is dragged, a gain changed, and two curves compared', async ({ page, server }) => {
  await page.goto(server.url);
  const room = await start_path(page, 'simplesim');
  const observer = new Observer(server.url, room);
  const start = await observer.position();
  await expect(page.locator('.path-count')).toHaveText('0 waypoints');
  // a wind that wanders lets a PD cascade settle nowhere: none any more, and what there was goes
  await set_parameter(page, observer, 'vehicle.0.wind', 0);
  await set_parameter(page, observer, 'vehicle.0.wind_return', 5);

  // click three, watch it fly
  const places = await click_points(page, observer, [[1.2, 0.2], [1, -0.9], [-1.2, -0.7]]);
  await expect(page.locator('.path-count')).toHaveText('3 waypoints');
  await observer.moved(start, 0.3);
  await expect(page.locator('.hud-lines li').nth(1)).toHaveText(/^current position: \(.+\) m$/);
  await expect(page.locator('.why')).toContainText('of 3');
  await expect.poll(() => colors_of(page, '.map')).toBeGreaterThan(8);

  // drag the last one: the room has it elsewhere, and one undo brings it back
  const before = waypoints(observer)[2]!;
  await page.mouse.move(places[2]!.x, places[2]!.y);
  await page.mouse.down();
  await page.mouse.move(places[2]!.x + 30, places[2]!.y - 24, { steps: 6 });
  await page.mouse.move(places[2]!.x + 40, places[2]!.y - 40, { steps: 2 });
  await page.mouse.up();
  const away = (): number => Math.hypot(waypoints(observer)[2]![0] - before[0], waypoints(observer)[2]![1] - before[1]);
  await expect.poll(away).toBeGreaterThan(0.05);
  expect(waypoints(observer).length).toBe(3);

  // it gets there, and its figures stand in the table
  await open_panel(page, 'flights');
  await page.getByLabel('Speed', { exact: true }).selectOption('4');
  const first = page.locator('.flights-table [data-flight="1"]');
  await expect(first).toHaveAttribute('data-state', 'arrived');
  await expect(first.locator('.flight-changed')).not.toContainText('2.5');

  // change a gain, fly again, see both curves
  await open_panel(page, 'parameters');
  const gain = page.locator('[data-parameter="driver.0.kp_position"]');
  const bounds = gain.locator('input[type=number]');
  await bounds.fill('100000');
  await bounds.press('Tab');
  await expect(gain.locator('.hint')).toContainText('From');
  await set_parameter(page, observer, 'driver.0.kp_position', 2.5);
  await expect(gain.locator('.hint')).toHaveText('');
  await page.getByTitle(/Back to where this flight began/).click();
  const second = page.locator('.flights-table [data-flight="2"]');
  await expect(second).toHaveAttribute('data-state', 'arrived');
  await expect(second.locator('.flight-changed')).toContainText('2.5');
  await open_panel(page, 'flights');
  await expect(page.locator('.flights-plot')).toHaveAttribute('data-curves', '2');
  await expect(page.locator('.flights-curves [data-curve]')).toHaveText([/Flight 1/, /Flight 2/]);
  await page.locator('.curve-choice').selectOption('along');
  await expect.poll(() => colors_of(page, '.flights-plot canvas')).toBeGreaterThan(4);
  await expect(first.locator('[data-best]').or(second.locator('[data-best]')).first()).toBeVisible();
  await pictures(page, 5);
  await shot(page, 'flight_compared');
  await page.getByLabel('Curve of flight 1').uncheck();
  await expect(page.locator('.flights-plot')).toHaveAttribute('data-curves', '1');
  observer.close();
});

test('waypoints are put between, deleted, undone and cleared, and paths come ready-made', async ({ page, server }) => {
  await page.goto(server.url);
  const room = await start_path(page, 'simplesim');
  const observer = new Observer(server.url, room);
  await observer.position();
  await page.keyboard.press('KeyP'); // edits are seen while time stands
  await expect(page.locator('.pace')).toHaveText('paused');
  const [a, b] = await click_points(page, observer, [[-1, 0.8], [1, 0.8]]);

  await page.keyboard.down('Shift');
  await page.mouse.click((a!.x + b!.x) / 2, a!.y + 4);
  await page.keyboard.up('Shift');
  await expect.poll(() => waypoints(observer).length).toBe(3);
  const [first, middle, last] = waypoints(observer);
  expect(middle![0]).toBeGreaterThan(first![0]);
  expect(middle![0]).toBeLessThan(last![0]);

  await page.mouse.click(b!.x, b!.y, { button: 'right' });
  await expect.poll(() => waypoints(observer).length).toBe(2);
  await page.keyboard.press('Control+z');
  await expect.poll(() => waypoints(observer).length).toBe(3);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => waypoints(observer).length).toBe(2);
  await page.getByRole('button', { name: 'Clear the path' }).click();
  await expect.poll(() => waypoints(observer).length).toBe(0);

  for (const shape of ['figure_eight', 'spiral', 'star', 'random']) {
    const old = JSON.stringify(waypoints(observer));
    await page.getByLabel('Ready-made path').selectOption(shape);
    await expect.poll(() => JSON.stringify(waypoints(observer)) !== old && waypoints(observer).length > 3).toBe(true);
  }
  const random = JSON.stringify(waypoints(observer));
  await page.getByLabel('Seed of random paths').fill('7');
  await page.getByLabel('Seed of random paths').press('Enter');
  await expect.poll(() => JSON.stringify(waypoints(observer))).not.toBe(random);

  // with the pen
  await page.getByRole('button', { name: 'Draw', exact: true }).click();
  const { x, y, reach } = await free(page);
  await page.mouse.move(x + reach, y);
  await page.mouse.down();
  for (let i = 1; i <= 24; ++i) await page.mouse.move(x + reach * Math.cos(i / 4), y - reach * Math.sin(i / 4));
  await page.mouse.up();
  await expect.poll(() => waypoints(observer).length).toBeLessThan(24);
  expect(waypoints(observer).length).toBeGreaterThan(6);
  observer.close();
});

test('every parameter is changed on the page while it flies, and is in force as it was set', async ({ page, server }) => {
  await page.goto(server.url);
  const room = await start_path(page, 'simplesim');
  const observer = new Observer(server.url, room);
  const start = await observer.position();
  await click_points(page, observer, [[1.2, 0.2], [-1.2, -0.7]]);
  await observer.moved(start, 0.1);
  await open_panel(page, 'parameters');
  const all = observer.room!.parameters;
  expect(all.length).toBeGreaterThan(55);
  for (const { name, kind, choices, value, low, high } of all) {
    const row = page.locator(`[data-parameter="${name}"]`);
    const number = row.locator('input[type=number]');
    const wanted = value === low ? high : low;
    if (kind === 'switch') await row.locator('input').setChecked(wanted === 1);
    else if (choices !== undefined) await row.locator('select').selectOption(String(wanted));
    else {
      await number.fill(String(high + 1));
      await number.press('Enter');
      await expect(row.locator('.hint')).toContainText(`From ${Number(low.toPrecision(4))} to ${Number(high.toPrecision(4))}`);
      await number.fill(String(wanted));
      await number.press('Enter');
    }
    await expect.poll(() => observer.room?.parameters.find((each) => each.name === name)?.value, { message: name, intervals: [20, 50, 100] }).toBe(wanted);
  }
  observer.close();
});

test('units are the original\'s on request, and a controller is chosen live', async ({ page, server }) => {
  await page.goto(server.url);
  const room = await start_path(page, 'simplesim');
  const observer = new Observer(server.url, room);
  await observer.position();
  await page.keyboard.press('KeyP'); // wind carries it off meanwhile
  await expect(page.locator('.pace')).toHaveText('paused');
  await open_panel(page, 'figures');
  await open_panel(page, 'parameters');
  const position = page.locator('.hud-lines li').nth(1);
  const told = async (): Promise<[number, number]> => {
    const numbers = (await position.textContent())!.replace(/−/g, '-').match(/-?\d+\.\d+/g)!.map(Number);
    return [numbers[0]!, numbers[1]!];
  };
  await expect(position).toHaveText(/ m$/);
  const [x, y] = await told();

  await page.getByRole('button', { name: 'Metres' }).click();
  await page.getByRole('button', { name: 'y up' }).click();
  await expect(position).toHaveText(/ px$/);
  const pixels = await told();
  expect(Math.abs(pixels[0] - 100 * x)).toBeLessThan(0.51); // of what was rounded to a hundredth of a metre
  expect(Math.abs(pixels[1] - (480 - 100 * y))).toBeLessThan(0.51);

  const controller = page.locator('[data-parameter="driver.0.controller"] select');
  await controller.selectOption({ label: 'LQR' });
  await expect.poll(() => {
    const found = observer.room?.parameters.find(({ name }) => name === 'driver.0.controller');
    return found?.choices?.[found.value];
  }).toBe('lqr');
  await page.locator('[data-parameter="vehicle.0.control_mode"] select').selectOption({ label: 'Velocity' });
  await expect.poll(() => observer.room?.parameters.find(({ name }) => name === 'vehicle.0.control_mode')?.value).toBe(1);
  observer.close();
});

test('a car follows a drawn path in any level, by regulated pursuit', async ({ page, server }) => {
  await page.goto(server.url);
  const room = await start_path(page, 'oval');
  const observer = new Observer(server.url, room);
  const start = await observer.position();
  await open_panel(page, 'parameters');
  await page.locator('[data-parameter="driver.0.controller"] select').selectOption({ label: 'Regulated pursuit' });
  await page.getByRole('button', { name: 'Clear the path' }).click(); // it begins with the level's own
  await expect.poll(() => waypoints(observer).length).toBe(0);
  await click_points(page, observer, [[-0.6, -0.8], [0.6, -0.8]]);
  await observer.moved(start, 1);
  observer.close();
});

for (const [width, height] of [[1440, 900], [390, 844]] as const) {
  test.describe(`${width}x${height}`, () => {
    test.use({ viewport: { width, height } });

    test('a figure eight is flown, and seen whole', async ({ page, server }) => {
      await page.goto(server.url);
      const room = await start_path(page, 'simplesim');
      const observer = new Observer(server.url, room);
      const start = await observer.position();
      await page.getByLabel('Ready-made path').selectOption('figure_eight');
      await observer.moved(start, 0.4);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await pictures(page, 5);
      await shot(page, `flight_${width}`);
      for (const panel of ['tracking', 'figures']) {
        await open_panel(page, panel);
        await pictures(page, 8);
        await shot(page, `flight_${width}_${panel}`);
      }
      observer.close();
    });
  });
}

test.describe('with fingers', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a finger draws a path, taps a waypoint, and takes one away by staying on it', async ({ page, server }) => {
    await page.goto(server.url);
    const room = await start_path(page, 'simplesim');
    const observer = new Observer(server.url, room);
    await observer.position();
    await page.keyboard.press('KeyP'); // edits are seen while time stands
    await expect(page.locator('.pace')).toHaveText('paused');
    const hand = await page.context().newCDPSession(page);
    const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]): Promise<unknown> => hand.send('Input.dispatchTouchEvent', { type, touchPoints });

    const { x, y, reach } = await free(page);
    await page.getByRole('button', { name: 'Draw', exact: true }).tap();
    await finger('touchStart', { x: x + reach, y });
    for (let i = 1; i <= 20; ++i) await finger('touchMove', { x: x + reach * Math.cos(i / 4), y: y - reach * Math.sin(i / 4) });
    await page.waitForTimeout(200); // a finger lifted while it moves throws, and the browser may spend the next tap on stopping that
    await finger('touchEnd');
    await expect.poll(() => waypoints(observer).length).toBeGreaterThan(6);
    const drawn = waypoints(observer).length;
    expect(drawn).toBeLessThan(21);
    await shot(page, 'flight_390_drawn');

    await page.getByLabel('Points', { exact: true }).tap();
    await expect(page.getByLabel('Points', { exact: true })).toHaveAttribute('aria-pressed', 'true');
    await page.touchscreen.tap(x, y);
    await expect.poll(() => waypoints(observer).length).toBe(drawn + 1);
    await expect(page.locator('.path-count')).toHaveText(`${drawn + 1} waypoints`); // the page may hear of it later than the observer
    await finger('touchStart', { x, y });
    await expect.poll(() => waypoints(observer).length).toBe(drawn);
    await finger('touchEnd');
    expect(waypoints(observer).length).toBe(drawn);
    observer.close();
  });
});
