// One level before it starts: picture, description, and how it should be driven.

import { settings_for } from '../doors/table';
import type { Api } from '../net/api';
import type { LevelInfo, OpenSpec, PlayMode } from '../net/messages';
import type { Session } from '../net/session';
import { for_paths, kMostCars, kMostTraffic, kNoUser, kPathDriver, kTraffic, street_driver } from '../state/store';
import type { Choices, ProgramChoices, Store, Traffic } from '../state/store';
import { problem_words, title_of } from '../state/words';
import { h, icon, icon_button, set_text } from './dom';
import { enter_dialog, leave_dialog } from './history';
import { user_name } from './settings';

export type Mode = 'drive' | 'race' | 'watch' | 'path';

export interface StartChoice {
  mode: Mode;
  kind: string; // empty: the level's own
  cars: number;
  people: number;
  seed: number;
  laps: number;
  realism: 'real' | 'ideal';
  record: boolean;
  traffic: Traffic;
}

/// Levels that programs drive in, one for each car: they come in through its doors.
function is_for_programs(level: LevelInfo): boolean {
  return level.doors.length > 0;
}

/// Ways to play a level for programs.
export function program_modes(level: LevelInfo): readonly PlayMode[] {
  if (!level.explore) return ['grade'];
  return ['explore', ...(level.race ? (['race'] as const) : []), ...(level.grade ? (['grade'] as const) : [])];
}

/// How many cars a level for programs takes.
export function most_cars(level: LevelInfo): number {
  return Math.max(1, Math.min(kMostCars, level.cars));
}

/// What to ask of the server for a level for programs: a program for each car. Several cars race; where programs of several doors meet, all that
/// start there do.
export function program_spec(level: LevelInfo, choice: ProgramChoices, doors: Choices['doors'], seed: number, record: boolean): OpenSpec {
  const modes = program_modes(level);
  const racing = choice.mode === 'race' && modes.includes('race');
  const cars = racing ? Math.min(choice.cars, most_cars(level)) : level.doors.length > 1 ? level.starts : 1;
  return {
    level: level.name, seed, record, mode: modes.includes(choice.mode) ? choice.mode : modes[0]!,
    vehicles: Array.from({ length: cars }, () => ({ kind: '', driver: 'program' })),
    realism: choice.realism ? 'real' : 'ideal', user: choice.user, door_settings: settings_for(level, doors), colors: choice.colors,
  };
}

/// Ways to play a level without programs, that which it is made for first.
export function modes_of(level: LevelInfo, drivers: readonly { name: string }[]): Mode[] {
  const path: Mode[] = drivers.some(({ name }) => name === kPathDriver) ? ['path'] : [];
  const others: Mode[] = ['drive', ...(level.gates > 0 ? (['race'] as const) : []), 'watch'];
  return for_paths(level) ? [...path, ...others] : [...others, ...path];
}

/// With which it is offered: as played last, but a level that is made for one way is offered so.
export function first_mode(modes: readonly Mode[], kept: string): Mode {
  const found = modes.find((mode) => mode === kept && mode !== 'path');
  return modes[0] === 'path' ? 'path' : (found ?? 'drive');
}

/// What to ask of the server for a choice: people first, built-in drivers behind them.
export function spec_of(level: LevelInfo, choice: StartChoice): OpenSpec {
  const people = choice.mode === 'watch' || choice.mode === 'path' ? 0 : Math.min(choice.people, choice.cars);
  const builtin = choice.mode === 'path' ? kPathDriver : level.roads ? street_driver(choice.kind || level.vehicle) : level.routes > 0 ? 'route' : 'idle';
  return {
    level: level.name,
    seed: choice.seed,
    vehicles: Array.from({ length: choice.cars }, (_, i) => ({ kind: choice.kind, driver: i < people ? 'person' : builtin })),
    laps: choice.mode === 'race' ? choice.laps : 0,
    realism: choice.realism,
    record: choice.record,
    ...(level.traffic ? { settings: { traffic_cars: choice.traffic.cars, traffic_walkers: choice.traffic.people } } : {}),
  };
}

export function open_start_dialog(level: LevelInfo, store: Store, session: Session, api: Api): void {
  const dialog = h('dialog', {
    class: 'dialog start', 'aria-labelledby': 'start-title',
    onclose: () => {
      dialog.remove();
      if (store.get().loading === null) leave_dialog(level.name);
    },
  });
  const title = level.title || title_of(level.name);
  const head = h('header', {},
    h('h2', { id: 'start-title' }, title),
    icon_button('close', 'Close', () => dialog.close()));
  if (level.problem !== undefined) {
    dialog.append(head, h('div', { class: 'dialog-body' },
      h('p', { class: 'problem', role: 'alert' }, 'This level cannot be opened.'),
      h('pre', { class: 'reason', tabindex: '0' }, problem_words(level.problem)),
      h('p', { class: 'about' }, 'Correct the level file; the list here follows when the page is loaded again.')));
  } else {
    dialog.append(head, is_for_programs(level) ? program_form(level, title, dialog, store, session, api) : form_of(level, title, dialog, store, session, api));
  }
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector<HTMLElement>('button[type=submit]')?.focus({ preventScroll: true }); // Enter starts, and never cancels
  enter_dialog(level.name);
  if (level.problem === undefined) api.fetch_ahead(`${level.glb}?seed=1`);
}

function form_of(level: LevelInfo, title: string, dialog: HTMLDialogElement, store: Store, session: Session, api: Api): HTMLElement {
  const kept = store.get().choices.start;
  const most = Math.max(1, Math.min(64, level.starts));
  const kinds = store.get().kinds;
  const kind = h('select', { id: 'start-kind' },
    h('option', { value: '' }, title_of(level.vehicle)),
    ...kinds.filter((each) => each.kind !== level.vehicle).map((each) => h('option', { value: each.kind }, title_of(each.kind))));
  const cars = h('input', { id: 'start-cars', type: 'number', min: 1, max: most, value: String(Math.min(most, kept.cars)), required: true });
  const people = h('input', { id: 'start-people', type: 'number', min: 1, max: Math.min(4, most), value: String(Math.min(kept.people, most)), required: true });
  const seed = h('input', { id: 'start-seed', type: 'number', min: 0, max: 4294967295, value: '1', required: true });
  const laps = h('input', { id: 'start-laps', type: 'number', min: 1, max: 999, value: String(kept.laps), required: true });
  const realism = h('select', { id: 'start-realism' },
    h('option', { value: 'real', selected: kept.realism === 'real' }, 'Real, with noise'),
    h('option', { value: 'ideal', selected: kept.realism === 'ideal' }, 'Ideal, exact'));
  const record = h('input', { id: 'start-record', type: 'checkbox' });
  const traffic = kept.traffic ?? kTraffic;
  const [traffic_cars, traffic_people] = (['cars', 'people'] as const).map((who) =>
    h('input', { id: `start-traffic-${who}`, type: 'number', min: 0, max: kMostTraffic, value: String(traffic[who]), required: true })) as [HTMLInputElement, HTMLInputElement];
  const modes = modes_of(level, store.get().drivers);
  let mode = first_mode(modes, kept.mode);
  const laps_field = field('Laps', laps);
  const people_field = field('People at this page', people);
  const go = h('button', { type: 'submit', class: 'button primary' });

  function follow(): void {
    laps_field.hidden = mode !== 'race';
    const by_hand = mode === 'drive' || mode === 'race';
    people_field.hidden = !by_hand || most < 2;
    if (by_hand && Number(people.value) > Number(cars.value)) cars.value = people.value;
    go.replaceChildren(icon('play'), kPlainModes[mode].go);
  }

  const mode_choice = h('fieldset', { class: 'modes' }, h('legend', {}, 'Mode'), ...modes.map((each) => h('label', { class: 'mode' },
    h('input', { type: 'radio', name: 'mode', value: each, checked: each === mode, onchange: () => { mode = each; follow(); } }),
    h('span', {}, h('strong', {}, kPlainModes[each].title), h('small', {}, kPlainModes[each].about)))));
  people.addEventListener('input', follow);
  cars.addEventListener('change', () => {
    if (Number(people.value) > Number(cars.value)) people.value = cars.value;
  });

  function submit(event: Event): void {
    event.preventDefault();
    const choice: StartChoice = {
      mode,
      kind: kind.value,
      cars: Number(cars.value),
      people: Number(people.value),
      seed: Number(seed.value),
      laps: Number(laps.value),
      realism: realism.value === 'ideal' ? 'ideal' : 'real',
      record: record.checked,
      traffic: { cars: Number(traffic_cars.value), people: Number(traffic_people.value) },
    };
    store.choose({ start: { realism: choice.realism, mode, cars: choice.cars, people: choice.people, laps: choice.laps, traffic: choice.traffic } });
    void session.open(spec_of(level, choice), title);
    dialog.close();
  }

  follow();
  return h('form', { class: 'dialog-body', onsubmit: submit },
    h('img', { class: 'start-picture', src: api.picture(level.picture, 640), alt: `${title} from above`, width: 640, height: 256 }),
    h('p', { class: 'about' }, level.description),
    mode_choice,
    h('div', { class: 'fields' },
      field('Vehicle', kind),
      field(`Cars, 1 to ${most}`, cars),
      people_field,
      laps_field,
      ...(level.traffic ? [field('Traffic, cars', traffic_cars), field('Traffic, people on foot', traffic_people)] : []),
      field('Seed', h('span', { class: 'with-button' }, seed,
        icon_button('dice', 'Another seed', () => { seed.value = String(1 + Math.floor(Math.random() * 99999)); })), seed.id),
      field('Realism', realism)),
    h('footer', {},
      h('label', { class: 'check' }, record, 'Record from the start'),
      go));
}

const kPlainModes: Readonly<Record<Mode, { title: string; about: string; go: string }>> = {
  drive: { title: 'Drive', about: 'no finish', go: 'Drive' },
  race: { title: 'Race', about: 'laps to a finish', go: 'Start the race' },
  watch: { title: 'Watch', about: 'built-in drivers', go: 'Watch' },
  path: { title: 'Path', about: 'draw it, a controller follows', go: 'Draw a path' },
};

const kModes: Readonly<Record<PlayMode, { title: string; about: string; go: string }>> = {
  explore: { title: 'Explore', about: 'freely, no clock', go: 'Explore' },
  race: { title: 'Race', about: 'against the clock', go: 'To the start' },
  grade: { title: 'Grade', about: 'trials for points', go: 'Begin the grading' },
};

/// A level for programs: one for each car, and people at the pad.
function program_form(level: LevelInfo, title: string, dialog: HTMLDialogElement, store: Store, session: Session, api: Api): HTMLElement {
  const kept = store.get().choices.programs;
  const modes = program_modes(level);
  const most = most_cars(level);
  let mode: PlayMode = modes.includes(kept.mode) ? kept.mode : modes[0]!;
  const cars = h('input', { id: 'start-cars', type: 'number', min: 1, max: most, value: String(mode === 'race' ? Math.min(most, kept.cars) : 1), required: true });
  const user = h('input', { id: 'start-user', type: 'text', maxlength: 64, value: kept.user, autocomplete: 'off', spellcheck: 'false' });
  const seed = h('input', { id: 'start-seed', type: 'number', min: 0, max: 4294967295, value: '1', required: true });
  const realism = h('select', { id: 'start-realism' },
    h('option', { value: 'real', selected: kept.realism }, 'Real, with noise'), h('option', { value: 'ideal', selected: !kept.realism }, 'Ideal, exact'));
  const record = h('input', { id: 'start-record', type: 'checkbox' });
  const hint = h('p', { class: 'hint', role: 'status' });
  const go = h('button', { type: 'submit', class: 'button primary' });
  const cars_field = field(`Cars, 1 to ${most}`, cars);
  const choices = modes.map((each) => ({
    each, input: h('input', { type: 'radio', name: 'mode', value: each, checked: each === mode, onchange: () => choose(each) }),
  }));

  function choose(wanted: PlayMode): void {
    mode = wanted;
    if (mode !== 'race') cars.value = '1';
    follow();
  }

  function follow(): void {
    for (const { each, input } of choices) input.checked = each === mode;
    cars_field.hidden = most < 2;
    go.replaceChildren(icon('play'), kModes[mode].go);
    set_text(hint, mode === 'grade' && user_name(user.value) === kNoUser ? 'Your name goes into the score code: type it above.' : '');
  }

  // several cars are a race
  cars.addEventListener('input', () => { if (Number(cars.value) > 1) { mode = 'race'; follow(); } });
  user.addEventListener('input', follow);

  function submit(event: Event): void {
    event.preventDefault();
    const choice: ProgramChoices = {
      ...store.get().choices.programs, mode, cars: Number(cars.value), user: user_name(user.value), realism: realism.value !== 'ideal',
    };
    store.choose({ programs: choice });
    void session.open(program_spec(level, choice, store.get().choices.doors, Number(seed.value), record.checked), title);
    dialog.close();
  }

  follow();
  return h('form', { class: 'dialog-body', onsubmit: submit },
    h('img', { class: 'start-picture', src: api.picture(level.picture, 640), alt: `${title} from above`, width: 640, height: 256 }),
    h('p', { class: 'about' }, level.description),
    h('fieldset', { class: 'modes' }, h('legend', {}, 'Mode'), ...choices.map(({ each, input }) =>
      h('label', { class: 'mode' }, input, h('span', {}, h('strong', {}, kModes[each].title), h('small', {}, kModes[each].about))))),
    h('div', { class: most > 1 ? 'fields pairs' : 'fields' },
      cars_field,
      field('User name', user),
      field('Seed', h('span', { class: 'with-button' }, seed,
        icon_button('dice', 'Another seed', () => { seed.value = String(1 + Math.floor(Math.random() * 99999)); })), seed.id),
      field('Realism', realism)),
    hint,
    h('footer', {}, h('label', { class: 'check' }, record, 'Record from the start'), go));
}

function field(label: string, input: HTMLElement, id = input.id): HTMLElement {
  return h('div', { class: 'field' }, h('label', { for: id }, label), input);
}
