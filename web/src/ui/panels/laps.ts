// Laps of the vehicle watched, in this run.

import { lap_words } from '../../state/words';
import { fill, h, set_text } from '../dom';
import type { PanelContent } from '../panels';
import type { PanelWorld } from './panel_world';

export function make_laps({ store, timeline }: PanelWorld): PanelContent {
  const current = h('span', { class: 'big digits' });
  const facts = h('p', { class: 'lap-facts' });
  const list = h('table', { class: 'table' });
  const draw = (): void => {
    const { room, place, events } = store.get();
    const vehicle = room?.vehicles[place.watched];
    if (room === null || vehicle === undefined) return;
    fill(facts, h('span', {}, 'Last ', h('b', { class: 'digits' }, lap_words(vehicle.last_lap))), h('span', {}, 'Best ', h('b', { class: 'digits' }, lap_words(vehicle.best_lap))),
      room.laps > 0 ? h('span', {}, `Lap ${Math.min(room.laps, vehicle.laps + 1)} of ${room.laps}`) : h('span', {}, `Laps ${vehicle.laps}`));
    const laps = events.filter((event) => event.event === 'lap').filter((lap) => lap.vehicle === place.watched).slice(-6).reverse();
    list.hidden = laps.length === 0;
    fill(list, h('tbody', {}, ...laps.map((lap) => h('tr', {},
      h('th', { scope: 'row' }, `Lap ${lap.lap}`),
      h('td', { class: 'digits' }, lap_words(lap.duration)),
      h('td', { class: 'digits' }, vehicle.best_lap > 0 ? (lap.duration - vehicle.best_lap < 0.005 ? 'best' : `+${(lap.duration - vehicle.best_lap).toFixed(2)}`) : '')))));
  };
  const stops = [store.watch((s) => s.room?.vehicles, draw), store.watch((s) => s.events, draw), store.watch((s) => s.place.watched, draw)];
  return {
    element: h('div', { class: 'laps-panel' }, h('p', { class: 'speed-main' }, current, h('small', {}, 's this lap')), facts, list),
    tick: () => set_text(current, lap_words(timeline.newest?.vehicles[store.get().place.watched]?.lap_time ?? 0)),
    close: () => stops.forEach((stop) => stop()),
  };
}
