// Races, gradings, settings and edits of the robot-car course, with stand-ins for its programs.

import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { Program, test } from './support/program';
import { Observer, expect, open_panel, pictures, serious, shot } from './support/test';

test.use({ viewport: { width: 1280, height: 800 } });

async function open_course(page: Page, url: string, level: string, mode: 'explore' | 'race' | 'grade', cars = 1, user = '', record = false): Promise<string> {
  await page.goto(url);
  const card = page.locator(`[data-level=${level}]`);
  const title = (await card.locator('.card-title').textContent())!;
  await card.click();
  const dialog = page.locator('dialog.start');
  await dialog.locator(`input[value=${mode}]`).check();
  if (cars > 1) await dialog.getByLabel(/^Cars/).fill(String(cars));
  if (user !== '') await shot(page, `course_dialog_${mode}`);
  if (user !== '') await dialog.getByLabel('User name').fill(user);
  if (record) await dialog.getByLabel('Record from the start').check();
  await dialog.locator('button[type=submit]').click();
  await expect(page.locator('body')).toHaveAttribute('data-level', title, { timeout: 45_000 });
  return new URL(page.url()).hash.replace('#room=', '');
}

function programs(ports: [number, number], count: number, speed: (i: number) => number): Program[] {
  return Array.from({ length: count }, (_, i) => Object.assign(new Program(...ports), { speed: speed(i), max_speed: 0.3 }));
}

test('a program races against the clock, and its time is kept', async ({ page, server }) => {
  const room = await open_course(page, server.url, 'course_race', 'race', 1, 'Ada');
  const mode = page.locator('.course-mode'), clock = page.locator('.game-clock');
  await expect(mode).toHaveText('Wait');
  await expect(mode).toHaveAttribute('data-tone', 'wait');
  await expect(page.locator('.course-help')).toContainText('Drive straight to the finish');
  await expect(clock).toHaveText('0:00.00');
  await shot(page, 'race_wait');
  await page.keyboard.press('PageDown'); // no help in a race
  await expect(page.locator('.notices')).toContainText('Nobody is put at a checkpoint in a race');

  const [program] = programs(server.ports, 1, () => 1);
  await expect(page.locator('.course')).toContainText('Program connected');
  await page.keyboard.press('Enter');
  await expect(mode).toHaveText('User program');
  await expect(page.locator('.game-splits li.passed').first()).toBeVisible({ timeout: 30_000 });
  await shot(page, 'race_split');
  const verdict = page.locator('.verdict');
  await expect(verdict).toHaveAttribute('data-kind', 'success', { timeout: 30_000 });
  await expect(verdict).toContainText('New best time');
  await expect(mode).toHaveText('Finished');
  await shot(page, 'race_finished');
  const observer = new Observer(server.url, room);
  const seconds = Number(await clock.getAttribute('data-seconds'));
  expect(seconds).toBeGreaterThan(2);
  await pictures(page, 20);
  expect(Number(await clock.getAttribute('data-seconds'))).toBe(seconds); // it stands

  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('tab', { name: 'Best times' }).click();
  const row = page.locator('[data-best=course_race]');
  await expect(row).toContainText('by Ada');
  await expect(row.locator('.best-splits li')).toHaveCount(2);
  await shot(page, 'race_best_times');
  await row.getByRole('button', { name: /^Begin/ }).click();
  await expect(mode).toHaveText('Wait');
  program!.close();
  observer.close();
});

test('a level is explored from checkpoint to checkpoint, slowly, with other cameras', async ({ page, server }) => {
  const room = await open_course(page, server.url, 'course_race', 'explore');
  const observer = new Observer(server.url, room);
  const start = await observer.position();
  await expect(page.locator('.gauge-value')).toHaveText(/^9\d\d cm · \d°$/);
  await page.keyboard.press('PageDown'); // asks first
  await expect(page.locator('.notices')).toContainText('Page Down again puts the car at the next checkpoint');
  expect((await observer.position()).x).toBeLessThan(start.x + 1);
  await page.keyboard.press('PageDown');
  await expect.poll(async () => (await observer.position()).x).toBeGreaterThan(start.x + 1.5);
  await page.keyboard.press('AltLeft');
  await page.keyboard.press('AltLeft');
  const slow = page.locator('.game .chip', { hasText: 'Slow motion' });
  await expect(slow).toContainText('1/4 of real time');
  await page.keyboard.press('AltRight');
  await expect(slow).toContainText('1/2 of real time');
  const camera = page.locator('.camera-choice');
  await expect(camera).toHaveValue('behind');
  await page.keyboard.press('Space');
  await expect(camera).toHaveValue('above');
  await shot(page, 'race_above');
  await page.keyboard.press('Space');
  await expect(camera).toHaveValue('front');
  await pictures(page, 5);
  await shot(page, 'race_front');
  observer.close();
});

test('two trials are graded on one connection, and their recordings open', async ({ page, server }) => {
  await open_course(page, server.url, 'course_race', 'grade', 1, 'Ada', true);
  const title = page.locator('.game-title');
  await expect(title).toHaveText('Trial 1 of 2: Go');
  await expect(page.locator('.game-about')).toHaveText('0 of 2.5 points · Task 1 of 2: Drive into the magenta volume');
  const skip = page.getByRole('button', { name: 'Skip trial' });
  const places = async (): Promise<unknown> => Promise.all([skip, page.locator('.course').getByRole('button', { name: 'START' })].map((button) => button.boundingBox()));
  const before = await places();
  await skip.click(); // it asks first, and the answer at hand is no
  const question = page.locator('dialog.confirm');
  await expect(question).toContainText('Skip trial 1: Go?');
  await shot(page, 'grade_skip');
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await expect(title).toHaveText('Trial 1 of 2: Go');
  await shot(page, 'grade_wait');
  const [program] = programs(server.ports, 1, () => 1);
  program!.stop_after = 130;
  await expect(page.locator('.course')).toContainText('Program connected');
  await page.keyboard.press('Enter');
  await expect(page.locator('.game-about')).toContainText('Task 2 of 2: Stand in the green volume', { timeout: 30_000 });
  await shot(page, 'grade_stop');
  await expect(title).toHaveText('Trial 2 of 2: Go far', { timeout: 30_000 });
  await expect(page.locator('.camera-choice')).toHaveValue('front'); // as the trial wants
  expect(await places()).toEqual(before); // other words, the same places
  await shot(page, 'grade_second');
  const summary = page.locator('dialog.summary');
  await expect(summary).toBeVisible({ timeout: 30_000 });
  await expect(summary.locator('tbody tr')).toHaveCount(2);
  await expect(summary.locator('tbody tr').nth(0)).toHaveAttribute('data-tone', 'full');
  await expect(summary.locator('tbody tr').nth(1)).toHaveAttribute('data-tone', 'none');
  await expect(summary.locator('tbody tr').nth(1)).toContainText('Time was up');
  await expect(summary.locator('tfoot')).toContainText('2.5 of 4.5');
  await expect(summary.locator('.score-code')).toHaveText(/^[0-9A-F]{32,}$/);
  expect(program!.starts).toBe(2);
  const [file] = await Promise.all([page.waitForEvent('download'), summary.getByRole('button', { name: 'JSON' }).click()]);
  const results = JSON.parse(readFileSync(await file.path(), 'utf8')) as { points: number; of: number; trials: { verdict: string }[] };
  expect(results).toMatchObject({ points: 2.5, of: 4.5, full: false, trials: [{ number: 1, verdict: 'passed' }, { number: 2, verdict: 'time is up' }] });
  await shot(page, 'grade_summary');
  expect(await serious(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  await shot(page, 'grade_summary_phone');
  program!.close();

  await page.setViewportSize({ width: 1280, height: 800 });
  await summary.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('tab', { name: /^Recordings/ }).click();
  await expect(page.locator('.rows .row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Watch' }).last().click(); // the first trial
  await expect(page.locator('.time-line')).toBeVisible();
  await expect(title).toHaveText('Trial 1 of 2: Go');
  await expect(page.locator('.course')).toBeHidden();
  await expect(page.locator('.game-about')).toContainText('Task 1 of 2');
  await expect(page.locator('body')).toHaveAttribute('data-drawn', /trials\/course_race\.glb.*trial=1/, { timeout: 30_000 });
  await pictures(page, 5);
  await shot(page, 'grade_recording');
});

test('what programs see, and the colours of cars, are set', async ({ page, server }) => {
  const room = await open_course(page, server.url, 'course_race', 'explore');
  await open_panel(page, 'settings');
  const panel = page.locator('.panel[data-panel=settings]');
  await panel.getByLabel(/^Realism/).uncheck();
  await panel.getByLabel('Depth image').selectOption('low');
  await panel.getByLabel('Front of car 1').fill('#10c040');
  await panel.getByLabel('Front of car 1').blur();
  await panel.getByLabel(/^User name/).fill('Grace');
  await panel.getByLabel(/^User name/).blur();
  await shot(page, 'settings');
  const observer = new Observer(server.url, room);
  await expect.poll(() => observer.room?.vehicles[0]?.front).toBe('#10c040');
  await expect(page.locator('.driver-chip .swatch')).toHaveCSS('background-color', 'rgb(16, 192, 64)');

  await page.reload(); // the browser remembers
  await expect(page.locator('.panel[data-panel=settings]').getByLabel('Depth image')).toHaveValue('low');
  await expect(page.locator('.panel[data-panel=settings]').getByLabel(/^User name/)).toHaveValue('Grace');
  await panel.getByRole('button', { name: 'Restore defaults' }).click();
  await expect(panel.getByLabel('Depth image')).toHaveValue('high');
  observer.close();
});

test('a piece is selected and changed, and the camera stays', async ({ page, server }) => {
  const room = await open_course(page, server.url, 'course_edit', 'explore');
  const observer = new Observer(server.url, room);
  const label = page.locator('.gauge-value');
  await expect(label).toHaveText(/cm$/);
  const box = (await label.boundingBox())!;
  const [x, y] = [box.x - 12, box.y + box.height]; // the gauge floats beside the block
  const variable = (name: string): Promise<number | undefined> => Promise.resolve(observer.room?.level.variables[name]);
  await page.mouse.click(x, y);
  await observer.advanced(20);
  expect(await variable('tall')).toBe(0); // the first selects
  await shot(page, 'edit_selected');
  await page.mouse.click(x, y);
  await expect.poll(() => variable('tall')).toBe(1);
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -100);
  await expect.poll(() => variable('turn')).toBe(10);
  await page.mouse.click(x, y);
  await expect.poll(() => variable('tall')).toBe(2);
  await page.mouse.click(x, y);
  await expect.poll(() => variable('tall')).toBe(0); // round again
  expect(observer.room?.run).toBe(1);
  await expect(page.locator('body')).toHaveAttribute('data-drawn', /tall=0,turn=10/); // on screen, too
  await shot(page, 'edit_changed');
  observer.close();
});

test('four programs race on a split screen', async ({ page, server }) => {
  const room = await open_course(page, server.url, 'course_race', 'race', 4);
  const views = page.locator('.views .view');
  await expect(views).toHaveCount(4);
  await expect(views.nth(1)).toContainText('Car 2');
  await expect(views.nth(1)).toContainText('waiting for its program');
  await shot(page, 'split_waiting');
  const cars = programs(server.ports, 4, (i) => 1 - 0.12 * i);
  await expect(page.locator('.course')).toContainText('4 of 4 programs connected');
  await expect(page.locator('.view.waiting')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(views.nth(0)).toContainText('checkpoint 1', { timeout: 45_000 });
  await shot(page, 'split_racing');
  await expect(page.locator('.verdict')).toContainText('wins', { timeout: 45_000 });
  await expect(page.locator('.view', { hasText: 'place 4' })).toHaveCount(1);
  await shot(page, 'split_finished');
  const observer = new Observer(server.url, room);
  await observer.position(3);
  for (const car of cars) car.close();
  observer.close();
});

test('three cars leave a view to a fixed camera', async ({ page, server }) => {
  await open_course(page, server.url, 'course_race', 'race', 3);
  const views = page.locator('.views .view');
  await expect(views).toHaveCount(4);
  await expect(views.nth(3)).toContainText('From the side');
  await page.keyboard.press('Digit2');
  await expect(views.nth(3)).toContainText('From above');
  await page.keyboard.down('KeyR');
  await page.keyboard.press('Digit2'); // car 2 goes back, and the camera stays
  await page.keyboard.up('KeyR');
  await expect(views.nth(3)).toContainText('From above');
  await expect(page.locator('.notice.error')).toHaveCount(0);
  await pictures(page, 5);
  await shot(page, 'split_three');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('a race and its clock have room', async ({ page, server }) => {
    await open_course(page, server.url, 'course_race', 'race');
    await expect(page.locator('.game-clock')).toBeVisible();
    await shot(page, 'race_phone');
    const boxes = await Promise.all(['.head', '.game', '.course', '.time'].map((name) => page.locator(name).boundingBox()));
    const order = boxes.map((box) => box!).sort((a, b) => a.y - b.y);
    order.slice(1).forEach((box, i) => expect(box.y).toBeGreaterThanOrEqual(order[i]!.y + order[i]!.height));
    expect(Math.max(...boxes.map((box) => box!.x + box!.width))).toBeLessThanOrEqual(360);
  });
});
