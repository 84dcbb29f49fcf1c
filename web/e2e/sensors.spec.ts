// Panels of sensors: one for each shape of reading, of whichever sensor of the vehicle is chosen.

import type { Locator, Page } from '@playwright/test';
import { Observer, colors_of, expect, open_panel, pictures, serious, shot, start_level, test } from './support/test';

const panel_of = (page: Page, id: string): Locator => page.locator(`.panel[data-panel=${id}]`);
const choice_of = (page: Page, id: string): Locator => panel_of(page, id).locator('.sensor-choice');

test('a picture panel shows whichever camera is chosen, and remembers it', async ({ page, server }) => {
  await page.goto(server.url);
  await start_level(page, 'oval', { mode: 'watch' });
  await open_panel(page, 'picture');
  const status = panel_of(page, 'picture').locator('.corner');
  await expect(choice_of(page, 'picture')).toHaveValue('camera');
  await expect.poll(() => colors_of(page, '.panel[data-panel=picture] canvas')).toBeGreaterThan(50);
  await expect(status).toHaveText(/^\d+ × \d+ · \d+(\.\d+)? Hz simulated/);
  await expect(panel_of(page, 'picture').locator('.ramp')).toBeHidden();

  await choice_of(page, 'picture').selectOption('depth');
  await expect(panel_of(page, 'picture').locator('.ramp')).toBeVisible();
  await choice_of(page, 'picture').selectOption('semantic');
  await expect(panel_of(page, 'picture').locator('.legend li').first()).toBeVisible();
  await expect(panel_of(page, 'picture').locator('.ramp')).toBeHidden();
  await shot(page, 'sensor_picture');

  await page.reload();
  await expect(choice_of(page, 'picture')).toHaveValue('semantic');
  await expect(panel_of(page, 'picture').locator('.legend li').first()).toBeVisible();
  await page.getByRole('button', { name: 'Reset the layout' }).click();
  await open_panel(page, 'picture');
  await expect(choice_of(page, 'picture')).toHaveValue('camera');
});

test('plots show the signals of whichever sensor is chosen, in its axes, a heading with a needle', async ({ page, server }) => {
  await page.goto(server.url);
  await start_level(page, 'oval', { mode: 'watch' });
  await open_panel(page, 'plots');
  const plots = panel_of(page, 'plots');
  await expect(choice_of(page, 'plots')).toHaveValue('imu');
  await expect(plots.locator('.signals li', { hasText: 'acceleration up (z)' }).locator('.digits')).toHaveText(/^9\.\d\d$/);
  await expect(plots.locator('.corner')).toContainText('axes of the vehicle');
  await expect(plots.locator('.dial')).toHaveCount(0);

  await choice_of(page, 'plots').selectOption('compass');
  await expect(plots.locator('.dial .needle')).toHaveAttribute('visibility', 'visible');
  await expect(plots.locator('.corner')).toContainText('axes of the world');
  await shot(page, 'sensor_compass');
  for (const sensor of ['gps', 'odometry', 'speed', 'bumper']) {
    await choice_of(page, 'plots').selectOption(sensor);
    await expect(plots.locator('.signals .digits').first()).toHaveText(/\d/);
  }
});

test('the path of satellite navigation and of odometry stands beside the true one', async ({ page, server }) => {
  await page.goto(server.url);
  const room = await start_level(page, 'oval', { mode: 'watch' });
  const observer = new Observer(server.url, room);
  await open_panel(page, 'path');
  const path = panel_of(page, 'path');
  await expect(choice_of(page, 'path')).toHaveValue('gps');
  const start = await observer.position();
  await observer.moved(start, 3);
  await expect(path.locator('.path-error .digits')).toHaveText(/^\d+\.\d\d$/);
  await expect.poll(() => colors_of(page, '#path-canvas')).toBeGreaterThan(4);
  await shot(page, 'sensor_gps');

  // odometry begins where the car is: its error is small, and grows
  await choice_of(page, 'path').selectOption('odometry');
  await expect(path.locator('.path-error .digits')).toHaveText(/^0\.\d\d$/);
  const again = await observer.position();
  await observer.moved(again, 3);
  await expect.poll(() => colors_of(page, '#path-canvas')).toBeGreaterThan(4);
  await shot(page, 'sensor_odometry');

  await choice_of(page, 'path').selectOption('compass');
  await expect(path.locator('.corner')).toContainText('Compass tells no place in metres');
  await expect(path.locator('.path-error .digits')).toHaveText('–');
  observer.close();
});

test('points of a 3D lidar stand in the world while their panel is open', async ({ page, server }) => {
  await page.goto(server.url);
  await start_level(page, 'oval', { mode: 'watch' });
  await open_panel(page, 'points');
  const points = panel_of(page, 'points');
  await expect(choice_of(page, 'points')).toHaveValue('lidar3d');
  await expect(points.locator('.corner')).toHaveText(/^[1-9]\d* points · /);
  await expect(points.locator('.legend li').first()).toBeVisible();
  await pictures(page, 5);
  await shot(page, 'sensor_points');

  await points.getByRole('button', { name: 'Intensity' }).click();
  await expect(points.getByRole('button', { name: 'Intensity' })).toHaveAttribute('aria-pressed', 'true');
  await expect(points.locator('.points-ramp')).toBeVisible();
  await expect(points.locator('.legend')).toBeHidden();
  await pictures(page, 5);
  await shot(page, 'sensor_points_intensity');
});

test('what comes faster than it can be shown is counted, and a new run goes on', async ({ page, server }) => {
  await page.goto(server.url);
  await start_level(page, 'oval', { mode: 'watch' });
  await open_panel(page, 'plots');
  await choice_of(page, 'plots').selectOption('imu');
  await page.getByLabel('Speed', { exact: true }).selectOption('4');
  await expect(panel_of(page, 'plots').locator('.corner')).toHaveText(/100 Hz simulated, \d+ left out/);

  await page.keyboard.press('KeyR');
  await expect.poll(async () => Number(await page.locator('#clock').getAttribute('data-tick'))).toBeLessThan(1000);
  await expect(panel_of(page, 'plots').locator('.signals .digits').first()).toHaveText(/\d/);
});

for (const theme of ['dark', 'light'] as const) {
  for (const [width, height] of [[1280, 720], [390, 844]] as const) {
    test.describe(`${theme} ${width}x${height}`, () => {
      test.use({ viewport: { width, height }, colorScheme: theme });

      test('every panel of a sensor is seen, fits and can be read', async ({ page, server }) => {
        await page.goto(server.url);
        await start_level(page, 'oval', { mode: 'watch' });
        for (const id of ['picture', 'ranges', 'points', 'plots', 'path']) {
          await open_panel(page, id);
          await expect(panel_of(page, id).locator('.corner')).toContainText('Hz simulated');
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
          if (width < 860) await shot(page, `sensor_${theme}_${id}`);
        }
        await shot(page, `sensors_${theme}_${width}`);
        expect(await serious(page)).toEqual([]);
      });
    });
  }
}
