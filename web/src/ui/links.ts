// Programs outside that this room speaks with: who, where, how much, and what their door says of itself. Rows stay; only
// their words change.

import { door_title, kDoors } from '../doors/table';
import type { DoorStatus, RoomLink } from '../net/messages';
import type { Store } from '../state/store';
import { fill, h, set_text } from './dom';
import type { PanelContent } from './panels';

/// Packets a second with as many digits as they deserve.
export function rate_words(rate: number): string {
  if (!(rate >= 0.05)) return '0';
  return rate < 9.95 ? rate.toFixed(1) : String(Math.round(rate));
}

/// What stands under the name of a link that nobody uses yet.
export function waiting_words(link: RoomLink): string {
  if (link.ports.length === 0) return 'Waiting for your program';
  return `Waiting for your program on ${link.ports.length === 1 ? 'port' : 'ports'} ${link.ports.join(' and ')}`;
}

/// What doors say of themselves here, a title and its lines each.
export function door_parts(doors: readonly DoorStatus[]): { title: string; lines: string[] }[] {
  return doors.map((status) => ({ title: door_title(status.door), lines: kDoors[status.door]?.lines?.(status) ?? [] })).filter(({ lines }) => lines.length > 0);
}

export function make_links(store: Store): PanelContent {
  const parts = h('div', { class: 'link-doors' });
  const list = h('ul', { class: 'links', 'aria-label': 'Links' });
  let names = '';
  let rows: ((link: RoomLink) => void)[] = [];
  const show_links = (links: readonly RoomLink[]): void => {
    const now = links.map((link) => link.name).join('\n');
    if (now !== names) {
      names = now;
      const made = links.map((link) => make_row(link.name));
      rows = made.map((row) => row.show);
      list.replaceChildren(...made.map((row) => row.element));
    }
    links.forEach((link, i) => rows[i]?.(link));
  };
  const show_doors = (doors: readonly DoorStatus[] | undefined): void => fill(parts, ...door_parts(doors ?? []).map(({ title, lines }) =>
    h('section', { 'aria-label': title }, h('p', { class: 'link-head' }, h('strong', {}, title)), ...lines.map((line) => h('p', { class: 'link-note' }, line)))));
  const stops = [store.watch((state) => state.room?.links, (links) => show_links(links ?? [])), store.watch((state) => state.room?.doors, show_doors)];
  return { element: h('div', {}, list, parts), close: () => stops.forEach((stop) => stop()) };
}

function make_row(name: string): { element: HTMLElement; show: (link: RoomLink) => void } {
  const dot = h('span', { class: 'dot', role: 'img' });
  const address = h('span', { class: 'link-address digits' });
  const [into, out] = [h('span', { class: 'digits' }), h('span', { class: 'digits' })];
  const rates = h('p', { class: 'link-rates' }, h('span', {}, 'In ', into), h('span', {}, 'Out ', out), h('small', {}, 'packets/s'));
  const waiting = h('p', { class: 'link-note' });
  const note = h('p', { class: 'link-note' });
  return {
    element: h('li', { 'data-link': name }, h('p', { class: 'link-head' }, dot, h('strong', {}, name), address), rates, waiting, note),
    show: (link) => {
      dot.classList.toggle('live', link.connected);
      dot.setAttribute('aria-label', link.connected ? 'Connected' : 'Not connected');
      dot.title = link.connected ? 'Connected' : 'Not connected';
      set_text(address, link.address);
      set_text(into, rate_words(link.in_rate));
      set_text(out, rate_words(link.out_rate));
      rates.hidden = !link.connected;
      waiting.hidden = link.connected;
      set_text(waiting, waiting_words(link));
      set_text(note, link.note);
      note.hidden = link.note === '';
    },
  };
}
