// A stand-in for a CARLA client: asks for an episode, takes every frame and answers it with a control. docs/protocols/carla.md.

import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { TestServer } from './server';
import { test as base } from './test';

const kThink_ms = 20; // between a frame and its answer

/// Field `number` of type `kind` (0 varint, 2 bytes, 5 float) as protobuf has it.
function field(number: number, kind: 0 | 2 | 5, value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([number * 8 + kind]), value]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) + 128);
  return Buffer.from([...bytes, value]);
}

function float(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return bytes;
}

function framed(body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(body.length);
  return Buffer.concat([length, body]);
}

/// Messages of a connection, one after the other.
class Messages {
  private held = Buffer.alloc(0);
  private wanted: ((body: Buffer) => void)[] = [];
  private ready: Buffer[] = [];

  constructor(readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => this.receive(bytes));
  }

  static open(port: number): Promise<Messages> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new Messages(socket)));
      socket.once('error', reject);
    });
  }

  next(): Promise<Buffer> {
    const body = this.ready.shift();
    return body === undefined ? new Promise((resolve) => this.wanted.push(resolve)) : Promise.resolve(body);
  }

  say(body: Buffer): void {
    this.socket.write(framed(body));
  }

  private receive(bytes: Buffer): void {
    this.held = Buffer.concat([this.held, bytes]);
    while (this.held.length >= 4) {
      const end = 4 + this.held.readUInt32LE(0);
      if (this.held.length < end) return;
      const body = this.held.subarray(4, end);
      this.held = this.held.subarray(end);
      const wanted = this.wanted.shift();
      if (wanted === undefined) this.ready.push(body);
      else wanted(body);
    }
  }
}

export interface CarlaControl {
  steer: number; // to the right
  throttle: number;
  brake: number;
}

export class CarlaClient {
  frames = 0;
  control: CarlaControl = { steer: 0, throttle: 0, brake: 0 };
  private over = false;
  private sockets: Messages[] = [];

  private constructor(private readonly port: number, private readonly world: Messages) {
    this.sockets.push(world);
  }

  static async connect(port: number): Promise<CarlaClient> {
    return new CarlaClient(port, await Messages.open(port));
  }

  /// Drives from a start spot on, until it is closed.
  async begin(settings: string, spot: number): Promise<void> {
    const text = Buffer.from(settings);
    this.world.say(field(1, 2, Buffer.concat([varint(text.length), text])));
    await this.world.next();
    this.world.say(spot === 0 ? Buffer.alloc(0) : field(1, 0, varint(spot)));
    await this.world.next();
    const stream = await Messages.open(this.port + 1);
    const control = await Messages.open(this.port + 2);
    this.sockets.push(stream, control);
    void this.drive(stream, control);
  }

  private async drive(stream: Messages, control: Messages): Promise<void> {
    while (!this.over) {
      while ((await stream.next()).length > 0); // measurements and sensors, until the end of the frame
      ++this.frames;
      const { steer, throttle, brake } = this.control;
      await new Promise((done) => setTimeout(done, kThink_ms));
      control.say(Buffer.concat([field(1, 5, float(steer)), field(2, 5, float(throttle)), field(3, 5, float(brake))]));
    }
  }

  close(): void {
    this.over = true;
    for (const { socket } of this.sockets) socket.destroy();
  }
}

/// The first of three TCP ports in a row that were free a moment ago.
async function free_ports(): Promise<number> {
  const hold = (port: number): Promise<{ port: number; end: () => Promise<void> } | null> => new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => resolve({ port: (server.address() as AddressInfo).port, end: () => new Promise((done) => { server.close(() => done()); }) }));
  });
  for (;;) {
    const first = await hold(0);
    const next = [await hold(first!.port + 1), await hold(first!.port + 2)];
    await Promise.all([first, ...next].map((each) => each?.end() ?? Promise.resolve()));
    if (next.every((each) => each !== null)) return first!.port;
  }
}

export const test = base.extend<object, { server: TestServer & { carla: number } }>({
  server: [async ({}, use) => {
    const server = new TestServer();
    const carla = await free_ports();
    await server.start(0, ['serve', 'carla', '--town', 'Town02', '--carla-port', String(carla)]);
    await use(Object.assign(server, { carla }));
    await server.end();
  }, { scope: 'worker' }],
});
