// Keys and pads: what does what, and another key for it by choice. And how sharp pictures are.

import { pad_door } from '../doors/table';
import { binding_key, drive_words, kActionTitles, kBrowserKeys, kProgramKeys, kDuelKeys, kLayouts, kPageKeys, layout_for, player_bindings, source_title } from '../state/bindings';
import type { Action } from '../state/bindings';
import { kPadLayout } from '../state/pad';
import { for_programs } from '../state/store';
import type { QualityChoice, Store } from '../state/store';
import { kQualities, quality_words } from '../view/quality';
import type { Scene } from '../view/scene';
import { read_pads } from './driving';
import { fill, h, icon_button, set_text } from './dom';

export function open_help(store: Store, scene: Scene | null): void {
  if (document.querySelector('dialog.help') !== null) return;
  let waiting: (() => void) | null = null; // ends the wait for a key
  const dialog = h('dialog', { class: 'dialog help', 'aria-labelledby': 'help-title', onclose: () => { waiting?.(); picture.close(); dialog.remove(); } });
  const picture = make_picture_choice(store, scene);
  const body = h('div', { class: 'dialog-body', tabindex: '0' });
  const hint = h('p', { class: 'hint', role: 'status' }, 'Choose an action to give it another key or pad button.');
  const layout_choice = h('select', { 'aria-label': 'Layout', onchange: () => { store.choose({ layout: layout_choice.value }); draw(); } },
    h('option', { value: '' }, 'Layout of this level'), ...kLayouts.map((layout) => h('option', { value: layout.name }, layout.title)));
  layout_choice.value = store.get().choices.layout;

  function remap(key: string, button: HTMLElement): void {
    waiting?.();
    set_text(hint, 'Press the new key, or a button of the pad. Escape keeps the old one.');
    button.classList.add('waiting');
    const rest = read_pads();
    const take = (source: string): void => {
      waiting?.();
      store.choose({ bindings: { ...store.get().choices.bindings, [key]: [source] } });
      draw();
    };
    const on_key = (event: KeyboardEvent): void => {
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Escape') waiting?.();
      else if (kBrowserKeys.has(event.code)) set_text(hint, `${source_title(event.code)} belongs to the browser. Press another key.`);
      else take(event.code);
    };
    const poll = setInterval(() => read_pads().forEach((pad, i) => {
      const pressed = pad?.buttons.findIndex((value, b) => value > 0.6 && (rest[i]?.buttons[b] ?? 0) < 0.4) ?? -1;
      if (pressed >= 0) take(`pad:b${pressed}`);
    }), 50);
    waiting = () => {
      removeEventListener('keydown', on_key, true);
      clearInterval(poll);
      button.classList.remove('waiting');
      set_text(hint, 'Choose an action to give it another key or pad button.');
      waiting = null;
    };
    addEventListener('keydown', on_key, true);
  }

  function draw(): void {
    const { choices, room, place } = store.get();
    const pad = place.room === '' ? null : pad_door(room);
    const layout = pad !== null ? kPadLayout : layout_for(for_programs(room), choices.layout);
    layout_choice.hidden = pad !== null;
    const people = pad !== null ? 1 : Math.max(1, place.drives.length);
    const players = Array.from({ length: people }, (_, player) => {
      const bindings = player_bindings(layout, player, people, choices.bindings);
      return h('section', {}, h('h3', {}, people > 1 ? `Player ${player + 1}` : pad !== null ? `Pad of the ${pad.title.toLowerCase()}` : 'Driving'),
        h('dl', { class: 'keys' }, ...(Object.keys(bindings) as Action[]).map((action) => h('div', {},
          h('dt', {}, kActionTitles[action]),
          h('dd', {}, h('button', {
            type: 'button', class: 'keycaps', title: `Change ${kActionTitles[action]}`,
            onclick: (event: MouseEvent) => remap(binding_key(layout, player, people, action), event.currentTarget as HTMLElement),
          }, h('span', { class: 'unseen' }, `${kActionTitles[action]}: `), ...(bindings[action] ?? []).map((source) => h('kbd', {}, source_title(source)))))))));
    });
    const line = (title: string, keys: string): HTMLElement => h('div', {}, h('dt', {}, title), h('dd', {}, h('kbd', {}, keys)));
    const by_hand = pad !== null ? ` While no program runs: ${drive_words(player_bindings(layout, 0, 1, choices.bindings)).join(' · ')}.` : '';
    const more = place.room === '' || !for_programs(room) ? null : h('section', {}, h('h3', {}, 'Course'), h('dl', { class: 'keys' },
      ...Object.values(kProgramKeys).map(({ codes, title }) => line(title, codes.map(source_title).join(', '))),
      ...kDuelKeys.map(({ keys, title }) => line(title, keys))));
    fill(body, h('p', { class: 'about' }, layout.about, by_hand), hint, h('div', { class: 'help-columns' }, ...players, ...(more === null ? [] : [more]),
      h('section', {}, h('h3', {}, 'Page'), h('dl', { class: 'keys' },
        ...Object.values(kPageKeys).map(({ code, title }) => h('div', {}, h('dt', {}, title), h('dd', {}, h('kbd', {}, source_title(code))))),
        h('div', {}, h('dt', {}, 'This page of keys'), h('dd', {}, h('kbd', {}, '?')))), picture.element)),
    h('footer', {}, h('button', { type: 'button', class: 'button quiet', onclick: () => { store.choose({ bindings: {} }); draw(); } }, 'Standard keys again')));
  }

  draw();
  dialog.append(h('header', {}, h('h2', { id: 'help-title' }, 'Keys and pads'), layout_choice, icon_button('close', 'Close', () => dialog.close())), body);
  dialog.addEventListener('cancel', (event) => { if (waiting !== null) event.preventDefault(); });
  document.body.append(dialog);
  dialog.showModal();
}

/// How sharp pictures are while things move, and what is used now.
function make_picture_choice(store: Store, scene: Scene | null): { element: HTMLElement; close(): void } {
  const choice = h('select', { id: 'quality', 'aria-describedby': 'quality-now', onchange: () => store.choose({ quality: choice.value as QualityChoice }) },
    ...kQualities.map(({ choice: value, title }) => h('option', { value }, title)));
  choice.value = store.get().choices.quality;
  const now = h('p', { class: 'picture-now', id: 'quality-now' });
  const say = (): void => { if (scene !== null) set_text(now, `${quality_words(scene.quality)}. What stands still is always sharp.`); };
  say();
  const timer = setInterval(say, 500);
  return {
    element: h('div', { class: 'picture-choice' }, h('h3', {}, 'Picture'), h('label', { class: 'choice-row' }, h('span', {}, 'While things move'), choice), now),
    close: () => clearInterval(timer),
  };
}
