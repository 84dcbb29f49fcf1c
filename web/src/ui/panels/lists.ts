// Lists: what happened, what programs print, who is there.

import { may_hand_over, why_not_take } from '../../state/rights';
import { drivers_in, slots_there } from '../../state/store';
import { clock_words, driver_title, driver_words, event_words, figure, lap_words, who_drove } from '../../state/words';
import { fill, h, icon, set_text } from '../dom';
import type { PanelContent } from '../panels';
import type { PanelWorld } from './panel_world';

export function make_events({ store }: PanelWorld): PanelContent {
  const list = h('ol', { class: 'events', tabindex: '0', 'aria-label': 'Events, newest first' });
  const stop = store.watch((state) => state.events, (events) => {
    if (events.length === 0) {
      fill(list, h('li', { class: 'empty' }, 'Nothing has happened yet.'));
      return;
    }
    fill(list, ...events.slice(-60).reverse().map((event) => h('li', { class: `event-${event.event}` },
      h('time', { class: 'digits' }, clock_words(event.time)), h('span', {}, event_words(event)))));
  });
  return { element: list, close: stop };
}

/// What programs that Paddock started have printed, the last lines last.
export function make_console({ store }: PanelWorld): PanelContent {
  const lines = h('pre', { class: 'console', tabindex: '0', 'aria-label': 'Console of the program' });
  const stop = store.watch((state) => state.room?.doors, (doors) => {
    const now = (doors ?? []).flatMap(({ console }) => console);
    const follows = lines.scrollHeight - lines.scrollTop - lines.clientHeight < 24;
    set_text(lines, now.join('\n'));
    if (follows) lines.scrollTop = lines.scrollHeight;
  });
  return { element: lines, close: stop };
}

export function make_vehicles({ store, session, timeline }: PanelWorld): PanelContent {
  const body = h('tbody');
  let speeds: HTMLElement[] = [];
  const draw = (): void => {
    const { room, place, connection, drivers } = store.get();
    if (room === null) return;
    speeds = room.vehicles.map(() => h('td', { class: 'digits' }, figure(null, 1)));
    fill(body, ...slots_there(room).map((i) => {
      const vehicle = room.vehicles[i]!;
      const swatch = h('span', { class: 'swatch', 'aria-hidden': 'true' });
      swatch.style.background = vehicle.color;
      const mine = vehicle.driver === 'person' && vehicle.client === connection.client;
      const hands = may_hand_over(store.get(), i);
      const why_not = hands ? '' : why_not_take(store.get(), i);
      const names = hands ? drivers_in(room.level, drivers).filter((name) => name !== 'person') : [];
      const choice = h('select', {
        'aria-label': `Driver of vehicle ${i + 1}`, disabled: room.mode !== 'live' || why_not !== '', title: why_not || undefined,
        onchange: () => void (choice.value === 'person' ? session.take(i, vehicle.client !== 0 && !mine) : session.hand_over(i, choice.value)),
      },
      h('option', { value: 'person', selected: vehicle.driver === 'person' }, vehicle.driver !== 'person' ? 'You' : room.mode === 'replay' ? who_drove('person') : driver_words('person', vehicle.client, connection.client)),
      ...names.map((name) => h('option', { value: name, selected: vehicle.driver === name }, driver_title(name))),
      names.includes(vehicle.driver) || vehicle.driver === 'person' ? null : h('option', { value: vehicle.driver, selected: true }, driver_title(vehicle.driver)));
      return h('tr', { 'aria-current': i === place.watched ? 'true' : undefined },
        h('th', { scope: 'row' }, swatch, `${i + 1}`),
        h('td', {}, choice),
        speeds[i],
        h('td', { class: 'digits' }, String(vehicle.laps)),
        h('td', { class: 'digits' }, vehicle.place > 0 ? `place ${vehicle.place}` : lap_words(vehicle.best_lap)),
        h('td', {}, h('button', { type: 'button', class: 'icon-button small', title: `Watch vehicle ${i + 1}`, 'aria-label': `Watch vehicle ${i + 1}`, 'aria-pressed': String(i === place.watched), onclick: () => store.go({ watched: i }) }, icon('eye'))));
    }));
  };
  const stops = [store.watch((s) => s.room?.vehicles, draw), store.watch((s) => s.room?.role, draw), store.watch((s) => s.place.watched, draw)];
  return {
    element: h('div', { class: 'table-box', tabindex: '0', role: 'group', 'aria-label': 'Vehicles' }, h('table', { class: 'table' },
      h('thead', {}, h('tr', {}, ...['Car', 'Driver', 'm/s', 'Laps', 'Best', 'Watch'].map((title) => h('th', { scope: 'col' }, title)))), body)),
    tick: () => timeline.newest?.vehicles.forEach((state, i) => { const cell = speeds[i]; if (cell) set_text(cell, figure(state.speed, 1)); }),
    close: () => stops.forEach((stop) => stop()),
  };
}
