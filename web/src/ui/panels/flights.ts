// Flights of this run side by side: a table of their figures with the best of each marked, and the curves of those that are
// chosen over each other. Change a gain, fly again, see both.

import type { Session } from '../../net/session';
import { compared_flights, figure_unit, flight_rows, kFlightFigures, with_compared } from '../../state/flight_table';
import type { FlightRow } from '../../state/flight_table';
import { kComparisons, laid_over } from '../../state/pursuits';
import type { Comparison } from '../../state/pursuits';
import { units_of } from '../../state/store';
import type { Store } from '../../state/store';
import { slot_of } from '../../net/messages';
import type { RoomFlight } from '../../net/messages';
import { csv_field } from '../../state/series';
import { figure } from '../../state/words';
import { Plot, line_color } from '../../view/plot';
import { download, fill, h, set_text } from '../dom';
import type { PanelContent } from '../panels';
import type { PanelWorld } from './panel_world';

const kDrawEvery = 12; // pictures
const kStateWords: Readonly<Record<FlightRow['state'], string>> = { flying: 'flying', holding: 'at its end, not settled', arrived: '', ended: 'cut short' };

/// Of the vehicle watched.
function flights_of(store: Store): RoomFlight[] {
  const { room, place } = store.get();
  return (room?.flights ?? []).filter(({ vehicle }) => slot_of(vehicle) === place.watched);
}

export function make_flights({ store, session }: PanelWorld): PanelContent {
  const head = h('tr');
  const body = h('tbody');
  const none = h('p', { class: 'empty' }, 'No flight yet. Draw a path, and its figures stand here.');
  const table = h('div', { class: 'table-box', tabindex: '0', role: 'group', 'aria-label': 'Flights' }, h('table', { class: 'table flights-table' }, h('thead', {}, head), body));
  const csv = h('button', { type: 'button', class: 'button small', title: 'Download the table', onclick: () => save_table(store, session) }, 'CSV');
  const curves = make_curves(store, session);
  let key = '';
  let cells: HTMLElement[][] = [];

  const rows_now = (): FlightRow[] => {
    const { room, place } = store.get();
    return flight_rows(flights_of(store), session.pursuits.newest(place.watched), room?.parameters ?? [], units_of(store.get()));
  };
  const toggle = (number: number): void => store.update({ compared: with_compared(compared_flights(flights_of(store), store.get().compared), number) });
  const draw = (): void => {
    const rows = rows_now();
    const compared = compared_flights(flights_of(store), store.get().compared);
    none.hidden = rows.length > 0;
    table.hidden = csv.hidden = rows.length === 0;
    const now = JSON.stringify([rows.map(({ number, controller, changed, state }) => [number, controller, changed, state]), compared, store.get().choices.units]);
    if (now !== key) {
      key = now;
      const units = units_of(store.get());
      fill(head, ...['', 'Flight', 'Controller', 'Changed'].map((title) => h('th', { scope: 'col' }, title)),
        ...kFlightFigures.map(({ title, about, unit }) => h('th', { scope: 'col', title: `${title}: ${about}` }, title, h('small', {}, figure_unit(unit, units)))));
      cells = rows.map(({ cells: all }) => all.map(() => h('td', { class: 'digits' })));
      fill(body, ...rows.map((row, i) => {
        const on = compared.indexOf(row.number);
        const swatch = h('i', { class: 'line-swatch', 'aria-hidden': 'true' });
        swatch.style.background = on >= 0 ? line_color(on) : 'none';
        const box = h('input', { type: 'checkbox', checked: on >= 0, 'aria-label': `Curve of flight ${row.number}`, onchange: () => toggle(row.number) });
        const words = kStateWords[row.state];
        return h('tr', { 'data-flight': String(row.number), 'data-state': row.state }, h('td', {}, h('label', { class: 'flight-pick' }, box, swatch)),
          h('th', { scope: 'row' }, `${row.number}`, words === '' ? null : h('small', {}, words)), h('td', {}, row.controller),
          h('td', { class: 'flight-changed', title: row.changed.join('\n') }, row.changed.length === 0 ? 'nothing' : row.changed.join(', ')), ...cells[i]!);
      }).reverse());
    }
    rows.forEach((row, i) => row.cells.forEach(({ text, best }, k) => {
      const cell = cells[i]![k]!;
      set_text(cell, best ? `${text} ★` : text);
      cell.toggleAttribute('data-best', best);
      cell.title = best ? 'The best of those that arrived' : '';
    }));
  };

  const stops = [
    store.watch((state) => state.room?.flights, draw),
    store.watch((state) => state.room?.parameters, draw),
    store.watch((state) => state.compared, draw),
    store.watch((state) => `${state.choices.units} ${state.place.watched}`, draw),
  ];
  let pictures = 0;
  return {
    element: h('div', { class: 'flights' }, none, table, h('div', { class: 'flights-curves' }, curves.head, csv), curves.plot),
    tick: () => {
      if (pictures++ % kDrawEvery !== 0) return;
      draw();
      curves.draw();
    },
    close: () => {
      for (const stop of stops) stop();
      curves.close();
    },
  };
}

interface Curves {
  head: HTMLElement;
  plot: HTMLElement;
  draw(): void;
  close(): void;
}

function make_curves(store: Store, session: Session): Curves {
  let what: Comparison = 'cross';
  const choice = h('select', { class: 'sensor-choice curve-choice', 'aria-label': 'Curves', onchange: () => { what = choice.value as Comparison; draw(); } },
    ...Object.entries(kComparisons).map(([name, { title }]) => h('option', { value: name }, title)));
  const legend = h('ul', { class: 'plot-legend' });
  const host = h('div', { class: 'plot flights-plot' });
  let plot: Plot | null = null;
  let shape = '';
  let last: { columns: number[][]; compared: number[] } = { columns: [], compared: [] };
  const write = (): void => {
    const rows = last.compared.map((number, i) => {
      const swatch = h('i');
      swatch.style.background = line_color(i);
      const units = units_of(store.get());
      const at = plot?.cursor ?? null;
      const value = at === null ? null : (last.columns[i]?.[at] ?? NaN);
      return h('li', { 'data-curve': String(number) }, swatch, `Flight ${number}`, at === null ? null : h('span', { class: 'digits' }, ` ${figure(value, units.length === 'px' ? 0 : 3)}`));
    });
    fill(legend, ...rows);
  };
  const draw = (): void => {
    const compared = compared_flights(flights_of(store), store.get().compared);
    const units = units_of(store.get());
    const { x_unit, unit } = kComparisons[what];
    const now = `${what} ${units.length} ${compared.length} ${document.documentElement.dataset['theme']}`;
    if (now !== shape) {
      shape = now;
      plot?.destroy();
      plot = new Plot(host, { count: compared.length, unit: units.unit(unit), x_unit: units.unit(x_unit), least: units.figure(0.1, unit), moved: write });
    }
    const { x, columns } = laid_over(compared.map((number) => session.pursuits.curve(number)), what);
    const xs = x.map((each) => units.figure(each, x_unit));
    last = { columns: columns.map((column) => column.map((each) => units.figure(each, unit))), compared };
    plot!.draw(xs, last.columns, [0, Math.max(xs.at(-1) ?? 0, units.figure(0.1, x_unit))]);
    host.dataset['curves'] = String(last.columns.filter((column) => column.some((each) => !Number.isNaN(each))).length);
    write();
  };
  return { head: h('div', { class: 'plot-head' }, choice, legend), plot: h('div', { class: 'plot-row' }, host), draw, close: () => plot?.destroy() };
}

function save_table(store: Store, session: Session): void {
  const { room, place } = store.get();
  const units = units_of(store.get());
  const rows = flight_rows(flights_of(store), session.pursuits.newest(place.watched), room?.parameters ?? [], units);
  const heads = ['flight', 'controller', 'changed', ...kFlightFigures.map(({ title, unit }) => `${title} (${figure_unit(unit, units).replace('²', '2').replace('³', '3')})`)];
  const lines = rows.map((row) => [String(row.number), row.controller, row.changed.join('; '), ...row.cells.map(({ text }) => text.replace('−', '-').replace('–', ''))]);
  download(`${room?.room ?? 'room'}-flights.csv`, 'text/csv', [heads, ...lines].map((line) => `${line.map(csv_field).join(',')}\n`).join(''));
}
