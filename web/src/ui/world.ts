// The world of the room: its variables and its seed, and a restart with them. What is typed stays until the server took it.

import type { Problem, RoomLevel } from '../net/messages';
import type { Session } from '../net/session';
import type { Store } from '../state/store';
import { title_of } from '../state/words';
import { h, icon_button, set_text } from './dom';
import type { PanelContent } from './panels';

export const kMostSeed = 65535; // of the dice

/// Steps of a variable's field: 1 where the value is whole, else its last digit's, no finer than a thousandth.
export function variable_step(value: number): number {
  for (const step of [1, 0.1, 0.01]) if (Math.abs(value / step - Math.round(value / step)) < 1e-9) return step;
  return 0.001;
}

/// Variables that people set here: those that are changed by clicks on pieces, and the number of a trial, are not among them.
export function world_variables({ variables, rules }: Pick<RoomLevel, 'variables' | 'rules'>): Record<string, number> {
  const elsewhere = new Set(['trial', ...(rules?.edits ?? []).flatMap((edit) => [edit.click, edit.right_click, edit.wheel])]);
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !elsewhere.has(name)));
}

/// A value as its field shows it.
export function variable_text(value: number): string {
  return String(Number(value.toPrecision(6)));
}

/// What a restart must say. Untouched fields (null) keep their exact value; while all are untouched nothing is said, and
/// variables that the seed draws are drawn anew. `problem` is the name of a field that holds no number.
export function settings_of(
  variables: Readonly<Record<string, number>>, typed: Readonly<Record<string, string | null>>,
): { settings: Record<string, number> | null; problem: string } {
  let touched = false;
  const settings: Record<string, number> = {};
  for (const [name, value] of Object.entries(variables)) {
    const text = typed[name] ?? null;
    settings[name] = text === null ? value : Number(text);
    if (text === null) continue;
    if (text.trim() === '' || !Number.isFinite(settings[name])) return { settings: null, problem: name };
    touched = touched || settings[name] !== value;
  }
  return { settings: touched ? settings : null, problem: '' };
}

const kGenerate = 'generate.'; // the table whose keys are the variables of generated levels

/// Mistakes beside the fields they are about: the level's file and line, which nobody here has typed, are left out.
export function mistake_words(problems: readonly Problem[]): string {
  return problems.map(({ field, message }) => (field.startsWith(kGenerate) ? message.slice(kGenerate.length) : message)).join('\n');
}

/// Fields that mistakes are about.
export function mistaken(problems: readonly Problem[], names: readonly string[]): string[] {
  return names.filter((name) => problems.some(({ field }) => field === name || field === `${kGenerate}${name}`));
}

interface Field {
  input: HTMLInputElement;
  edited: boolean;
}

export function make_world(store: Store, session: Session): PanelContent {
  const list = h('div', { class: 'world-fields' });
  const hint = h('p', { class: 'hint', role: 'status', id: 'world-hint' });
  const seed: Field = { input: number_input('world-seed', 'Seed of the world', 1, () => { seed.edited = true; }), edited: false };
  seed.input.min = '0';
  const go = h('button', { type: 'submit', class: 'button small primary', 'aria-label': 'Restart with this world' }, 'Restart');
  let fields = new Map<string, Field>();
  let busy = false;

  function say(words: string, names: readonly string[]): void {
    set_text(hint, words);
    for (const [name, { input }] of fields) input.setAttribute('aria-invalid', String(names.includes(name)));
    seed.input.setAttribute('aria-invalid', String(names.includes('seed')));
  }

  /// Fields that nobody is changing show the world as it is.
  function show(): void {
    const level = store.get().room?.level;
    if (level === undefined) return;
    const names = Object.keys(world_variables(level));
    if (names.join(' ') !== [...fields.keys()].join(' ')) {
      fields = new Map(names.map((name) => {
        const field: Field = { input: number_input(`world-${name}`, title_of(name), 1, () => { field.edited = true; }), edited: false };
        return [name, field];
      }));
      list.replaceChildren(...[...fields].map(([name, { input }]) => row(title_of(name), input)));
    }
    for (const [name, { input, edited }] of fields) {
      const value = level.variables[name]!;
      if (edited) continue;
      input.step = String(variable_step(value));
      input.value = variable_text(value);
    }
    if (!seed.edited) seed.input.value = String(level.seed);
  }

  async function restart(): Promise<void> {
    const level = store.get().room?.level;
    if (level === undefined || busy) return;
    const typed = Object.fromEntries([...fields].map(([name, { input, edited }]) => [name, edited ? input.value : null]));
    const { settings, problem } = settings_of(world_variables(level), typed);
    if (problem !== '') { say(`${title_of(problem)} must be a number.`, [problem]); return; }
    const wanted = seed.edited ? Number(seed.input.value) : level.seed;
    if (seed.input.value === '' || !Number.isInteger(wanted) || wanted < 0) { say('The seed must be a whole number, 0 or more.', ['seed']); return; }
    busy = true;
    go.setAttribute('aria-busy', 'true');
    const sent = [...fields.values(), seed].map((field) => ({ field, value: field.input.value }));
    const refusal = await session.attempt({ type: 'restart', seed: wanted, ...(settings === null ? {} : { settings }) });
    busy = false;
    go.removeAttribute('aria-busy');
    const problems = refusal?.problems ?? [];
    say(problems.length > 0 ? mistake_words(problems) : (refusal?.words ?? ''), mistaken(problems, [...fields.keys()]));
    hint.title = refusal?.words ?? '';
    if (refusal !== null) return;
    // what was typed while the answer was on its way stays typed
    for (const { field, value } of sent) if (field.input.value === value) field.edited = false;
    show();
  }

  const dice = icon_button('dice', 'Random seed', () => {
    seed.input.value = String(Math.floor(Math.random() * (kMostSeed + 1)));
    seed.edited = true;
  }, { class: 'icon-button small' });
  const element = h('form', {
    class: 'world', novalidate: true, 'aria-label': 'World',
    onsubmit: (event: Event) => { event.preventDefault(); void restart(); },
  }, list, row('Seed', seed.input, dice), hint, h('footer', {}, go));
  const stops = [
    store.watch((state) => state.room?.room, () => { for (const field of [...fields.values(), seed]) field.edited = false; say('', []); }),
    store.watch((state) => state.room?.level, show),
  ];
  return { element, close: () => stops.forEach((stop) => stop()) };
}

function number_input(id: string, label: string, step: number, oninput: () => void): HTMLInputElement {
  return h('input', { type: 'number', id, step, 'aria-label': label, 'aria-describedby': 'world-hint', oninput });
}

function row(title: string, input: HTMLInputElement, button: HTMLElement | null = null): HTMLElement {
  return h('div', { class: 'world-row' }, h('label', { for: input.id }, title), h('span', {}, button, input));
}
