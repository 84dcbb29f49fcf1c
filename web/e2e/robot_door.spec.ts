// The EES-PEES door on the page: a backend and a controller of our own drive a robot, and people watch.

import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { Page } from '@playwright/test';
import { TestServer } from './support/server';
import { colors_of, expect, open_panel, shot, test as base } from './support/test';

const kStart = 1, kReset = 2, kRun = 1;
const kInit = 28, kSensors = 1512;

/// Listens where a program of the original would.
async function listen(receive: (socket: Socket, bytes: Buffer) => void): Promise<Server> {
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => receive(socket, bytes));
    server.emit('peer', socket);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}

function port_of(server: Server): number {
  return (server.address() as AddressInfo).port;
}

function world_command(code: number, seed: number): Buffer {
  const bytes = Buffer.alloc(24);
  [code, seed, kRun, 10, 8].forEach((word, i) => bytes.writeInt32LE(word, 4 * i));
  bytes.writeFloatLE(0.5, 20);
  return bytes;
}

/// Drives a wide circle for ever.
function controller(): (socket: Socket, bytes: Buffer) => void {
  let received = 0, answered = 0;
  const command = Buffer.alloc(16);
  command.writeDoubleLE(0.4, 0);
  command.writeDoubleLE(-8, 8);
  let last: Socket | null = null;
  return (socket, bytes) => {
    if (socket !== last) received = answered = 0;
    last = socket;
    received += bytes.length;
    for (; received >= kInit + kSensors * (answered + 1); ++answered) socket.write(command);
  };
}

/// What the backend says to the door.
interface Spoken {
  say: (code: number, seed: number) => void;
}

const test = base.extend<object, { server: TestServer & Spoken }>({
  server: [async ({}, use) => {
    const server = new TestServer();
    const backend = await listen(() => undefined), robot = await listen(controller());
    const peer = new Promise<Socket>((found) => backend.once('peer', found));
    await server.start(0, ['serve', 'ees-pees', '--backend', `127.0.0.1:${port_of(backend)}`, '--controller', `127.0.0.1:${port_of(robot)}`]);
    const socket = await peer;
    await use(Object.assign(server, { say: (code: number, seed: number) => void socket.write(world_command(code, seed)) }));
    socket.destroy();
    backend.close();
    robot.close();
    await server.end();
  }, { scope: 'worker' }],
});

async function watch(page: Page, server: TestServer): Promise<void> {
  await page.goto(server.url);
  await page.getByRole('tab', { name: /Rooms/ }).click();
  await page.getByRole('button', { name: /Watch|Join|Enter/ }).first().click();
}

test('the room of the door shows its links, its world and each reset', async ({ page, server }) => {
  server.say(kStart, 42);
  await watch(page, server);
  await expect(page.locator('.level-about')).toContainText('seed 42');

  await open_panel(page, 'links');
  const links = page.locator('.panel[data-panel=links]');
  await expect(links).toContainText('backend');
  await expect(links).toContainText('START, seed 42');
  await expect(links.getByRole('region', { name: 'Training robot' })).toContainText('Supervised: a backend makes its worlds');
  await expect(links.getByRole('region', { name: 'Training robot' })).toContainText('Mode: run');
  // 40 times real time is 1250 packets a second; a busy machine gives fewer
  const robot_rate = async (): Promise<number> => {
    const robot = (await links.innerText()).split('robot 1')[1] ?? '';
    return Number(/In ([\d,]+)/.exec(robot)?.[1]?.replace(',', '') ?? 0);
  };
  await expect.poll(robot_rate).toBeGreaterThan(100);

  const glb = page.waitForResponse((response) => response.url().includes('training_env.glb?seed=7'));
  server.say(kReset, 7);
  await expect(page.locator('.level-about')).toContainText('seed 7');
  await expect(links).toContainText('RESET, seed 7');
  await expect.poll(robot_rate).toBeGreaterThan(100);
  await (await glb).finished();
  await expect.poll(() => colors_of(page, '.map')).toBeGreaterThan(20);  // the new world is drawn
  await shot(page, 'robot_door');
});

test('a person takes the wheel, and the program has it back when the person leaves or hands it back', async ({ page, server }) => {
  server.say(kStart, 42);
  await watch(page, server);
  const who = page.locator('.driver-chip .who');
  await expect(who).toHaveText('A program');
  await open_panel(page, 'links');
  const links = page.locator('.panel[data-panel=links]');

  await page.getByRole('button', { name: 'Take the wheel' }).click();
  await expect(who).toHaveText('You');
  await expect(links).toContainText('a person drives this robot');
  await page.getByRole('button', { name: 'Hand back' }).click();
  await expect(who).toHaveText('A program');
  await expect(links).not.toContainText('a person drives this robot');

  await page.getByRole('button', { name: 'Take the wheel' }).click();
  await expect(who).toHaveText('You');
  await page.getByRole('button', { name: 'Menu' }).click();
  await watch(page, server);
  await expect(who).toHaveText('A program');
});

test('only the backend begins its world anew', async ({ page, server }) => {
  server.say(kStart, 42);
  await watch(page, server);
  await expect(page.locator('.level-about')).toContainText('seed 42');

  await page.getByRole('button', { name: 'Restart with another seed' }).click();

  await expect(page.getByText('the backend makes the worlds of this room')).toBeVisible();
  await expect(page.locator('.level-about')).toContainText('seed 42');
});
