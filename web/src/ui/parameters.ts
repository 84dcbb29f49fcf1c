// Parameters of the room, typed and bounded, changed while it runs.

import type { Parameter } from '../net/messages';
import type { Session } from '../net/session';
import { kOnlyOpener, runs_room } from '../state/rights';
import type { Store } from '../state/store';
import { title_of } from '../state/words';
import { fill, h, icon_button, set_text } from './dom';
import type { PanelContent } from './panels';

/// What stands in a row of parameters apart from its value: a change of it draws the list anew.
function shape_of(parameters: readonly Parameter[]): string {
  return parameters.map((p) => `${p.name} ${p.kind} ${p.low} ${p.high}`).join('\n');
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

export function make_parameters(store: Store, session: Session): PanelContent {
  const list = h('div', { class: 'parameters', tabindex: '0', role: 'group', 'aria-label': 'Parameters' });
  const follow = (): void => {
    const runs = runs_room(store.get());
    for (const control of list.querySelectorAll<HTMLInputElement | HTMLButtonElement>('input, button')) control.disabled = !runs;
    list.title = runs ? '' : kOnlyOpener;
  };
  let shape = '';
  let rows: ((parameter: Parameter) => void)[] = [];
  const stop = store.watch((state) => state.room?.parameters ?? [], (parameters) => {
    if (parameters.length === 0) {
      shape = '';
      fill(list, h('p', { class: 'empty' }, 'This room has nothing to set.'));
      return;
    }
    if (shape_of(parameters) !== shape) {
      shape = shape_of(parameters);
      const made = parameters.map((parameter) => make_row(parameter, (value) => void session.ask({ type: 'set', name: parameter.name, value })));
      rows = made.map((row) => row.show);
      fill(list);
      let group = '';
      parameters.forEach((parameter, i) => {
        if (group_of(parameter) !== group) list.append(h('h3', {}, (group = group_of(parameter))));
        list.append(made[i]!.element);
      });
    }
    parameters.forEach((parameter, i) => rows[i]?.(parameter));
    follow();
  });
  const stop_role = store.watch((state) => state.room?.role, follow);
  return { element: list, close: () => { stop(); stop_role(); } };
}

function make_row(first: Parameter, set: (value: number) => void): { element: HTMLElement; show: (parameter: Parameter) => void } {
  const id = `parameter-${first.name}`;
  if (first.kind === 'switch') {
    const box = h('input', { type: 'checkbox', id, onchange: () => set(box.checked ? 1 : 0) });
    return {
      element: h('div', { class: 'parameter switch' }, box, h('label', { for: id }, first.title)),
      show: (parameter) => { box.checked = parameter.value !== 0; },
    };
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const bounds = { min: first.low, max: first.high, step: step_of(first) };
  const slider = h('input', { type: 'range', ...bounds, 'aria-label': first.title });
  const exact = h('input', { type: 'number', id, min: first.low, max: first.high, step: 'any' });
  const hint = h('span', { class: 'hint', role: 'status' });
  const standard = icon_button('restart', `${first.title}: back to ${Number(first.standard.toPrecision(4))}`, () => set(first.standard), { class: 'icon-button small' });
  slider.addEventListener('input', () => {
    exact.value = slider.value;
    clearTimeout(timer);
    timer = setTimeout(() => set(Number(slider.value)), 60);
  });
  exact.addEventListener('change', () => {
    const value = Number(exact.value);
    const fits = exact.value !== '' && value >= first.low && value <= first.high;
    set_text(hint, fits ? '' : `From ${first.low} to ${first.high}${first.unit === '' ? '' : ` ${first.unit}`}.`);
    if (fits) set(first.kind === 'whole' ? Math.round(value) : value);
  });
  return {
    element: h('div', { class: 'parameter' },
      h('label', { for: id }, first.title), h('span', { class: 'parameter-value' }, exact, h('small', {}, first.unit), standard), slider, hint),
    show: (parameter) => {
      if (document.activeElement !== exact) exact.value = String(Number(parameter.value.toPrecision(5)));
      if (document.activeElement !== slider) slider.value = String(parameter.value);
      standard.style.visibility = parameter.value === parameter.standard ? 'hidden' : 'visible';
    },
  };
}
