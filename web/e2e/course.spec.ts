// The robot-car course on the page: by hand, then with a stand-in for a program of the course.

import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { Program, test } from './support/program';
import { Observer, colors_of, expect, open_panel, serious, shot } from './support/test';

async function start_course(page: Page, url: string): Promise<string> {
  await page.goto(url);
  return start_from_menu(page);
}

async function start_from_menu(page: Page): Promise<string> {
  await page.locator('[data-level=course_wall]').click();
  await expect(page.locator('.course-message')).toBeHidden();
  const dialog = page.locator('dialog.start');
  await expect(dialog.getByRole('radio')).toHaveCount(1); // no finish, no grading: it can be explored
  await expect(dialog.getByLabel('Cars')).toBeHidden();
  await dialog.locator('button[type=submit]').click();
  await expect(page.locator('body')).toHaveAttribute('data-level', 'A wall', { timeout: 45_000 });
  return new URL(page.url()).hash.replace('#room=', '');
}

test('a person drives by the pad, then a program does, until it raises', async ({ page, server }) => {
  const room = await start_course(page, server.url);
  const course = page.locator('.course');
  const mode = page.locator('.course-mode'), message = page.locator('.course-message');
  const observer = new Observer(server.url, room);
  await expect(mode).toHaveText('Default drive');
  await expect(course).toContainText('No program connected: run yours with -s');
  // what the program gets: the sensors of the run
  for (const [panel, sensor] of [['picture', 'camera'], ['picture_2', 'depth'], ['ranges', 'lidar']] as const) {
    const choice = page.locator(`.panel[data-panel=${panel}] .sensor-choice`);
    await expect(choice).toHaveValue(sensor);
    // where there is only one, nothing is grouped
    const group = panel === 'ranges' ? '' : 'optgroup[label="Of the run"] ';
    await expect(choice.locator(`${group}option[value=${sensor}]`)).toHaveCount(1);
    await expect.poll(() => colors_of(page, `.panel[data-panel=${panel}] canvas`)).toBeGreaterThan(3);
  }
  await expect(page.locator('.panel[data-panel=picture] .corner')).toContainText('640 × 480');

  // what the program reads of its IMU at rest, in the bar and in the panel alike
  const up = page.locator('.felt').first().locator('.digits').nth(1);
  await expect(up).toHaveText(/^−9\.[78]\d$/);
  await open_panel(page, 'plots');
  const row = page.locator('.signals li', { hasText: 'acceleration up (y)' });
  await expect(row.locator('.digits')).toHaveText(/^−9\.[78]\d$/);
  await page.getByLabel('yaw rate (y)').uncheck();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()]);
  const lines = readFileSync(await file.path(), 'utf8').split('\n');
  expect(lines[0]).toBe('time (s),acceleration right (x) (m/s2),acceleration up (y) (m/s2),acceleration forward (z) (m/s2),pitch rate (x) (rad/s),roll rate (z) (rad/s)');
  expect(Number(lines.at(-2)!.split(',')[2])).toBeCloseTo(-9.81, 0);
  await shot(page, 'course_imu');
  await page.locator('.rail [data-panel=plots]').click();

  // by hand: the right trigger and the left stick
  const start = await observer.position();
  await page.keyboard.down('ShiftRight');
  await page.keyboard.down('KeyA');
  await observer.moved(start, 0.4);
  expect(observer.frame!.vehicles[0]!.steer).toBeGreaterThan(0.02);
  await expect(page.locator('.course-pad .knob.moved')).toHaveCount(1);
  await shot(page, 'course_hands');
  await page.keyboard.press('Slash'); // with Shift this is a question mark, and still the pad's
  await expect(page.locator('dialog.help')).toHaveCount(0);
  await expect(page.locator('#course-limit')).toHaveText('35');
  await page.keyboard.up('ShiftRight');
  await page.keyboard.up('KeyA');
  await expect.poll(() => observer.frame?.vehicles[0]?.drive).toBe(0);

  // START without a program is a warning
  await page.keyboard.press('Enter');
  await expect(message).toHaveAttribute('data-grade', '1');
  await expect(message).toContainText('No program is connected yet');

  // a program: START runs it
  const program = new Program(...server.ports);
  await expect(course).toContainText('Program connected');
  program.speed = 1;
  await page.keyboard.press('KeyR');
  await expect.poll(async () => Math.abs((await observer.position()).x - start.x)).toBeLessThan(0.05);
  await course.getByRole('button', { name: 'START' }).click();
  await expect(mode).toHaveText('User program');
  await observer.moved(start, 0.4);
  expect(program.starts).toBe(1);
  expect(program.updates).toBeGreaterThan(5);
  await shot(page, 'course_program');

  // BACK and START once more need no new connection
  await page.keyboard.press('Backspace');
  await expect(mode).toHaveText('Default drive');
  await page.keyboard.press('Enter');
  await expect(mode).toHaveText('User program');
  await expect.poll(() => program.starts).toBe(2);

  // it raises
  program.raise = true;
  await expect(message).toHaveAttribute('data-grade', '2');
  await expect(message).toContainText('raised an exception');
  await expect(mode).toHaveText('Default drive');
  await expect(course).toContainText('No program connected');
  await shot(page, 'course_error');
  await expect(message).toBeHidden({ timeout: 10_000 });
  program.close();
  observer.close();
});

test('the keys that people try drive, Tab is the page\'s, and what stands still is sharp', async ({ page, server }) => {
  const room = await start_course(page, server.url);
  const observer = new Observer(server.url, room);
  const hint = page.locator('.key-hint'), view = page.locator('#view');
  await expect(view).toHaveAttribute('data-still', 'true'); // although time passes and the lidar turns
  await expect(hint).toContainText('W or ↑ drives · S or ↓ reverses · A D or ← → steers');
  const start = await observer.position();
  await page.keyboard.press('Tab');
  await expect(page.locator('button:focus, select:focus, a:focus')).toHaveCount(1);
  await page.keyboard.press('CapsLock');
  await observer.advanced(30);
  expect(await observer.position()).toEqual(start);
  await view.focus();

  await page.keyboard.down('KeyW');
  await observer.moved(start, 0.3);
  await expect(hint).toBeHidden();
  await page.keyboard.up('KeyW');
  await page.keyboard.down('ArrowDown');
  await expect.poll(() => observer.frame!.vehicles[0]!.speed).toBeLessThan(-0.05);
  await page.keyboard.up('ArrowDown');

  await page.keyboard.press('KeyP');
  await expect(view).toHaveAttribute('data-ratio', '1.00');
  await expect(view).toHaveAttribute('data-still', 'true');
  await shot(page, 'course_sharp');
  observer.close();
});

test('the keys of the course are shown, and nothing in it is hard to read', async ({ page, server }) => {
  await start_course(page, server.url);
  expect(await serious(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await serious(page)).toEqual([]);
  await shot(page, 'course_dark');
  await page.getByRole('button', { name: 'Keys and pads' }).click();
  await expect(page.getByRole('button', { name: /^Right bumper:\s*\/ ?X/ })).toBeVisible();
  await shot(page, 'course_keys');
});

test('a level that follows has the ports, and ends the programs of the one before', async ({ page, server }) => {
  await start_course(page, server.url);
  const first = new Program(...server.ports);
  await expect.poll(() => first.car).toBe(0);
  await page.keyboard.press('KeyM');
  await expect(page.locator('#menu')).toBeVisible();

  await start_from_menu(page);

  await expect.poll(() => first.ended).toBe(true);
  const second = new Program(...server.ports);
  await expect(page.locator('.course')).toContainText('Program connected');
  first.close();
  second.close();
});

test('where the ports are taken people drive all the same, and are told', async ({ page, context, server }) => {
  await start_course(page, server.url);
  const other = await context.newPage();
  const room = await start_course(other, server.url);

  await expect(other.locator('.course-message')).toContainText(`UDP port ${server.ports[0]} of 127.0.0.1 is taken`);
  const observer = new Observer(server.url, room);
  const start = await observer.position();
  await other.keyboard.down('KeyE');
  await observer.moved(start, 0.3);
  await shot(other, 'course_ports_taken');
  await other.keyboard.up('KeyE');
  observer.close();
});

test('a game pad drives', async ({ page, server }) => {
  await page.addInitScript(() => {
    const pad = {
      index: 0, connected: true, id: 'stub', mapping: 'standard', timestamp: 0, axes: [0, 0, 0, 0],
      buttons: Array.from({ length: 17 }, () => ({ value: 0, pressed: false, touched: false })),
    };
    Object.assign(window, { pad });
    navigator.getGamepads = () => [pad] as unknown as Gamepad[];
  });
  const room = await start_course(page, server.url);
  const observer = new Observer(server.url, room);
  const start = await observer.position();
  await page.evaluate(() => {
    const { pad } = window as unknown as { pad: { buttons: { value: number }[]; axes: number[] } };
    pad.buttons[7]!.value = 1;
    pad.axes[0] = 1;
  });
  await observer.moved(start, 0.3);
  expect(observer.frame!.vehicles[0]!.steer).toBeLessThan(-0.02); // to the right
  observer.close();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('the stick is the pad', async ({ page, server }) => {
    const room = await start_course(page, server.url);
    const observer = new Observer(server.url, room);
    const start = await observer.position();
    const box = (await page.locator('.stick').boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + 10, { steps: 4 });
    await observer.moved(start, 0.3);
    await shot(page, 'course_phone');
    await page.mouse.up();
    observer.close();
  });
});
