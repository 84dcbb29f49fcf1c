// Settings of rooms that programs drive in: what they see, who drives, and the colours of the cars. Remembered in this
// browser, and told to the room that is on screen.

import type { DoorSetting } from '../doors/door';
import { kDoors, settings_of } from '../doors/table';
import type { Session } from '../net/session';
import { kMostCars, kProgramStandard } from '../state/store';
import type { ProgramChoices, Store } from '../state/store';
import { fill, h } from './dom';
import type { PanelContent } from './panels';

/// A name as it is kept: without blanks around it, and never empty.
export function user_name(typed: string): string {
  const name = typed.trim().slice(0, 64);
  return name === '' ? kProgramStandard.user : name;
}

export function make_settings(store: Store, session: Session): PanelContent {
  const realism = h('input', { type: 'checkbox', id: 'settings-realism' });
  const of_doors = h('div', { class: 'settings-doors' });
  const user = h('input', { type: 'text', id: 'settings-user', maxlength: 64, autocomplete: 'off', spellcheck: 'false' });
  const colors = Array.from({ length: kMostCars }, (_, i) => ({
    front: h('input', { type: 'color', 'aria-label': `Front of car ${i + 1}`, 'data-keys': true }),
    back: h('input', { type: 'color', 'aria-label': `Back of car ${i + 1}`, 'data-keys': true }),
  }));

  const doors = (): string[] => (store.get().place.room === '' ? [] : (store.get().room?.doors ?? []).map(({ door }) => door));
  const choose = (patch: Partial<ProgramChoices>): void => store.choose({ programs: { ...store.get().choices.programs, ...patch } });
  const tell_doors = (): void => {
    const { choices } = store.get();
    for (const door of doors()) {
      const settings = { ...(kDoors[door]?.realism === true ? { realism: choices.programs.realism ? 'real' : 'ideal' } : {}), ...settings_of(door, choices.doors) };
      if (Object.keys(settings).length > 0) void session.ask({ type: 'door_settings', door, settings });
    }
  };
  const tell_colors = (): void => {
    if (doors().length > 0) void session.ask({ type: 'colors', colors: store.get().choices.programs.colors });
  };

  realism.addEventListener('change', () => { choose({ realism: realism.checked }); tell_doors(); });
  user.addEventListener('change', () => choose({ user: user_name(user.value) }));
  for (const [i, car] of colors.entries()) {
    for (const side of ['front', 'back'] as const) {
      car[side].addEventListener('change', () => {
        choose({ colors: store.get().choices.programs.colors.map((each, k) => (k === i ? { ...each, [side]: car[side].value } : each)) });
        tell_colors();
      });
    }
  }
  const standard = h('button', {
    type: 'button', class: 'button small quiet',
    onclick: () => {
      const { programs: { mode, cars }, doors: kept } = store.get().choices;
      const others = Object.entries(kept).filter(([door]) => !doors().includes(door));
      store.choose({ programs: { ...kProgramStandard, mode, cars }, doors: Object.fromEntries(others) });
      tell_doors();
      tell_colors();
    },
  }, 'Restore defaults');

  const stops = [
    store.watch((state) => state.choices.programs, (programs) => {
      realism.checked = programs.realism;
      if (document.activeElement !== user) user.value = programs.user;
      for (const [i, car] of colors.entries()) {
        const now = programs.colors[i] ?? kProgramStandard.colors[i]!;
        car.front.value = now.front;
        car.back.value = now.back;
      }
    }),
    follow_doors(store, of_doors, doors, tell_doors),
  ];
  const element = h('div', { class: 'settings' },
    h('label', { class: 'settings-row' }, h('span', {}, 'Realism', h('small', {}, 'sensors have noise')), realism),
    of_doors,
    h('label', { class: 'settings-row' }, h('span', {}, 'User name', h('small', {}, 'from the next start')), user),
    h('fieldset', { class: 'settings-colors' }, h('legend', {}, 'Colours of cars: front, back'),
      ...colors.map(({ front, back }, i) => h('div', { class: 'settings-row' }, h('span', {}, `Car ${i + 1}`), h('span', { class: 'settings-pair' }, front, back)))),
    h('footer', {}, standard));
  return { element, close: () => stops.forEach((stop) => stop()) };
}

/// Rows of what the doors of the room have to be set.
function follow_doors(store: Store, element: HTMLElement, doors: () => string[], tell: () => void): () => void {
  let rows: { door: string; setting: DoorSetting; row: SettingRow }[] = [];
  const show = (): void => {
    for (const { door, setting, row } of rows) row.show(settings_of(door, store.get().choices.doors)[setting.name]!);
  };
  const choose = (door: string, name: string, value: string): void => {
    const kept = store.get().choices.doors;
    store.choose({ doors: { ...kept, [door]: { ...settings_of(door, kept), [name]: value } } });
    tell();
  };
  const stops = [
    store.watch(() => doors().join(), () => {
      rows = doors().flatMap((door) => (kDoors[door]?.settings ?? []).map((setting) =>
        ({ door, setting, row: make_row(setting, (value) => choose(door, setting.name, value)) })));
      fill(element, ...rows.map(({ row }) => row.element));
      show();
    }),
    store.watch((state) => state.choices.doors, show),
  ];
  return () => stops.forEach((stop) => stop());
}

interface SettingRow {
  element: HTMLElement;
  show(value: string): void;
}

function make_row({ name, title, about, values }: DoorSetting, choose: (value: string) => void): SettingRow {
  const row = (input: HTMLElement): HTMLElement => h('label', { class: 'settings-row' }, h('span', {}, title, about === '' ? null : h('small', {}, about)), input);
  if (values.every(({ value }) => value === 'true' || value === 'false')) {
    const input = h('input', { type: 'checkbox', id: `settings-${name}`, onchange: () => choose(String(input.checked)) });
    return { element: row(input), show: (value) => { input.checked = value === 'true'; } };
  }
  const input = h('select', { id: `settings-${name}`, onchange: () => choose(input.value) }, ...values.map((each) => h('option', { value: each.value }, each.title)));
  return { element: row(input), show: (value) => { input.value = value; } };
}
