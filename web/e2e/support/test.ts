// What every test has: a server, a page whose console must stay silent, that talks to nobody else and speaks as wire.json
// says, a few hands.

import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { test as base, expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { WebSocket } from 'ws';
import { decode_frame } from '../../src/net/codec';
import type { BodyPlace, Room, ServerMessage, StateFrame } from '../../src/net/messages';
import { whole_room } from '../../src/state/store';
import { TestServer } from './server';
import { checked, message_problem } from './wire';

export { expect };

const kShots = fileURLToPath(new URL('../artefacts/', import.meta.url));

// what Chromium's software drawing says of itself, and what any browser says when a server is gone
const kNotOurs = [/GPU stall due to ReadPixels/, /GroupMarkerNotSet/];
const kLeftBehind = /Couldn't load texture blob:/;
const kServerGone = [/ERR_CONNECTION_REFUSED/, /WebSocket connection to .* failed/, /Failed to load resource/];

export interface Watch {
  server_may_go: boolean;
  problems: string[];
}

export const test = base.extend<{ watch: Watch }, { server: TestServer }>({
  server: [async ({}, use) => {
    const server = new TestServer();
    await server.start();
    await use(server);
    await server.end();
  }, { scope: 'worker' }],
  watch: [async ({ context, server }, use) => {
    const watch: Watch = { server_may_go: false, problems: [] };
    context.on('page', (page) => {
      page.on('pageerror', (error) => watch.problems.push(`error: ${error.message}`));
      // a page that is left while it loads gives up its textures: the loader says so, and nobody sees it
      page.on('framenavigated', (frame) => {
        if (frame === page.mainFrame()) watch.problems.splice(0, Infinity, ...watch.problems.filter((problem) => !kLeftBehind.test(problem)));
      });
      page.on('console', (message) => {
        const quiet = [...kNotOurs, ...(watch.server_may_go ? kServerGone : [])].some((known) => known.test(message.text()));
        if ((message.type() === 'error' || message.type() === 'warning') && !quiet) watch.problems.push(`${message.type()}: ${message.text()}`);
      });
      page.on('websocket', (socket) => {
        const check = (side: 'client' | 'server', text: string | Buffer): void => {
          const wrong = typeof text === 'string' ? message_problem(side, JSON.parse(text)) : '';
          if (wrong !== '') watch.problems.push(`${side}: ${wrong}`);
        };
        socket.on('framesent', ({ payload }) => check('client', payload));
        socket.on('framereceived', ({ payload }) => check('server', payload));
      });
      page.on('request', (request) => {
        const url = new URL(request.url());
        if (['http:', 'https:'].includes(url.protocol) && url.origin !== new URL(server.url).origin) watch.problems.push(`request to ${url.origin}`);
      });
    });
    await use(watch);
    expect(watch.problems).toEqual([]);
  }, { auto: true }],
});

/// What of the page is hard to read or to reach: axe-core calls it serious or critical.
export async function serious(page: Page): Promise<string[]> {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> } };
    const { violations } = await axe.run();
    return violations.filter(({ impact }) => ['serious', 'critical'].includes(impact)).flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  });
}

export async function shot(page: Page, name: string): Promise<void> {
  mkdirSync(kShots, { recursive: true });
  await page.screenshot({ path: `${kShots}${name}.png` });
}

export interface StartOptions {
  mode?: 'drive' | 'race' | 'watch';
  cars?: number;
  people?: number;
  traffic?: number; // cars and people that come and go in streets, each; as the dialog has it when missing
}

/// From the menu to a level on screen.
export async function start_level(page: Page, level: string, { mode = 'drive', cars = 1, people = 1, traffic }: StartOptions = {}): Promise<string> {
  const card = page.locator(`[data-level=${level}]`);
  const title = (await card.locator('.card-title').textContent())!; // the head may still name the room behind the menu
  await card.click();
  const dialog = page.locator('dialog.start');
  await dialog.locator(`input[value=${mode}]`).check();
  await dialog.getByLabel(/^Cars/).fill(String(cars));
  if (people > 1) await dialog.getByLabel('People at this page').fill(String(people));
  if (traffic !== undefined) for (const who of ['cars', 'people']) await dialog.locator(`#start-traffic-${who}`).fill(String(traffic));
  await dialog.locator('button[type=submit]').click();
  await expect(page.locator('.head')).toBeVisible();
  await expect(page.locator('body')).toHaveAttribute('data-level', title, { timeout: 45_000 }); // the first level of a cold server
  return new URL(page.url()).hash.replace('#room=', '');
}

export async function open_panel(page: Page, id: string): Promise<void> {
  const button = page.locator(`.rail [data-panel=${id}]`);
  if ((await button.getAttribute('aria-pressed')) !== 'true') await button.click();
  await expect(page.locator(`.panel[data-panel=${id}]`)).toBeVisible();
}

/// How many different colours a canvas shows, up to a few.
export function colors_of(page: Page, selector: string): Promise<number> {
  return page.locator(selector).evaluate((element) => {
    const canvas = element as HTMLCanvasElement;
    const copy = document.createElement('canvas');
    [copy.width, copy.height] = [canvas.width, canvas.height];
    const pen = copy.getContext('2d')!;
    pen.drawImage(canvas, 0, 0);
    const data = pen.getImageData(0, 0, copy.width, copy.height).data;
    const seen = new Set<number>();
    for (let i = 0; i < data.length && seen.size < 500; i += 4) seen.add((data[i]! << 16) | (data[i + 1]! << 8) | data[i + 2]!);
    return seen.size;
  });
}

/// What the page shows in a rectangle: its mean colour, and how much of it is as blue as the first vehicle, 0 to 1.
export async function seen_in(page: Page, clip: { x: number; y: number; width: number; height: number }): Promise<{ mean: number[]; blue: number }> {
  const png = (await page.screenshot({ clip })).toString('base64');
  return page.evaluate(async (png) => {
    const bytes = Uint8Array.from(atob(png), (c) => c.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const copy = document.createElement('canvas');
    [copy.width, copy.height] = [picture.width, picture.height];
    const pen = copy.getContext('2d')!;
    pen.drawImage(picture, 0, 0);
    const { data } = pen.getImageData(0, 0, copy.width, copy.height);
    let blue = 0;
    const sum = [0, 0, 0];
    for (let i = 0; i < data.length; i += 4) {
      if (data[i + 2]! > data[i]! + 60 && data[i + 2]! > data[i + 1]! + 40) ++blue;
      for (const k of [0, 1, 2]) sum[k]! += data[i + k]!;
    }
    return { mean: sum.map((each) => (4 * each) / data.length), blue: (4 * blue) / data.length };
  }, png);
}

/// A client that says what a test tells it, whatever a page would let anybody do.
export class RawClient {
  private readonly socket: WebSocket;
  private readonly answers = new Map<number, (answer: { type: string; code?: string }) => void>();
  private readonly ready: Promise<void>;
  private next_id = 1;

  constructor(url: string, key?: string) {
    const address = new URL(url);
    this.socket = new WebSocket(`ws://${address.host}/ws${address.search}`);
    this.socket.on('message', (data: Buffer, binary: boolean) => {
      if (binary) return;
      const message = checked('server', JSON.parse(data.toString()) as ServerMessage);
      if (message.id !== undefined) this.answers.get(message.id)?.(message);
    });
    this.ready = new Promise<void>((done) => { this.socket.once('open', () => done()); })
      .then(() => this.send({ type: 'hello', version: 1, ...(key === undefined ? {} : { key }) })).then(() => undefined);
  }

  private send(message: object): Promise<{ type: string; code?: string }> {
    const id = this.next_id++;
    return new Promise((resolve) => {
      this.answers.set(id, resolve);
      this.socket.send(JSON.stringify({ ...message, id }));
    });
  }

  /// "ok", another type of answer, or the code of a refusal.
  async ask(message: object): Promise<string> {
    await this.ready;
    const { type, code } = await this.send(message);
    return code ?? type;
  }

  close(): void {
    this.socket.close();
  }
}

/// Resolves when the page has drawn so many more pictures.
export function pictures(page: Page, count: number): Promise<void> {
  return page.evaluate((wanted) => new Promise<void>((done) => {
    const draw = (left: number): void => {
      if (left === 0) done();
      else requestAnimationFrame(() => draw(left - 1));
    };
    draw(wanted);
  }), count);
}

export async function tick_of(page: Page): Promise<number> {
  return Number(await page.locator('#clock').getAttribute('data-tick'));
}

/// Another client in the same room: what the server says, whatever the page shows.
export class Observer {
  frame: StateFrame | null = null;
  room: Room | null = null; // as last told
  readonly bodies = new Map<number, BodyPlace>();
  private waits: { is_so: (frame: StateFrame) => boolean; done: () => void }[] = [];
  private readonly socket: WebSocket;

  constructor(url: string, private readonly name: string) {
    this.socket = new WebSocket(`${url.replace('http', 'ws')}ws`);
    this.socket.binaryType = 'arraybuffer';
    this.socket.on('open', () => this.socket.send(JSON.stringify({ type: 'hello', version: 1, id: 1 })));
    this.socket.on('message', (data: ArrayBuffer | Buffer, binary: boolean) => {
      if (binary) {
        const frame = decode_frame(data as ArrayBuffer);
        if (frame?.kind === 'state') this.receive(frame);
        if (frame?.kind === 'bodies') for (const { index, place } of frame.bodies) this.bodies.set(index, place);
        return;
      }
      const message = checked('server', JSON.parse(Buffer.from(data as Buffer).toString()) as ServerMessage);
      if (message.type === 'welcome') this.socket.send(JSON.stringify({ type: 'join', room: this.name }));
      if (message.type === 'room') this.room = whole_room(this.room, message);
    });
  }

  private receive(frame: StateFrame): void {
    this.frame = frame;
    this.waits = this.waits.filter(({ is_so, done }) => {
      const over = is_so(frame);
      if (over) done();
      return !over;
    });
  }

  /// Resolves at the first frame from now that is so, however short it lasts.
  saw(is_so: (frame: StateFrame) => boolean): Promise<void> {
    return new Promise((done) => { this.waits.push({ is_so, done }); });
  }

  async position(vehicle = 0): Promise<{ x: number; y: number; yaw: number }> {
    await expect.poll(() => this.frame?.vehicles[vehicle] !== undefined).toBe(true);
    const { x, y, yaw } = this.frame!.vehicles[vehicle]!;
    return { x, y, yaw };
  }

  /// Resolves when the vehicle is `metres` from where it was.
  async moved(from: { x: number; y: number }, metres: number, vehicle = 0): Promise<void> {
    await expect.poll(async () => {
      const now = await this.position(vehicle);
      return Math.hypot(now.x - from.x, now.y - from.y);
    }).toBeGreaterThan(metres);
  }

  /// Resolves when the world is `ticks` further than now.
  async advanced(ticks: number): Promise<void> {
    await this.position();
    const now = this.frame!.tick;
    await expect.poll(() => this.frame!.tick).toBeGreaterThanOrEqual(now + ticks);
  }

  close(): void {
    this.socket.close();
  }
}
