// A client whose room this is: how far it is, what it asks of its car beside what a driver of ours would, what it measures, what
// it asked for; and its wheel, to be taken and given back.

import { client_door } from '../../doors/table';
import type { AskedControl } from '../../doors/door';
import { why_not_take } from '../../state/rights';
import { is_traffic } from '../../state/store';
import type { AppState } from '../../state/store';
import { figure } from '../../state/words';
import { fill, h, set_props, set_text } from '../dom';
import type { PanelContent } from '../panels';
import type { PanelWorld } from './panel_world';
import { make_trespass } from './road';

const kPlayer = 0; // the client's car is the first of its room

export function make_client({ store, session, timeline }: PanelWorld): PanelContent {
  const head = make_head();
  const wheel = make_wheel({ store, session });
  const speed = h('span', { class: 'big digits' });
  const kmh = h('span', { class: 'digits' });
  const facts = h('p', { class: 'client-facts' });
  const controls = make_controls();
  const trespass = make_trespass();
  const asked = h('dl', { class: 'client-asked', 'aria-label': 'Asked for' });
  const sensors = h('ul', { class: 'client-sensors', 'aria-label': 'Sensors' });
  let told = '';
  const show = (): void => {
    const { room } = store.get();
    const door = client_door(room);
    if (room === null || door === null) return;
    const { client, status } = door;
    const link = room.links.find((each) => each.door === status.door);
    head.show(client.title, link?.address ?? '', client.now(status), room.waiting.length > 0 ? `Waiting for ${room.waiting.join(', ')}` : client.waits(status));
    fill(facts, ...client.facts(status).map(({ id, words, unit, title, hint }) => h('span', { title: hint }, `${title} `, h('b', { class: 'digits', id }, words), h('small', {}, unit))));
    wheel.show();
    controls.show(client.controls(status), room.vehicles[kPlayer]?.driver !== 'program');
    const here = traffic_here(store.get());
    const wanted = client.traffic(status);
    const rows = [
      { title: 'Vehicles', words: `${here.vehicles} of ${wanted.vehicles} here` }, { title: 'People', words: `${here.people} of ${wanted.people} here` },
      ...client.asked(status),
    ];
    const own = client.sensors(status);
    const now = JSON.stringify([rows, own]);
    if (now === told) return; // what is read or marked stays as it is
    told = now;
    fill(asked, ...rows.map(({ title, words }) => h('div', {}, h('dt', {}, title), h('dd', { class: 'digits' }, words))));
    fill(sensors, ...own.map(({ title, words }) => h('li', {}, h('b', {}, title), h('small', { class: 'digits' }, words))));
    if (own.length === 0) fill(sensors, h('li', { class: 'empty' }, 'No sensors: measurements alone'));
  };
  const stops = [store.watch((state) => state.room, show), store.watch((state) => state.connection, show)];
  return {
    element: h('div', { class: 'client-panel' },
      head.element, wheel.element,
      h('p', { class: 'speed-main' }, speed, h('small', {}, 'm/s'), h('span', { class: 'side' }, kmh, h('small', {}, 'km/h'))), facts,
      controls.element, ...trespass.elements,
      h('h3', {}, 'Asked for'), asked, sensors),
    tick: () => {
      const state = timeline.sample()[kPlayer];
      set_text(speed, figure(state?.speed, 1));
      set_text(kmh, figure(state === undefined ? undefined : state.speed * 3.6, 0));
      trespass.show(session.roads.newest(kPlayer));
    },
    close: () => stops.forEach((stop) => stop()),
  };
}

/// Vehicles and people of the traffic that stand in the room now.
export function traffic_here({ room }: Pick<AppState, 'room'>): { vehicles: number; people: number } {
  const there = (room?.vehicles ?? []).filter(({ present, driver }) => present && is_traffic(driver));
  const people = there.filter(({ kind }) => kind === 'walker').length;
  return { vehicles: there.length - people, people };
}

function make_head(): { element: HTMLElement; show(title: string, address: string, now: string, waits: string): void } {
  const dot = h('span', { class: 'dot', 'aria-hidden': 'true' });
  const name = h('strong');
  const address_at = h('span', { class: 'link-address digits' });
  const now_at = h('p', { class: 'client-now digits' });
  const waits_at = h('p', { class: 'client-waits', role: 'status' });
  return {
    element: h('div', { class: 'client-head' }, h('p', { class: 'link-head' }, dot, name, address_at), now_at, waits_at),
    show: (title, address, now, waits) => {
      set_text(name, title);
      set_text(address_at, address);
      set_text(now_at, now);
      set_text(waits_at, waits);
      dot.classList.toggle('live', waits === '');
    },
  };
}

/// Who has the wheel, and the button that changes it.
function make_wheel({ store, session }: Pick<PanelWorld, 'store' | 'session'>): { element: HTMLElement; show(): void } {
  const who = h('span', { role: 'status', 'aria-label': 'At the wheel' });
  const act = h('button', { type: 'button', class: 'button small' });
  return {
    element: h('div', { class: 'client-wheel' }, who, act),
    show: () => {
      const { room, connection } = store.get();
      const seat = room?.vehicles[kPlayer];
      if (room === null || seat === undefined) return;
      const mine = seat.driver === 'person' && seat.client === connection.client;
      set_text(who, mine ? 'You drive; the client is passed over' : seat.driver === 'program' ? 'The client drives' : 'Another drives; the client is passed over');
      const why_not = mine ? '' : why_not_take(store.get(), kPlayer);
      act.disabled = why_not !== '';
      set_text(act, mine ? 'Give it back' : 'Take the wheel');
      set_props(act, { title: mine ? 'The client drives again' : why_not || 'Drive its car from this page; it is told of all that happens' });
      act.onclick = () => void (mine ? session.hand_over(kPlayer, 'program') : session.take(kPlayer, seat.client !== 0));
    },
  };
}

/// What the client asks of its car beside what the other would, a column each.
function make_controls(): { element: HTMLElement; show(controls: readonly AskedControl[], passed_over: boolean): void } {
  const element = h('table', { class: 'table client-controls', 'aria-label': 'Controls' });
  return {
    element,
    show: (controls, passed_over) => {
      const row = (title: string, words: (control: AskedControl) => string, bar: (control: AskedControl) => HTMLElement | null): HTMLElement =>
        h('tr', {}, h('th', { scope: 'row' }, title), ...controls.map((control) => h('td', { class: 'digits' }, words(control), bar(control))));
      element.classList.toggle('passed-over', passed_over);
      fill(element,
        h('thead', {}, h('tr', {}, h('th', {}), ...controls.map(({ title }, i) => h('th', { scope: 'col' }, i === 0 && passed_over ? `${title}, unheard` : title)))),
        h('tbody', {},
          row('Steering', ({ steer }) => steer_words(steer), ({ steer }) => mark_bar(steer)),
          row('Throttle', ({ throttle }) => figure(throttle, 2), ({ throttle }) => share_bar(throttle, 'go')),
          row('Brake', ({ brake }) => figure(brake, 2), ({ brake }) => share_bar(brake, 'stop')),
          controls.some(({ also }) => also !== '') ? row('Also', ({ also }) => also || '–', () => null) : null));
    },
  };
}

/// "right 0.25"; a wheel that is straight has no side.
export function steer_words(steer: number): string {
  const words = figure(Math.abs(steer), 2);
  return Number(words) === 0 ? words : `${steer > 0 ? 'right' : 'left'} ${words}`;
}

function share_bar(share: number, kind: 'go' | 'stop'): HTMLElement {
  const bar = h('i', { class: kind });
  bar.style.width = `${100 * Math.min(1, Math.max(0, share))}%`;
  return h('div', { class: 'gauge share', 'aria-hidden': 'true' }, bar);
}

function mark_bar(steer: number): HTMLElement {
  const mark = h('i');
  mark.style.left = `${50 + 50 * Math.min(1, Math.max(-1, steer))}%`;
  return h('div', { class: 'gauge steering', 'aria-hidden': 'true' }, mark);
}
