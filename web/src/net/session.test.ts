import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { checked } from '../../e2e/support/wire';
import type { Feeds } from '../state/feeds';
import { Store, kNoPlace } from '../state/store';
import type { Place } from '../state/store';
import { Timeline } from '../state/timeline';
import type { Api } from './api';
import type { ClientMessage, LevelInfo, RoomMessage, ServerMessage } from './messages';
import { Session } from './session';

type Asked = ClientMessage & { id?: number };

/// The server's end of the last socket that the page opened. Everything said on it is checked.
class Socket {
  static readonly OPEN = 1;
  static last: Socket;
  readyState = 1;
  binaryType = '';
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: (event: { reason: string }) => void = () => undefined;
  readonly asked: Asked[] = [];

  constructor() {
    Socket.last = this;
    queueMicrotask(() => this.onopen());
  }

  send(text: string): void {
    const message = checked('client', JSON.parse(text) as Asked);
    this.asked.push(message);
    queueMicrotask(() => answer(this, message));
  }

  say(message: ServerMessage): void {
    this.onmessage({ data: JSON.stringify(checked('server', message)) });
  }

  close(): void {
    this.readyState = 3;
    this.onclose({ reason: '' });
  }
}

let name = ''; // of the room the connection is in
let holder = 0; // who drives vehicle 0, as the server sees it
let client = 0; // number of the connection
let keys: Record<number, string> = {}; // of the connections that said one

function answer(socket: Socket, asked: Asked): void {
  const { type, id = 0 } = asked;
  if (type === 'hello') keys[++client] = asked.key ?? '';
  if (type === 'hello') socket.say({ type: 'welcome', id, version: 1, client, access: 'full', server: { name: 'paddock', version: '', protocol: 1, token: false }, drivers: [] });
  else if (type === 'take' && holder !== 0 && keys[holder] !== keys[client]) socket.say({ type: 'error', id, code: 'held', message: 'somebody else drives vehicle 1' });
  else if (type !== 'recordings') {
    if (type === 'take') holder = client;
    if (type === 'join') name = asked.room;
    if (type === 'open') name = 'oval-1';
    socket.say({ type: 'ok', id });
    socket.say(room());
  }
}

function room(): RoomMessage {
  return {
    type: 'room', room: name, mode: 'live', run: 1, client, role: 'opener',
    level: {
      name: 'oval', collection: 'tracks', title: 'Oval', description: '', seed: 1, variables: {}, tick_s: 0.01, frame_s: 0.02,
      bounds: [-1, -1, 1, 1], gates: [], route: [], route_closed: true, bodies: [], variants: [], glb: '', picture: '',
    },
    pace: { paused: false, factor: 1 }, duration: 0, laps: 0, realism: 'real', viewers: 1, recording: { on: false, name: '' }, waiting: [], links: [], doors: [],
    vehicles: [{ id: 0, present: true, kind: 'racecar', color: '#3d8bfd', glb: '', driver: 'person', client: holder, program: false, laps: 0, last_lap: 0, best_lap: 0, place: 0, finished: 0, sensors: [] }],
  };
}

async function begun(place: Place): Promise<{ store: Store; session: Session }> {
  const store = new Store();
  store.update({ place });
  const api = { socket_url: () => '', levels: () => Promise.resolve([]), vehicles: () => Promise.resolve({ vehicles: [], drivers: [] }), best_times: () => Promise.resolve([]) };
  const session = new Session(store, new Timeline(), api as unknown as Api);
  session.feeds = { restart: () => undefined, stop: () => undefined } as unknown as Feeds;
  session.start();
  await vi.advanceTimersByTimeAsync(100);
  return { store, session };
}

async function driving(): Promise<Store> {
  const { store, session } = await begun({ ...kNoPlace, room: 'oval-1', drives: [0] });
  session.on_screen(store.get().entered);
  expect([holder, store.get().place.drives]).toEqual([1, [0]]);
  return store;
}

const takes = (): number => Socket.last.asked.filter(({ type }) => type === 'take').length;

const told = (type: string): number => Socket.last.asked.filter((asked) => asked.type === type).length;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Socket);
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined });
  [name, holder, client, keys] = ['', 0, 0, {}];
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a room that is gone into', () => {
  const level: LevelInfo = {
    name: 'oval', collection: 'tracks', title: 'Oval', description: '', vehicle: 'racecar', physics: 'planar', starts: 1, gates: 0, routes: 0, cars: 1,
    race: false, checkpoints: 0, roads: false, traffic: false, explore: true, grade: false, doors: [], glb: '/levels/oval.glb', picture: '/levels/oval.png',
  };

  test('is covered by its own picture from the click until it is seen, and its time waits for that', async () => {
    const { store, session } = await begun(kNoPlace);
    store.update({ levels: [level] });

    const opening = session.open({ level: 'oval' }, 'Oval');
    expect(store.get().loading).toEqual({ title: 'Oval', picture: '/levels/oval.png', step: 'opening', share: 0 });
    await vi.advanceTimersByTimeAsync(100);
    await opening;
    expect([store.get().place.room, store.get().loading?.step, told('ready')]).toEqual(['oval-1', 'world', 0]);
    expect(Socket.last.asked.find(({ type }) => type === 'open')).toMatchObject({ level: 'oval', wait: true });
    session.on_screen(store.get().entered - 1); // the picture of the room before
    expect(store.get().loading).not.toBeNull();

    session.on_screen(store.get().entered);

    expect([store.get().loading, told('ready')]).toEqual([null, 1]);
  });

  test('by its address has its level\'s name as soon as the server tells it', async () => {
    const { store } = await begun({ ...kNoPlace, room: 'oval-1' });

    expect(store.get().loading).toMatchObject({ title: 'Oval', step: 'world' });
  });

  test('is not gone into when it was given up on the way', async () => {
    const { store, session } = await begun(kNoPlace);

    void session.open({ level: 'oval' }, 'Oval');
    void session.to_menu();
    await vi.advanceTimersByTimeAsync(100);

    expect([store.get().place.room, store.get().loading, told('ready')]).toEqual(['', null, 0]);
  });

  test('stays covered when the connection is lost before it was seen', async () => {
    const { store, session } = await begun({ ...kNoPlace, room: 'oval-1' });

    Socket.last.close();
    expect(store.get().loading).not.toBeNull();
    await vi.advanceTimersByTimeAsync(2000);
    session.on_screen(store.get().entered);

    expect([client, store.get().loading, told('ready')]).toEqual([2, null, 1]);
  });
});

describe('a driver who comes back', () => {
  test('has the vehicle at once while the connection that was lost still holds it', async () => {
    const store = await driving();

    Socket.last.close();
    await vi.advanceTimersByTimeAsync(2000);

    expect([client, takes(), holder, store.get().place.drives, store.get().notices]).toEqual([2, 1, 2, [0], []]);
  });

  test('lets go of a vehicle that somebody else has taken meanwhile', async () => {
    const store = await driving();

    holder = 7;
    Socket.last.close();
    await vi.advanceTimersByTimeAsync(1000);

    expect([takes(), store.get().place.drives]).toEqual([1, []]);
    expect(store.get().notices.map(({ words }) => words)).toEqual(['Somebody else drives vehicle 1 now.']);
  });

  test('keeps its vehicle when the connection is lost once more while it asks', async () => {
    const store = await driving();

    Socket.last.close();
    await vi.advanceTimersByTimeAsync(1000);
    Socket.last.close();
    await vi.advanceTimersByTimeAsync(2000);

    expect([holder, store.get().place.drives, store.get().notices]).toEqual([client, [0], []]);
  });
});
