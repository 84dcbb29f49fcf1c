// The conversation with the server: what arrives goes into the store, what the user asks goes out. Comes back to the
// same room with the same vehicles after a reload, a lost connection or a restart of the server.

import type { Feeds } from '../state/feeds';
import { Pursuits } from '../state/pursuits';
import { Roads } from '../state/roads';
import { add_events, add_notice, kNoPlace, open_again, set_room, trial_camera_of, whole_room } from '../state/store';
import type { Loading, Place, Store } from '../state/store';
import type { Timeline } from '../state/timeline';
import type { Api } from './api';
import { Connection, RequestError } from './connection';
import type { ClientMessage, Controls, Frame, LevelInfo, OpenSpec, Pad, Problem, Room, RoomMessage, SensorSpec, ServerMessage, Subscribed, Welcome } from './messages';
import { read_key } from './person';

/// The live room behind the menu: one for all pages of a server.
export const kShowroom = 'showroom';
const kArriveMs = 5000;
const kShowLevels = ['grand_prix', 'oval', 'hairpins'];

export class Session {
  readonly connection: Connection;
  readonly pursuits = new Pursuits();
  readonly roads = new Roads();
  feeds!: Feeds; // set right after construction: feeds and session need each other
  private entering: { place: Place; name: string; arrived(): void } | null = null; // where the request under way leads
  private last_way: Promise<unknown> = Promise.resolve(); // one change of room after the other
  private lists: Promise<void> | null = null;
  private here = ''; // the room this connection is in
  private seen = ''; // the room that was last on screen
  private begun = 0; // which of the rooms gone into was last on screen
  private settling = 0; // the connection on which vehicles are being taken again; 0: none

  constructor(private readonly store: Store, private readonly timeline: Timeline, private readonly api: Api) {
    this.connection = new Connection(api.socket_url(), read_key(), {
      opened: (welcome) => void this.opened(welcome),
      lost: (retry_in_ms) => this.lost(retry_in_ms),
      message: (message) => this.receive(message),
      frame: (frame) => this.receive_frame(frame),
      problem: (words) => add_notice(store, 'error', words),
    });
  }

  start(): void {
    this.connection.connect();
    this.lists = this.load_lists();
    void this.load_best_times();
  }

  // --- rooms --------------------------------------------------------------------------------------------------

  /// Opens a level or a recording and goes there.
  async open(spec: OpenSpec, title: string): Promise<void> {
    const drives = (spec.vehicles ?? []).flatMap((vehicle, i) => (vehicle.driver === 'person' ? [i] : []));
    const duel = spec.mode !== undefined && (spec.vehicles?.length ?? 1) > 1;
    const place: Place = { ...kNoPlace, open: spec, drives, watched: drives[0] ?? 0, split: duel || drives.length > 1 };
    const level = spec.level ?? this.store.get().recordings?.find(({ name }) => name === spec.recording)?.level ?? '';
    await this.enter({ type: 'open', ...spec, wait: true }, place, title, level);
  }

  async join(room: string, title: string): Promise<void> {
    const level = this.store.get().rooms.find((each) => each.room === room)?.level ?? '';
    await this.enter({ type: 'join', room }, { ...kNoPlace }, title, level);
  }

  async to_menu(): Promise<void> {
    if (this.entering !== null) this.entering.place = kNoPlace; // it was given up: nobody goes into it
    this.seen = '';
    this.store.update({ place: kNoPlace, loading: null });
    await this.show_background();
    this.connection.tell({ type: 'recordings' });
    await this.load_best_times();
  }

  /// Their absence is no error.
  async load_best_times(): Promise<void> {
    try {
      this.store.update({ best_times: await this.api.best_times() });
    } catch {
      this.store.update({ best_times: this.store.get().best_times ?? [] });
    }
  }

  /// The room gone into so many times is on screen: what covered it goes, and its time may begin.
  on_screen(entered: number): void {
    const { room, place, loading } = this.store.get();
    if (room === null || entered !== this.store.get().entered || place.room !== room.room || entered === this.begun) return;
    this.begun = entered;
    this.seen = room.room;
    if (loading !== null) this.store.update({ loading: null });
    if (room.role === 'opener') this.connection.tell({ type: 'ready' });
  }

  private async enter(message: ClientMessage, place: Place, title: string, level: string): Promise<void> {
    const loading = this.cover(title, level);
    try {
      await this.go(message, place);
    } catch (error) {
      if (this.store.get().loading !== loading) return; // it was given up meanwhile
      this.store.update({ loading: null, failure: { title, words: words_of(error) } });
      if (this.store.get().place.room === '') await this.show_background();
    }
  }

  private cover(title: string, level: string): Loading {
    const picture = this.store.get().levels?.find(({ name }) => name === level)?.picture ?? '';
    const loading: Loading = { title, picture, step: 'opening', share: 0 };
    this.store.update({ loading, failure: null });
    return loading;
  }

  /// Resolves in the new room. One at a time, or the room of an earlier request would pass for that of a later one.
  private go(message: ClientMessage, place: Place): Promise<void> {
    const way = this.last_way.then(() => this.go_now(message, place));
    this.last_way = way.catch(() => undefined);
    return way;
  }

  private async go_now(message: ClientMessage, place: Place): Promise<void> {
    const arrival = new Promise<void>((resolve) => {
      this.entering = { place, name: 'room' in message ? (message.room ?? '') : '', arrived: resolve };
      setTimeout(resolve, kArriveMs); // the answer came and the room did not: go on without
    });
    try {
      await this.connection.request(message);
    } catch (error) {
      this.entering = null;
      throw error;
    }
    await arrival;
  }

  /// A room that drives itself, behind the menu. Its absence is no error.
  private async show_background(): Promise<void> {
    if (this.store.get().loading !== null) return; // somebody has chosen already
    try {
      await this.go({ type: 'join', room: kShowroom }, kNoPlace);
      return;
    } catch {
      // nobody has opened it yet
    }
    const level = show_level(this.store.get().levels ?? []);
    if (level === null || this.store.get().place.room !== '' || this.store.get().loading !== null) return;
    const vehicles = Array.from({ length: Math.max(1, Math.min(4, level.starts)) }, () => ({ kind: '', driver: 'route' }));
    try {
      await this.go({ type: 'open', level: level.name, room: kShowroom, vehicles }, kNoPlace);
    } catch {
      // the menu works without a background
    }
  }

  // --- requests -------------------------------------------------------------------------------------------------

  /// Sends and shows an error in words when it was refused.
  async ask(message: ClientMessage): Promise<boolean> {
    const refusal = await this.attempt(message);
    if (refusal !== null) add_notice(this.store, 'error', refusal.words);
    return refusal === null;
  }

  /// Sends and gives back why it was refused; null when it worked. For those who show it themselves.
  async attempt(message: ClientMessage): Promise<{ words: string; problems: readonly Problem[] } | null> {
    try {
      await this.connection.request(message);
      return null;
    } catch (error) {
      return { words: words_of(error), problems: error instanceof RequestError ? error.problems : [] };
    }
  }

  async subscribe(spec: SensorSpec): Promise<Subscribed> {
    const answer = await this.connection.request({ type: 'subscribe', ...spec });
    if (answer.type !== 'subscribed') throw new Error('The server gave no subscription.');
    return answer;
  }

  async take(vehicle: number, force = false): Promise<void> {
    if (!(await this.ask({ type: 'take', vehicle, force }))) return;
    const { drives, split } = this.store.get().place;
    this.store.go({ drives: split ? [...drives.filter((v) => v !== vehicle), vehicle].slice(-4) : [vehicle], watched: vehicle });
  }

  async hand_over(vehicle: number, driver: string): Promise<void> {
    const mine = this.store.get().place.drives.includes(vehicle);
    this.store.go({ drives: this.store.get().place.drives.filter((v) => v !== vehicle) });
    await this.ask(mine ? { type: 'release', vehicle, driver } : { type: 'driver', vehicle, driver });
  }

  drive(vehicle: number, controls: Controls): void {
    this.connection.tell({ type: 'controls', vehicle, ...controls });
  }

  press_pad(pad: Pad): void {
    this.connection.tell({ type: 'pad', ...pad });
  }

  // --- what arrives -----------------------------------------------------------------------------------------------

  private async opened(welcome: Welcome): Promise<void> {
    this.store.update({
      connection: { phase: 'open', retry_at: 0, client: welcome.client, access: welcome.access },
      drivers: welcome.drivers,
      server_version: welcome.server.version,
    });
    this.connection.tell({ type: 'recordings' });
    await this.lists;
    if (this.store.get().levels === null) await (this.lists = this.load_lists());
    const { place } = this.store.get();
    if (place.room === '') await this.show_background();
    else await this.come_back(place);
  }

  /// Into a room that this page was in, or that an address names.
  async come_back(place: Place): Promise<void> {
    const { client } = this.store.get().connection;
    const covered = this.seen !== place.room;
    if (covered) this.cover(place.room, place.open?.level ?? '');
    const given_up = (): boolean => covered && this.store.get().loading === null;
    this.settling = client;
    try {
      await this.go({ type: 'join', room: place.room }, place);
      for (const vehicle of given_up() ? [] : place.drives) await this.take_again(vehicle);
    } catch (error) {
      if (given_up()) return;
      if (!(error instanceof RequestError) || error.code !== 'not_found' || place.open === null) {
        add_notice(this.store, 'info', `Room ${place.room} is closed.`);
        await this.to_menu();
        return;
      }
      try {
        await this.go({ type: 'open', ...place.open, wait: true, room: place.room }, place);
        add_notice(this.store, 'info', `The server had forgotten room ${place.room}. It was opened again from its start.`);
      } catch (again) {
        add_notice(this.store, 'error', words_of(again));
        await this.to_menu();
      }
    } finally {
      if (this.settling === client) this.settling = 0;
    }
  }

  /// The server may still hold the vehicle for the connection that was lost; it knows this person by the key.
  private async take_again(vehicle: number): Promise<void> {
    if ((await this.attempt({ type: 'take', vehicle })) === null || this.store.get().connection.phase !== 'open') return;
    this.store.go({ drives: this.store.get().place.drives.filter((v) => v !== vehicle) });
    add_notice(this.store, 'info', `Somebody else drives vehicle ${vehicle + 1} now.`);
  }

  private lost(retry_in_ms: number): void {
    this.here = '';
    this.feeds.stop();
    this.store.update({
      connection: { ...this.store.get().connection, phase: 'lost', retry_at: Date.now() + retry_in_ms, client: 0 },
      loading: this.store.get().place.room === '' ? null : this.store.get().loading, // in a room it goes on when the server is back
    });
  }

  private receive(message: ServerMessage): void {
    switch (message.type) {
      case 'rooms': this.store.update({ rooms: message.rooms }); break;
      case 'recordings': this.store.update({ recordings: message.recordings }); break;
      case 'room': this.receive_room(message); break;
      case 'gauges': this.store.update({ gauges: message.gauges }); break;
      case 'events': if (this.store.get().place.room !== '') add_events(this.store, message.events); break;
      case 'subscribed': if (message.id === undefined) this.feeds.renew(message); break;
      case 'left':
        if (message.room === this.store.get().place.room && this.entering === null) {
          add_notice(this.store, 'info', message.reason || `Room ${message.room} was closed.`);
          void this.to_menu();
        }
        break;
      default: break;
    }
  }

  private receive_room(message: RoomMessage): void {
    const known = this.store.get().room;
    const room = whole_room(known, message);
    if (room === null) return;
    const entering = this.entering;
    const arrived = entering !== null && (entering.name === '' ? room.room !== this.here : room.room === entering.name);
    if (!arrived && room.room !== this.here) return; // a late word from a room that was left
    if (arrived || known?.level.tick_s !== room.level.tick_s) {
      this.timeline.reset(room.level.tick_s);
      this.pursuits.reset(room.level.tick_s);
      this.roads.reset();
    }
    this.here = room.room;
    set_room(this.store, room);
    if (arrived) {
      this.entering = null;
      const { place } = entering;
      const open = place.open === null ? null : { ...place.open, room: room.room };
      const { loading, entered } = this.store.get();
      const { title, picture } = room.level;
      this.store.update({
        loading: loading === null || place === kNoPlace ? loading : { title, picture: loading.picture || picture, step: 'world', share: 0 },
        failure: null, entered: entered + 1, place: place === kNoPlace ? kNoPlace : { ...place, open, room: room.room },
      });
      this.feeds.restart();
      entering.arrived();
    }
    if (arrived || known?.run !== room.run) this.store.go({ trial_camera: trial_camera_of(room) });
    const { place } = this.store.get();
    const open = place.room === room.room ? open_again(place.open, room.level) : place.open;
    if (open !== place.open) this.store.go({ open });
    this.let_go_of_taken(room);
  }

  /// A vehicle that somebody else took is no longer driven from here.
  private let_go_of_taken(room: Room): void {
    const { place, connection } = this.store.get();
    if (this.settling !== 0 || this.entering !== null || place.room !== room.room) return;
    const drives = place.drives.filter((vehicle) => {
      const client = room.vehicles[vehicle]?.client ?? 0;
      if (client !== 0 && client !== connection.client) add_notice(this.store, 'info', `Somebody else took vehicle ${vehicle + 1}.`);
      return client === 0 || client === connection.client;
    });
    if (drives.length !== place.drives.length) this.store.go({ drives });
  }

  private receive_frame(frame: Frame): void {
    if (frame.kind === 'state') this.timeline.push(frame, performance.now() / 1000);
    else if (frame.kind === 'bodies') this.timeline.push_bodies(frame);
    else if (frame.kind === 'pursuit') this.pursuits.push(frame);
    else if (frame.kind === 'roads') this.roads.push(frame);
    else this.feeds.receive(frame);
  }

  private async load_lists(): Promise<void> {
    try {
      const [levels, { vehicles, drivers }] = await Promise.all([this.api.levels(), this.api.vehicles()]);
      this.store.update({ levels, kinds: vehicles, drivers, levels_problem: '' });
    } catch (error) {
      this.store.update({ levels_problem: words_of(error) });
    }
  }
}

function show_level(levels: readonly LevelInfo[]): LevelInfo | null {
  const usable = levels.filter((level) => level.problem === undefined && level.routes > 0);
  return kShowLevels.map((name) => usable.find((level) => level.name === name)).find((level) => level !== undefined) ?? usable[0] ?? null;
}

function words_of(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
