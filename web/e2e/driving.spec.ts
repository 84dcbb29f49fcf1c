import { Observer, expect, pictures, shot, start_level, test } from './support/test';

test('from the menu to driving with the keyboard', async ({ page, server }) => {
  await page.goto(server.url);
  const room = await start_level(page, 'oval');
  const observer = new Observer(server.url, room);
  const start = await observer.position();

  const away = observer.saw(({ vehicles: [car] }) => Math.hypot(car!.x - start.x, car!.y - start.y) > 1.5);
  await page.keyboard.down('ArrowUp');
  await away;
  // a brake is told while the car rolls, which it does for half a second: no picture is taken meanwhile
  const braked = observer.saw(({ vehicles: [car] }) => car!.brake > 0.5);
  await page.keyboard.down('Space');
  await braked;
  const driven = observer.saw(({ vehicles: [car] }) => car!.drive > 0.5);
  await page.keyboard.up('Space');
  await driven;
  await shot(page, 'driving');

  // letting go lets go: the server hears of it
  await page.keyboard.up('ArrowUp');
  await expect.poll(() => observer.frame?.vehicles[0]?.drive).toBe(0);
  observer.close();
});

test('keys do not drive while somebody types', async ({ page, server }) => {
  await page.goto(server.url);
  const room = await start_level(page, 'oval');
  const observer = new Observer(server.url, room);
  const start = await observer.position();

  await page.getByLabel('Seed', { exact: true }).focus();
  await page.keyboard.down('ArrowUp');
  await observer.advanced(70);
  await page.keyboard.up('ArrowUp');

  expect(await observer.position()).toEqual(start);
  observer.close();
});

test('two people share one keyboard and a split screen', async ({ page, server }) => {
  await page.goto(server.url);
  const room = await start_level(page, 'oval', { cars: 2, people: 2 });
  const observer = new Observer(server.url, room);
  const [first, second] = [await observer.position(0), await observer.position(1)];

  await page.keyboard.down('KeyW');
  await observer.moved(first, 1, 0);
  expect(Math.hypot((await observer.position(1)).x - second.x, (await observer.position(1)).y - second.y)).toBeLessThan(0.2);
  await page.keyboard.down('ArrowUp');
  await observer.moved(second, 1, 1);
  await shot(page, 'split_screen');
  observer.close();
});

test('two pads drive two cars', async ({ page, server }) => {
  await page.addInitScript(() => {
    const pad = (index: number) => ({
      index, connected: true, id: 'stub', mapping: 'standard', timestamp: 0, axes: [0, 0, 0, 0],
      buttons: Array.from({ length: 17 }, () => ({ value: 0, pressed: false, touched: false })),
    });
    const pads = [pad(0), pad(1)];
    Object.assign(window, { pads });
    navigator.getGamepads = () => pads as unknown as Gamepad[];
  });
  await page.goto(server.url);
  const room = await start_level(page, 'oval', { cars: 2, people: 2 });
  const observer = new Observer(server.url, room);
  const second = await observer.position(1);

  await page.evaluate(() => {
    const { pads } = window as unknown as { pads: { buttons: { value: number }[]; axes: number[] }[] };
    pads[1]!.buttons[7]!.value = 0.6;
    pads[1]!.axes[0] = -0.5;
  });
  await observer.moved(second, 0.7, 1);
  expect(observer.frame!.vehicles[1]!.drive).toBeCloseTo(0.6, 1);
  expect(observer.frame!.vehicles[1]!.steer).toBeGreaterThan(0.02);
  expect(observer.frame!.vehicles[0]!.drive).toBe(0);
  observer.close();
});

test('a vehicle is handed over and taken back', async ({ page, server }) => {
  await page.goto(server.url);
  const room = await start_level(page, 'oval');
  const observer = new Observer(server.url, room);
  const start = await observer.position();

  await page.getByRole('button', { name: 'Hand over' }).click();
  await expect(page.locator('.who')).toHaveText('Route driver');
  await observer.moved(start, 1);

  await page.getByRole('button', { name: 'Take the wheel' }).click();
  await expect(page.locator('.who')).toHaveText('You');
  observer.close();
});

test('keys are shown by ? and can be changed', async ({ page, server }) => {
  await page.goto(server.url);
  const room = await start_level(page, 'oval');
  const observer = new Observer(server.url, room);
  const start = await observer.position();

  await page.keyboard.press('?');
  await shot(page, 'keys');
  await page.getByRole('button', { name: /^Forward:/ }).click();
  await page.keyboard.press('F5');
  await expect(page.locator('dialog.help .hint')).toContainText('belongs to the browser');
  await page.keyboard.press('KeyB');
  await expect(page.getByRole('button', { name: /^Forward:\s*B$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();

  await page.keyboard.down('KeyB');
  await observer.moved(start, 1);
  observer.close();
});

test('cameras', async ({ page, server }) => {
  await page.goto(server.url);
  await start_level(page, 'oval', { mode: 'watch', cars: 3 });
  for (const camera of ['hood', 'overhead', 'orbit', 'free', 'level', 'chase']) {
    await page.keyboard.press('KeyC');
    await expect(page.getByLabel('Camera', { exact: true })).toHaveValue(camera);
    await pictures(page, 5);
    await shot(page, `camera_${camera}`);
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('the stick drives', async ({ page, server }) => {
    await page.goto(server.url);
    const room = await start_level(page, 'oval');
    const observer = new Observer(server.url, room);
    const start = await observer.position();

    const box = (await page.locator('.stick').boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + 10, { steps: 4 });
    await observer.moved(start, 1);
    await shot(page, 'phone_driving');
    await page.mouse.up();
    await expect.poll(() => observer.frame?.vehicles[0]?.drive).toBe(0);
    observer.close();
  });
});
