// Parameters of the room, typed and bounded, changed while it runs. What stands in a row is what the server says is in force;
// a value that it refuses is told beside its row, with the bounds.

import type { Parameter } from '../net/messages';
import type { Session } from '../net/session';
import { kOnlyOpener, runs_room } from '../state/rights';
import { has_path, units_of } from '../state/store';
import type { Store } from '../state/store';
import { Units } from '../state/units';
import { choice_title, title_of } from '../state/words';
import { fill, h, icon_button, set_text } from './dom';
import type { PanelContent } from './panels';

const kManyRows = 16; // with so many there is a field to find one

/// What stands in a row of parameters apart from its value: a change of it draws the list anew.
function shape_of(parameters: readonly Parameter[], units: Units): string {
  return parameters.map((p) => `${p.name} ${p.kind} ${p.low} ${p.high} ${p.section} ${p.choices?.join() ?? ''} ${units.unit(p.unit)}`).join('\n');
}

/// Steps of a slider: a two-hundredth of the range, as a round number.
export function step_of(parameter: Parameter): number {
  if (parameter.kind !== 'number') return 1;
  const rough = (parameter.high - parameter.low) / 200;
  return rough > 0 ? 10 ** Math.floor(Math.log10(rough)) : 0.001;
}

/// What a parameter belongs to: "Race", "Driver 1", "Vehicle 1".
export function group_of({ group, vehicle }: Pick<Parameter, 'group' | 'vehicle'>): string {
  return vehicle === undefined ? title_of(group) : `${title_of(group)} ${vehicle + 1}`;
}

/// The heading over a parameter: "Driver 1 · Wind"; a section of the whole room is enough by itself: "Weather".
export function heading_of(parameter: Pick<Parameter, 'group' | 'vehicle' | 'section'>): string {
  if (parameter.vehicle === undefined && parameter.section !== '') return title_of(parameter.section);
  return parameter.section === '' ? group_of(parameter) : `${group_of(parameter)} · ${title_of(parameter.section)}`;
}

/// Whether a row belongs to what somebody looks for: all words occur in its title, heading, name or help.
export function found(parameter: Parameter, wanted: string): boolean {
  const text = `${parameter.title} ${heading_of(parameter)} ${parameter.name} ${parameter.help}`.toLowerCase();
  return wanted.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

/// The parameter as its row tells it: figures of lengths in the units of flights.
export function in_units(parameter: Parameter, units: Units): Parameter {
  const told = (value: number): number => units.figure(value, parameter.unit);
  return {
    ...parameter, unit: units.unit(parameter.unit), value: told(parameter.value), low: told(parameter.low), high: told(parameter.high),
    standard: told(parameter.standard),
  };
}

/// The figure of the world that was typed in these units; a bound is exactly that bound.
export function metric_of({ low, high, standard, unit }: Parameter, typed: number, units: Units): number {
  const value = units.metric(typed, unit);
  return [low, high, standard].find((each) => Math.abs(each - value) <= 1e-9 * Math.abs(each)) ?? value;
}

/// "From 0 to 5 m/s, 2.5 as a rule."
export function range_words(parameter: Parameter): string {
  const { kind, choices, standard } = parameter;
  if (kind === 'switch') return `${standard === 0 ? 'Off' : 'On'} as a rule.`;
  if (choices !== undefined) return `${choice_title(choices[standard] ?? '')} as a rule.`;
  return `${bounds_words(parameter)}, ${written(standard)} as a rule.`;
}

function bounds_words({ low, high, unit }: Parameter): string {
  return `From ${written(low)} to ${written(high)}${unit === '' ? '' : ` ${unit}`}`;
}

function written(value: number): string {
  return String(Number(value.toPrecision(4)));
}

const kMetres = new Units({ length: 'm', y: 'up' });

export function make_parameters(store: Store, session: Session): PanelContent {
  const rows = h('div');
  const search = h('input', { type: 'search', class: 'parameter-search', placeholder: 'Find a parameter', 'aria-label': 'Find a parameter', autocomplete: 'off', hidden: true });
  const none = h('p', { class: 'empty', hidden: true }, 'No parameter has these words.');
  const list = h('div', { class: 'parameters', tabindex: '0', role: 'group', 'aria-label': 'Parameters' }, search, none, rows);
  const units_now = (): Units => (has_path(store.get().room) ? units_of(store.get()) : kMetres);
  let shape = '';
  let made: Row[] = [];

  const follow_role = (): void => {
    const runs = runs_room(store.get());
    for (const control of rows.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLButtonElement>('input, select, button:not(.parameter-help)')) control.disabled = !runs;
    list.title = runs ? '' : kOnlyOpener;
  };
  const filter = (): void => {
    const wanted = search.value.trim();
    let any = false;
    for (const row of made) any = !(row.element.hidden = !found(row.parameter, wanted)) || any;
    for (const heading of rows.querySelectorAll<HTMLElement>('h3')) heading.hidden = made.every((row) => row.heading !== heading.textContent || row.element.hidden);
    none.hidden = any || made.length === 0;
  };
  const draw = (): void => {
    const parameters = store.get().room?.parameters ?? [];
    const units = units_now();
    if (parameters.length === 0) {
      shape = '';
      made = [];
      search.hidden = true;
      none.hidden = true;
      fill(rows, h('p', { class: 'empty' }, 'This room has nothing to set.'));
      return;
    }
    if (shape_of(parameters, units) !== shape) {
      shape = shape_of(parameters, units);
      made = parameters.map((parameter) => make_row(parameter, units, (value) => session.attempt({ type: 'set', name: parameter.name, value })));
      fill(rows);
      let heading = '';
      for (const row of made) {
        if (row.heading !== heading) rows.append(h('h3', {}, (heading = row.heading)));
        rows.append(row.element);
      }
      search.hidden = made.length < kManyRows;
      filter();
    }
    parameters.forEach((parameter, i) => made[i]?.show(in_units(parameter, units)));
    follow_role();
  };
  search.addEventListener('input', filter);
  const stops = [
    store.watch((state) => state.room?.parameters, draw),
    store.watch((state) => `${state.choices.units} ${has_path(state.room)}`, draw),
    store.watch((state) => state.room?.role, follow_role),
  ];
  return { element: list, close: () => stops.forEach((stop) => stop()) };
}

interface Row {
  element: HTMLElement;
  parameter: Parameter; // as first told
  heading: string;
  show(parameter: Parameter): void;
}

type Attempt = Promise<{ words: string } | null>;

function make_row(parameter: Parameter, units: Units, ask: (value: number) => Attempt): Row {
  const first = in_units(parameter, units);
  const id = `parameter-${first.name}`;
  const hint = h('span', { class: 'hint', role: 'status' });
  const help = h('p', { class: 'parameter-about', id: `${id}-help`, hidden: true }, first.help, ' ', range_words(first));
  const more = icon_button('help', `About ${first.title}`, () => {
    help.hidden = !help.hidden;
    more.setAttribute('aria-expanded', String(!help.hidden));
  }, { class: 'icon-button small parameter-help', 'aria-expanded': 'false', 'aria-controls': help.id });
  let now = first;
  let show = (): void => undefined;
  const set = async (value: number): Promise<void> => {
    const refusal = await ask(metric_of(parameter, value, units));
    set_text(hint, refusal === null ? '' : refusal.words);
    if (refusal !== null) show(); // what is in force
  };
  const label = h('span', { class: 'parameter-title' }, h('label', { for: id }, first.title), more);
  const heading = heading_of(parameter);
  const row = (kind: string, ...content: HTMLElement[]): Row => ({
    element: h('div', { class: `parameter ${kind}`, 'data-parameter': first.name }, ...content, hint, help), parameter, heading,
    show: (next) => { now = next; show(); },
  });

  if (first.kind === 'switch') {
    const box = h('input', { type: 'checkbox', id, onchange: () => void set(box.checked ? 1 : 0) });
    show = () => { box.checked = now.value !== 0; };
    return row('switch', box, label);
  }
  if (first.choices !== undefined) {
    const menu = h('select', { id, onchange: () => void set(Number(menu.value)) }, ...first.choices.map((choice, i) => h('option', { value: String(i) }, choice_title(choice))));
    show = () => { menu.value = String(now.value); };
    return row('', label, menu);
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slider = h('input', { type: 'range', min: first.low, max: first.high, step: step_of(first), 'aria-label': first.title });
  const exact = h('input', { type: 'number', id, min: first.low, max: first.high, step: 'any' });
  const standard = icon_button('restart', `${first.title}: back to ${Number(first.standard.toPrecision(4))}`, () => void set(first.standard), { class: 'icon-button small' });
  slider.addEventListener('input', () => {
    exact.value = slider.value;
    clearTimeout(timer);
    timer = setTimeout(() => void set(Number(slider.value)), 60);
  });
  exact.addEventListener('change', () => {
    const value = Number(exact.value);
    if (exact.value === '' || value < first.low || value > first.high) {
      set_text(hint, `${bounds_words(first)}. ${written(now.value)} is in force.`);
      return;
    }
    void set(first.kind === 'whole' ? Math.round(value) : value);
  });
  show = () => {
    if (document.activeElement !== exact && hint.textContent === '') exact.value = String(Number(now.value.toPrecision(5)));
    if (document.activeElement !== slider) slider.value = String(now.value);
    standard.style.visibility = now.value === now.standard ? 'hidden' : 'visible';
  };
  return row('', label, h('span', { class: 'parameter-value' }, exact, h('small', {}, first.unit), standard), slider);
}

