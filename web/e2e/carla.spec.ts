// The CARLA door on the page: a client of our own asks for a town; people find it, watch it, take its wheel and give it back.

import type { Page } from '@playwright/test';
import { CarlaClient, test } from './support/carla_client';
import { Observer, colors_of, expect, open_panel, shot } from './support/test';

const kSettings = `[CARLA/Server]
SynchronousMode=True
[CARLA/LevelSettings]
NumberOfVehicles=4
NumberOfPedestrians=3
WeatherId=1
[CARLA/Sensor]
Sensors=CameraRGB,CameraDepth,CameraLabels
SensorType=CAMERA
ImageSizeX=80
ImageSizeY=60
PositionX=0.3
PositionZ=1.3
[CARLA/Sensor/CameraDepth]
PostProcessing=Depth
[CARLA/Sensor/CameraLabels]
PostProcessing=SemanticSegmentation
`;

/// Every colour that a picture shows, as "#804080".
function palette_of(page: Page, panel: string): Promise<string[]> {
  return page.locator(`.panel[data-panel=${panel}] canvas`).evaluate((element) => {
    const canvas = element as HTMLCanvasElement;
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    const seen = new Set<string>();
    for (let i = 0; i < data.length; i += 4) seen.add(`#${[0, 1, 2].map((k) => data[i + k]!.toString(16).padStart(2, '0')).join('')}`);
    return [...seen];
  });
}

test('a client of CARLA is found, watched with its cameras and figures, relieved of its wheel and given it back', async ({ page, server }) => {
  const client = await CarlaClient.connect(server.carla);
  await client.begin(kSettings, 15);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(server.url);
  await page.getByRole('tab', { name: /Rooms/ }).click();
  await page.locator('.row', { hasText: 'CARLA client' }).getByRole('button', { name: 'Join' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-level', 'Town 2', { timeout: 45_000 });
  const observer = new Observer(server.url, new URL(page.url()).hash.replace('#room=', ''));
  const panel = page.locator('.panel[data-panel=client]');

  // what it asked for, and how it goes
  await expect(panel).toContainText('Episode 1 · frame');
  for (const [title, words] of [['Vehicles', '4 of 4 here'], ['People', '3 of 3 here'], ['Weather', 'ClearNoon'], ['Start spot', '15']])
    await expect(panel.locator('.client-asked > div', { hasText: new RegExp(`^${title}`) })).toContainText(words!);
  await expect(panel.locator('.client-sensors')).toContainText('labels, 80 × 60, 90°');

  // its cameras: colour as it comes, depth in grey, labels as its own tools paint them
  await expect.poll(() => colors_of(page, '.panel[data-panel=picture] canvas')).toBeGreaterThan(50);
  await expect.poll(() => palette_of(page, 'picture_3')).toContain('#804080');
  await expect.poll(() => colors_of(page, '.panel[data-panel=picture_2] canvas')).toBeGreaterThan(20);
  expect((await palette_of(page, 'picture_2')).filter((color) => color.slice(1, 3) !== color.slice(3, 5) || color.slice(1, 3) !== color.slice(5))).toEqual([]);
  await page.locator('.panel[data-panel=picture_2] .palette-choice').selectOption('near');
  await expect.poll(async () => (await palette_of(page, 'picture_2')).some((color) => color.slice(1, 3) !== color.slice(5))).toBe(true);

  // what the road says to it
  await open_panel(page, 'road');
  await expect(page.locator('.panel[data-panel=road] [data-road=limit]')).toHaveText('30');

  // a person takes the wheel: full throttle of the client is unheard
  await panel.getByRole('button', { name: 'Take the wheel' }).click();
  await expect(panel).toContainText('You drive');
  client.control = { steer: 0, throttle: 1, brake: 0 };
  await expect(panel.locator('.client-controls')).toContainText('1.00');
  const stands = await observer.position();
  const frames = client.frames;
  await expect.poll(() => client.frames).toBeGreaterThan(frames + 5);
  expect(Math.abs(observer.frame!.vehicles[0]!.speed)).toBeLessThan(0.1);

  // the person drives it where it does not belong, and both are told
  await page.keyboard.down('ArrowUp');
  await page.keyboard.down('ArrowLeft');
  await expect.poll(() => panel.locator('[data-road=other_lane], [data-road=off_road]').allTextContents()).not.toEqual(['0', '0']);
  await page.keyboard.up('ArrowLeft');
  await page.keyboard.up('ArrowUp');
  await shot(page, 'carla_taken_1280');
  await observer.moved(stands, 1);

  // back to the client
  const throttle = observer.saw(({ vehicles }) => vehicles[0]!.drive > 0.9);
  await panel.getByRole('button', { name: 'Give it back' }).click();
  await expect(panel).toContainText('The client drives');
  await throttle;
  client.close();
  observer.close();
});
