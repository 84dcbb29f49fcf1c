// A stand-in for programs of the robot-car course, and a server whose door has ports of its own.

import { createSocket } from 'node:dgram';
import type { Socket } from 'node:dgram';
import { TestServer } from './server';
import { test as base } from './test';

const kConnect = 1, kStart = 2, kUpdate = 3, kExit = 4, kFinished = 5, kDrive = 22, kMaxSpeed = 24;

function float_message(head: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes[0] = head;
  bytes.writeFloatLE(value, 4);
  return bytes;
}

/// Two UDP ports that were free a moment ago.
async function free_ports(): Promise<[number, number]> {
  const sockets = await Promise.all([0, 1].map(async () => {
    const socket = createSocket('udp4');
    await new Promise<void>((bound) => socket.bind(0, '127.0.0.1', bound));
    return socket;
  }));
  const ports = sockets.map((socket) => socket.address().port) as [number, number];
  sockets.forEach((socket) => socket.close());
  return ports;
}

/// A program: knocks until it is let in, answers every call with one command, and raises when it is told to.
export class Program {
  car = -1;
  starts = 0;
  updates = 0;
  ended = false;
  speed = 0;
  angle = 0; // to the right
  raise = false;
  max_speed = 0; // 0: as it is
  stop_after = Infinity; // updates since its last start
  private since_start = 0;
  private readonly socket: Socket = createSocket('udp4');
  private readonly knock: ReturnType<typeof setInterval>;

  constructor(private readonly async_port: number, private readonly sync_port: number) {
    this.socket.on('message', (bytes) => this.receive(bytes[0]!, bytes[1] ?? 0));
    this.knock = setInterval(() => { if (this.car < 0) this.say([kConnect, 1], this.async_port); }, 250);
  }

  close(): void {
    clearInterval(this.knock);
    this.socket.close();
  }

  private say(bytes: number[] | Buffer, port: number): void {
    this.socket.send(Buffer.from(bytes), port, '127.0.0.1');
  }

  private receive(head: number, word: number): void {
    if (head === kConnect) this.car = word;
    if (head === kExit) this.ended = true;
    if (head !== kStart && head !== kUpdate) return;
    if (head === kStart) {
      ++this.starts;
      this.since_start = 0;
    } else {
      ++this.updates;
      ++this.since_start;
    }
    if (this.raise) return this.say([0, 2], this.sync_port);
    if (this.max_speed > 0) this.say(float_message(kMaxSpeed, this.max_speed), this.sync_port);
    const command = Buffer.alloc(12);
    command[0] = kDrive;
    command.writeFloatLE(this.since_start < this.stop_after ? this.speed : 0, 4);
    command.writeFloatLE(this.angle, 8);
    this.say(command, this.sync_port);
    this.say([kFinished], this.sync_port);
  }
}

export interface Ports {
  ports: [number, number];
}

export const test = base.extend<object, { server: TestServer & Ports }>({
  server: [async ({}, use) => {
    const server = new TestServer(true);
    const ports = await free_ports();
    await server.start(0, ['--only-web', '--racecar-ports', ...ports.map(String)]);
    await use(Object.assign(server, { ports }));
    await server.end();
  }, { scope: 'worker' }],
});
