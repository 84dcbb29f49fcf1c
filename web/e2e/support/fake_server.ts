// A stand-in for the server that speaks docs/protocols/web.md with cars on an oval, for working on the page alone:
//   npm run fake            the built page of dist/ with the stand-in behind it
//   PADDOCK_FILES=DIR       serve NAME.glb and NAME.png of that folder in place of the drawn ones

import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { encode_frame } from '../../src/net/codec';
import type { ClientMessage, Controls, ErrorCode, Frame, HttpAnswers, LevelInfo, OpenSpec, Problem, RoomMessage, SensorSpec, ServerMessage, VehicleState } from '../../src/net/messages';
import { FakeFlight } from './fake_flight';
import { fake_reading, fake_sensor, kFakeSensors } from './fake_sensors';
import { box_glb, grey_png } from './things';
import { answer_problem, checked } from './wire';

const kDist = fileURLToPath(new URL('../../dist/', import.meta.url));
const kFiles = process.env['PADDOCK_FILES'] ?? '';
const kTypes: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };
const kColors = ['#3d8bfd', '#f08028', '#965adc', '#1ea096'];
const kTick = 0.01;

function level(name: string, collection: string, problem?: Problem): LevelInfo {
  const title = name.charAt(0).toUpperCase() + name.slice(1).replace('_', ' ');
  return {
    name, collection, title, description: 'Two straights and two half circles: where a first lap is driven.', vehicle: 'racecar', physics: 'planar',
    starts: 8, gates: 8, routes: 1, cars: 1, race: false, checkpoints: 0, roads: false, traffic: false, explore: true, grade: false, doors: [],
    glb: `/levels/${name}.glb`, picture: `/levels/${name}.png`, ...(problem === undefined ? {} : { problem }),
  };
}

const kLevels = [
  { ...level('simplesim', 'playground'), vehicle: 'quad2d', gates: 0, routes: 0 },
  level('oval', 'tracks'), level('grand_prix', 'tracks'), level('hill_circuit', 'tracks'), level('old_town', 'town'),
  level('broken', 'training', { file: 'broken.toml', line: 7, field: 'box.radius', message: 'box.radius must be positive, got -3' }),
];

interface Client {
  socket: WebSocket;
  id: number;
  room: FakeRoom | null;
  feeds: Map<number, SensorSpec>;
}

class FakeRoom {
  tick = 0;
  run = 1;
  paused = false;
  factor = 1;
  recording = false;
  flight: FakeFlight | null = null; // of the first vehicle
  readonly cars: { driver: string; client: number; controls: Controls; state: VehicleState }[];

  constructor(readonly name: string, readonly level: LevelInfo, readonly spec: OpenSpec, opener: number) {
    this.cars = (spec.vehicles ?? [{}]).map(({ driver = 'route' }, i) => ({
      driver, client: driver === 'person' ? opener : 0, controls: { steer: 0, drive: 0, brake: 0, hand_brake: 0 }, state: start(i),
    }));
    if (this.cars[0]?.driver === 'path') this.flight = new FakeFlight();
  }

  message(client: number, viewers: number): RoomMessage {
    return {
      type: 'room', room: this.name, mode: 'live', run: this.run, client, role: 'opener',
      level: {
        name: this.level.name, collection: this.level.collection, title: this.level.title, description: '', seed: this.spec.seed ?? 1,
        variables: {}, tick_s: kTick, frame_s: 2 * kTick, bounds: this.flight === null ? [-28, -14, 28, 14] : [0, 0, 6.4, 4.8], gates: this.flight === null ? [[0, -6.5, 0, -9.5], [0, 9.5, 0, 6.5]] : [],
        route: this.flight !== null ? [] : Array.from({ length: 80 }, (_, i) => on_oval((i / 80) * kLap)).map(({ x, y }) => [x, y]), route_closed: true, bodies: [], variants: [],
        glb: `/levels/${this.level.name}.glb?seed=1`, picture: this.level.picture,
      },
      pace: { paused: this.paused, factor: this.factor }, duration: 0, laps: this.spec.laps ?? 0, realism: 'real', viewers,
      recording: { on: this.recording, name: this.recording ? 'oval-0001.paddock' : '' }, waiting: [],
      vehicles: this.cars.map((car, i) => ({
        id: i, present: true, kind: 'racecar', color: kColors[i % 4]!, glb: '/vehicles/racecar.glb', driver: car.driver, client: car.client, program: false,
        laps: car.state.laps, last_lap: car.state.laps > 0 ? 11.8 : 0, best_lap: car.state.laps > 0 ? 11.4 : 0, place: 0, finished: 0, sensors: kFakeSensors,
      })),
      ...(this.flight === null ? {} : { paths: [this.flight.path], flights: this.flight.flights }),
      parameters: this.flight !== null ? this.flight.parameters : [
        { name: 'vehicle.0.max_steer', group: 'vehicle', vehicle: 0, title: 'Largest steering angle', kind: 'number', unit: 'rad', section: '', help: 'At the front wheels.', value: 0.4189, low: 0.1, high: 0.8, standard: 0.4189 },
        { name: 'vehicle.0.grip', group: 'vehicle', vehicle: 0, title: 'Grip', kind: 'number', unit: '', section: '', help: '', value: 1, low: 0.1, high: 2, standard: 1 },
        { name: 'race.wind', group: 'race', title: 'Wind', kind: 'switch', unit: '', section: '', help: '', value: 0, low: 0, high: 1, standard: 0 },
      ],
      links: [], doors: [],
    };
  }

  news = false; // that everybody has to be told

  step(): void {
    ++this.tick;
    this.cars.forEach((car, i) => {
      const s = car.state;
      if (car.driver === 'route') Object.assign(s, on_oval(this.tick * kTick * 4.5 - i * 2.2), { speed: 4.5, drive: 0.4 });
      else if (car.driver === 'path' && this.flight !== null) this.news = this.flight.step(kTick, s) || this.news;
      else if (car.driver === 'person') {
        s.speed += (car.controls.drive * 4 - car.controls.brake * Math.sign(s.speed) * 6 - s.speed * 0.5) * kTick;
        s.steer = car.controls.steer * 0.4;
        s.drive = car.controls.drive;
        s.yaw += (s.speed * Math.tan(s.steer) * kTick) / 0.33;
        s.x += Math.cos(s.yaw) * s.speed * kTick;
        s.y += Math.sin(s.yaw) * s.speed * kTick;
      }
      s.lap_time = this.tick * kTick;
      s.held = car.client !== 0;
    });
  }
}

const kLap = 52 + 16 * Math.PI;

function on_oval(distance: number): { x: number; y: number; yaw: number; steer: number } {
  let d = ((distance % kLap) + kLap) % kLap;
  if (d < 26) return { x: d - 13, y: -8, yaw: 0, steer: 0 };
  d -= 26;
  if (d < 8 * Math.PI) return { x: 13 + 8 * Math.sin(d / 8), y: -8 * Math.cos(d / 8), yaw: d / 8, steer: 0.05 };
  d -= 8 * Math.PI;
  if (d < 26) return { x: 13 - d, y: 8, yaw: Math.PI, steer: 0 };
  d -= 26;
  return { x: -13 - 8 * Math.sin(d / 8), y: 8 * Math.cos(d / 8), yaw: Math.PI + d / 8, steer: 0.05 };
}

function start(i: number): VehicleState {
  return {
    ...on_oval(11 - i * 1.2), z: 0, pitch: 0, roll: 0, speed: 0, yaw_rate: 0, drive: 0, brake: 0, laps: 0, lap_time: 0, next_gate: 1,
    frozen: false, touched: false, finished: false, held: false, present: true, place: 0,
  };
}

// --- HTTP -----------------------------------------------------------------------------------------------------------

function answer(request: IncomingMessage, response: ServerResponse): void {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname;
  const send = (type: string, body: string | Uint8Array): void => { response.writeHead(200, { 'content-type': type }).end(body); };
  const send_json = <Path extends keyof HttpAnswers>(at: Path, body: HttpAnswers[Path]): void => {
    const wrong = answer_problem(at, body);
    if (wrong !== '') throw new Error(wrong);
    send('application/json', JSON.stringify(body));
  };
  const named = /^\/(?:levels|vehicles)\/([\w.-]+)$/.exec(path)?.[1];
  if (path === '/api/levels') send_json(path, kLevels);
  else if (path === '/api/best_times') send_json(path, { best_times: [] });
  else if (path === '/api/vehicles') {
    send_json(path, {
      vehicles: [{ kind: 'racecar', about: '1:10 race car', glb: '/vehicles/racecar.glb', length: 0.58, width: 0.31, outline: [], wheelbase: 0.33, parts: [] }],
      drivers: [{ name: 'route', about: 'Follows the route', roads: false }, { name: 'idle', about: 'Stands still', roads: false }, { name: 'path', about: 'Follows what is drawn', roads: false }],
    });
  } else if (named !== undefined && kFiles !== '' && existsSync(join(kFiles, named))) {
    send(named.endsWith('.png') ? 'image/png' : 'model/gltf-binary', readFileSync(join(kFiles, named)));
  } else if (named?.endsWith('.glb')) send('model/gltf-binary', named === 'racecar.glb' ? box_glb(0.58, 0.31, 0.2) : box_glb(56, 28, 0.1));
  else if (named?.endsWith('.png')) send('image/png', grey_png(64, 36, (x, y) => x * 3 + y));
  else {
    const file = join(kDist, path === '/' ? 'index.html' : path);
    if (!file.startsWith(kDist) || !existsSync(file)) response.writeHead(404).end('Not found.');
    else send(kTypes[extname(file)] ?? 'application/octet-stream', readFileSync(file));
  }
}

// --- WebSocket --------------------------------------------------------------------------------------------------------

const server = createServer(answer);
const sockets = new WebSocketServer({ server, path: '/ws' });
const clients = new Set<Client>();
const rooms = new Map<string, FakeRoom>();
let next_client = 1;
let next_room = 1;
let next_subscription = 1;

/// Dies loudly of a message that the real server could not have sent.
function say(client: Client, message: ServerMessage): void {
  client.socket.send(JSON.stringify(checked('server', message)));
}

function tell_rooms(): void {
  const list = [...rooms.values()].map((room) => ({
    room: room.name, level: room.level.name, title: room.level.title, mode: 'live' as const, vehicles: room.cars.length,
    viewers: viewers(room), paused: room.paused, factor: room.factor, programs: [],
  }));
  for (const client of clients) say(client, { type: 'rooms', rooms: list });
}

function viewers(room: FakeRoom): number {
  return [...clients].filter((client) => client.room === room).length;
}

function tell_room(room: FakeRoom): void {
  for (const client of clients) if (client.room === room) say(client, room.message(client.id, viewers(room)));
}

function handle(client: Client, m: ClientMessage & { id?: number }): void {
  const id = m.id === undefined ? {} : { id: m.id };
  const ok = (): void => { if (m.id !== undefined) say(client, { type: 'ok', ...id }); };
  const refuse = (code: ErrorCode, message: string, problems: Problem[] = []): void =>
    say(client, { type: 'error', ...id, code, message, ...(problems.length > 0 ? { problems } : {}) });
  const room = client.room;
  const enter = (next: FakeRoom): void => { client.room = next; client.feeds.clear(); ok(); tell_room(next); tell_rooms(); };
  switch (m.type) {
    case 'hello':
      say(client, { type: 'welcome', ...id, version: 1, client: client.id, access: 'full', server: { name: 'paddock', version: 'stand-in', protocol: 1, token: false }, drivers: [{ name: 'route', about: '', roads: false }, { name: 'idle', about: '', roads: false }, { name: 'path', about: '', roads: false }] });
      return tell_rooms();
    case 'recordings':
      return say(client, { type: 'recordings', ...id, recordings: [{ name: 'oval-0001.paddock', level: 'oval', title: 'Oval', seed: 1, vehicles: 2, duration: 83.4, bytes: 48210, complete: true }] });
    case 'open': {
      const found = kLevels.find((each) => each.name === m.level);
      if (found === undefined) return refuse('not_found', 'There is no such level.');
      if (found.problem !== undefined) return refuse('invalid', found.problem.message, [found.problem]);
      const made = new FakeRoom(m.room || `${found.name}-${next_room++}`, found, m, client.id);
      rooms.set(made.name, made);
      return enter(made);
    }
    case 'join': {
      const found = rooms.get(m.room);
      return found === undefined ? refuse('not_found', `There is no room ${m.room}.`) : enter(found);
    }
    case 'subscribe': {
      const about = fake_sensor(m, next_subscription);
      if (about === null) return refuse('not_found', `there is no sensor "${m.sensor}"`);
      client.feeds.set(next_subscription++, m);
      return say(client, { ...about, ...id });
    }
    case 'unsubscribe': client.feeds.delete(m.subscription); return ok();
    case 'ping': return say(client, { ...m, type: 'pong' });
    default: break;
  }
  if (room === null) return refuse('refused', 'You are in no room.');
  const car = 'vehicle' in m && m.vehicle !== undefined ? room.cars[m.vehicle] : undefined;
  switch (m.type) {
    case 'pause': room.paused = m.paused; break;
    case 'step': room.paused = true; for (let i = 0; i < (m.ticks ?? 1); ++i) room.step(); break;
    case 'speed': room.factor = m.factor; break;
    case 'restart': room.tick = 0; ++room.run; room.cars.forEach((each, i) => { each.state = start(i); }); break;
    case 'path':
    case 'set': {
      const wrong = room.flight === null ? 'nobody follows a path here' : m.type === 'path' ? room.flight.edit(m) : room.flight.set(m.name, m.value);
      if (wrong !== '') return refuse('refused', wrong);
      break;
    }
    case 'record': room.recording = m.on; break;
    case 'take':
      if (car === undefined) return refuse('not_found', 'There is no such vehicle.');
      if (car.client !== 0 && car.client !== client.id && m.force !== true) return refuse('held', 'Somebody else drives this vehicle.');
      car.driver = 'person';
      car.client = client.id;
      break;
    case 'release': case 'driver': if (car) { car.driver = m.driver ?? 'idle'; car.client = 0; } break;
    case 'controls': {
      const { steer = 0, drive = 0, brake = 0, hand_brake = 0 } = m;
      if (car?.client === client.id) car.controls = { steer, drive, brake, hand_brake };
      return;
    }
    default: break;
  }
  ok();
  tell_room(room);
}

sockets.on('connection', (socket) => {
  const client: Client = { socket, id: next_client++, room: null, feeds: new Map() };
  clients.add(client);
  socket.on('message', (data) => handle(client, checked('client', JSON.parse((data as Buffer).toString()) as ClientMessage)));
  socket.on('close', () => {
    clients.delete(client);
    for (const car of client.room?.cars ?? []) if (car.client === client.id) car.client = 0;
  });
});

setInterval(() => {
  for (const room of rooms.values()) {
    if (!room.paused) { room.step(); room.step(); }
    const state: Frame = {
      kind: 'state', paused: room.paused, waiting: false, replay: false, run: room.run, tick: room.tick, speed: room.paused ? 0 : 1,
      vehicles: room.cars.map((car) => car.state),
    };
    const pursuit: Frame = { kind: 'pursuit', run: room.run, tick: room.tick, vehicles: room.flight?.pursuers() ?? [] };
    for (const client of clients) if (client.room === room) for (const frame of room.flight === null ? [state] : [state, pursuit]) client.socket.send(encode_frame(frame));
    if (room.news) tell_room(room);
    room.news = false;
  }
}, 20);

setInterval(() => {
  for (const client of clients) for (const [subscription, spec] of client.feeds) {
    const { tick = 0, cars = [] } = client.room ?? {};
    const state = cars[spec.vehicle]?.state;
    if (state !== undefined) client.socket.send(encode_frame(fake_reading(spec, subscription, tick, state)));
  }
}, 80);

server.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', () => {
  const address = server.address();
  console.log(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : ''}/`);
});
