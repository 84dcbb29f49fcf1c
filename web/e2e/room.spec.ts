import { Observer, colors_of, expect, open_panel, pictures, shot, start_level, test, tick_of } from './support/test';

test('ranges, plots and lists show what happens', async ({ page, server }) => {
  await page.goto(server.url);
  await start_level(page, 'oval', { mode: 'watch', cars: 2 });
  for (const panel of ['ranges', 'plots', 'plots_2', 'events', 'vehicles']) await open_panel(page, panel);

  await expect.poll(() => colors_of(page, '#ranges-canvas')).toBeGreaterThan(4);
  await expect(page.locator('.panel[data-panel=plots] canvas').first()).toBeVisible();
  await expect(page.locator('.panel[data-panel=vehicles] tbody tr')).toHaveCount(2);
  await expect(page.locator('.events')).toContainText('gate', { timeout: 30_000 });
  await expect.poll(() => colors_of(page, '.map')).toBeGreaterThan(20);
  await shot(page, 'panels');
});

test('colour, depth and semantic cameras show pictures', async ({ page, server }) => {
  await page.goto(server.url);
  await start_level(page, 'oval', { mode: 'watch', cars: 2 });
  for (const [panel, sensor, colors] of [['picture', 'camera', 50], ['picture_2', 'depth', 50], ['picture_3', 'semantic', 2]] as const) {
    await open_panel(page, panel);
    await expect(page.locator(`.panel[data-panel=${panel}] .sensor-choice`)).toHaveValue(sensor);
    await expect.poll(() => colors_of(page, `.panel[data-panel=${panel}] canvas`)).toBeGreaterThan(colors - 1);
  }
  await shot(page, 'cameras');
});

test('pause stops the tick, a step moves it, going on goes on', async ({ page, server }) => {
  await page.goto(server.url);
  await start_level(page, 'oval', { mode: 'watch' });
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('button', { name: 'Go on' })).toBeVisible();
  const stands = async (): Promise<boolean> => {
    const before = await tick_of(page);
    await pictures(page, 20);
    return (await tick_of(page)) === before;
  };
  await expect.poll(stands).toBe(true); // the last frames arrive
  const stopped = await tick_of(page);
  expect(await stands()).toBe(true);
  expect(await tick_of(page)).toBe(stopped);

  await page.getByRole('button', { name: 'One frame' }).click();
  await expect.poll(() => tick_of(page)).toBeGreaterThan(stopped);
  expect(await tick_of(page)).toBeLessThan(stopped + 20);

  await page.keyboard.press('KeyP');
  await expect.poll(() => tick_of(page)).toBeGreaterThan(stopped + 50);
});

test('speed and seed', async ({ page, server }) => {
  await page.goto(server.url);
  await start_level(page, 'random_track', { mode: 'watch' });
  await page.getByLabel('Speed', { exact: true }).selectOption('4');
  await expect(page.locator('.pace')).toContainText(/^[3-4]\.\d/, { timeout: 20_000 });

  await page.getByLabel('Seed', { exact: true }).fill('7');
  await page.getByLabel('Seed', { exact: true }).press('Enter');
  await expect(page.locator('.level-about')).toContainText('seed 7');
});

test('two pages see the same world, one drives', async ({ page, context, server }) => {
  await page.goto(server.url);
  const room = await start_level(page, 'oval');
  const other = await context.newPage();
  await other.goto(`${server.url}#room=${room}`);
  await expect(other.locator('.who')).toHaveText('Another person');
  const observer = new Observer(server.url, room);
  const start = await observer.position();

  await page.bringToFront();
  await page.keyboard.down('ArrowUp');
  await observer.moved(start, 1);
  await page.keyboard.up('ArrowUp');
  await page.keyboard.press('KeyP');
  await expect(other.getByRole('button', { name: 'Go on' })).toBeDisabled(); // the room is not theirs to run
  await expect.poll(async () => (await tick_of(other)) === (await tick_of(page))).toBe(true);
  await other.bringToFront();
  const speed = '.panel[data-panel=speed] .big';
  await expect.poll(async () => (await other.locator(speed).textContent()) === observer.frame!.vehicles[0]!.speed.toFixed(1)).toBe(true);

  // the watcher takes the wheel when it is free
  await expect(other.getByRole('button', { name: 'Take the wheel' })).toBeDisabled();
  await page.bringToFront();
  await page.keyboard.press('KeyP');
  await page.getByRole('button', { name: 'Hand over' }).click();
  await other.bringToFront();
  await other.getByRole('button', { name: 'Take the wheel' }).click();
  await expect(other.locator('.who')).toHaveText('You');
  await expect(page.locator('.who')).toHaveText('Another person');
  observer.close();
});

test('a reload loses nothing', async ({ page, server }) => {
  await page.goto(server.url);
  const room = await start_level(page, 'oval');
  await open_panel(page, 'events');
  await page.getByLabel('Camera', { exact: true }).selectOption('orbit');
  await page.reload();

  await expect(page.locator('.who')).toHaveText('You');
  await expect(page.locator('.level-about')).toContainText(room);
  await expect(page.locator('.panel[data-panel=events]')).toBeVisible();
  await expect(page.getByLabel('Camera', { exact: true })).toHaveValue('orbit');
  const observer = new Observer(server.url, room);
  const start = await observer.position();
  await page.keyboard.down('ArrowUp');
  await observer.moved(start, 1);
  observer.close();
});

test('a driver who comes back while the server holds the lost connection gets the car again', async ({ page, server }) => {
  let lose: () => void = () => undefined;
  const held: (() => Promise<void>)[] = []; // the server's ends of lost connections
  await page.routeWebSocket('**/ws', (socket) => {
    const there = socket.connectToServer();
    there.onClose(() => undefined); // neither end follows the other
    socket.onClose(() => undefined);
    lose = () => {
      held.push(() => there.close());
      void socket.close();
    };
  });
  await page.goto(server.url);
  const room = await start_level(page, 'oval');
  await expect(page.locator('.who')).toHaveText('You');
  const observer = new Observer(server.url, room);
  await observer.position();
  const holder = observer.room!.vehicles[0]!.client;

  lose();
  await expect.poll(() => observer.room!.vehicles[0]!.client).toBeGreaterThan(holder); // another connection, the same person
  await expect(page.locator('#connection')).toBeHidden();
  await expect(page.locator('.who')).toHaveText('You');
  await held[0]!(); // the server gives the lost one up: nothing changes

  await expect(page.locator('.notice')).toHaveCount(0);
  const start = await observer.position();
  await page.keyboard.down('ArrowUp');
  await observer.moved(start, 1);
  observer.close();
});

test('the server is killed and started again, and the page recovers', async ({ page, server, watch }) => {
  watch.server_may_go = true;
  await page.goto(server.url);
  const room = await start_level(page, 'oval');
  const port = server.port;
  await server.kill();
  await expect(page.locator('#connection')).toContainText('No connection to the server');
  await shot(page, 'no_connection');

  await server.start(port);
  await expect(page.locator('#connection')).toBeHidden({ timeout: 20_000 });
  await expect(page.locator('.who')).toHaveText('You');
  await expect.poll(async () => (await (await page.request.get(`${server.url}api/rooms`)).text()).includes(`"${room}"`)).toBe(true); // opened again
  const observer = new Observer(server.url, room);
  const start = await observer.position();
  await page.keyboard.down('ArrowUp');
  await observer.moved(start, 1);
  observer.close();
});

test('a recording is made, watched and sought in', async ({ page, server }) => {
  await page.goto(server.url);
  await start_level(page, 'oval', { mode: 'watch' });
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(page.locator('.record')).toHaveText('Recording');
  const recorded = await tick_of(page);
  await expect.poll(() => tick_of(page)).toBeGreaterThan(recorded + 300); // 3 s of 10 ms each
  await page.locator('.record').click();
  await expect(page.locator('.record')).toHaveText('Record');
  await expect(page.locator('.notice')).toContainText('is kept');
  await shot(page, 'recording_kept');

  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('tab', { name: 'Recordings' }).click();
  await expect(page.locator('.rows .row').first()).toBeVisible();
  await page.locator('.notice').getByRole('button', { name: 'Watch it' }).click();
  await page.waitForURL(/room=replay/);
  await expect(page.locator('#loading')).toBeHidden();
  await expect(page.locator('.time-slider')).toBeVisible();
  await expect(page.locator('.who')).toHaveText('Route driver');
  await page.keyboard.press('KeyP');
  const slider = page.locator('.time-slider');
  const begin = Number(await slider.getAttribute('min'));
  // as a hand moves it: fill() refuses a value that the slider rounds to its steps
  const move_to = (seconds: number): Promise<void> => slider.evaluate((element, to) => {
    (element as HTMLInputElement).value = String(to);
    for (const kind of ['input', 'change']) element.dispatchEvent(new Event(kind, { bubbles: true }));
  }, seconds);
  await move_to(begin + 2);
  await expect.poll(async () => (await tick_of(page)) / 100).toBeCloseTo(begin + 2, 1); // ticks of 10 ms
  await move_to(begin + 1);
  await expect.poll(async () => (await tick_of(page)) / 100).toBeCloseTo(begin + 1, 1);
  await shot(page, 'recording');

  // by keys on the time line: to the end, where playing starts over
  const play = page.locator('.time .strong');
  await slider.focus();
  await page.keyboard.press('End');
  const end = Number(await slider.getAttribute('max'));
  await expect.poll(async () => (await tick_of(page)) / 100).toBeCloseTo(end, 1);
  await expect(play).toHaveAttribute('title', 'Go on');
  await page.keyboard.press('Space');
  await expect(play).toHaveAttribute('title', 'Pause');
  await expect.poll(async () => (await tick_of(page)) / 100).toBeLessThan(end - 0.5);
  await page.keyboard.press('Space');
  await expect(play).toHaveAttribute('title', 'Go on');
});

test('parameters are typed, bounded and live', async ({ page, server }) => {
  await page.goto(server.url);
  const room = await start_level(page, 'oval');
  await open_panel(page, 'parameters');
  const steer = page.locator('.parameter', { hasText: 'Largest steering angle' }).first();
  const input = steer.locator('input[type=number]');
  const high = Number(await input.getAttribute('max'));
  await input.fill(String(high * 10));
  await input.press('Tab');
  await expect(steer.locator('.hint')).toContainText('From');

  const low = Number(await input.getAttribute('min'));
  await input.fill(String(low));
  await input.press('Tab');
  await expect(steer.locator('.hint')).toHaveText('');
  await expect(steer.getByRole('button', { name: /back to/ })).toBeVisible();
  const observer = new Observer(server.url, room);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur()); // keys of a slider stay with it
  await page.keyboard.down('ArrowLeft');
  await expect.poll(() => Math.abs((observer.frame?.vehicles[0]?.steer ?? 0) - low)).toBeLessThan(0.02);
  observer.close();
});
