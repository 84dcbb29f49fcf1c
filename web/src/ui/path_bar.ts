// Tools for the path of the vehicle watched: click or draw, ready-made paths, undo, clear, fly again. What hands can do on the
// picture stands beside them.

import type { PathAct, PathShape } from '../net/messages';
import type { Session } from '../net/session';
import { acts_in_room, kOnlyOpener } from '../state/rights';
import { has_path, path_of } from '../state/store';
import type { PathHand, Store } from '../state/store';
import { count_words } from '../state/words';
import { h, icon, icon_button, set_props, set_text } from './dom';
import type { IconName } from './dom';

const kShapes: Readonly<Record<PathShape, string>> = { figure_eight: 'Figure eight', spiral: 'Spiral', star: 'Star', square: 'Square', random: 'Random' };

/// A whole number that a path is drawn by: what was typed, or the first one.
export function path_seed(typed: string): number {
  const value = Math.floor(Number(typed));
  return typed.trim() !== '' && Number.isFinite(value) && value >= 0 ? Math.min(value, 4294967295) : 1;
}

export function make_path_bar(store: Store, session: Session): HTMLElement {
  const ask = (act: { act: PathAct; shape?: PathShape; seed?: number }): void => void session.ask({ type: 'path', vehicle: store.get().place.watched, ...act });
  const tool = (name: PathHand['tool'], picture: IconName, words: string, title: string): HTMLButtonElement => h('button', {
    type: 'button', class: 'button small', title, 'aria-label': words, onclick: () => store.update({ hand: { ...store.get().hand, tool: name } }),
  }, icon(picture), h('span', {}, words));
  const tools = {
    add: tool('add', 'waypoint', 'Points', 'Click adds a waypoint, Shift and click puts one between; drag moves it, right-click or a long press deletes it'),
    draw: tool('draw', 'pen', 'Draw', 'Draw a path with the pointer or a finger'),
  };
  const seed = h('input', { type: 'number', class: 'path-seed', min: 0, max: 4294967295, value: '1', 'aria-label': 'Seed of random paths', title: 'Seed of random paths' });
  const shape = h('select', {
    'aria-label': 'Ready-made path', onchange: () => {
      if (shape.value !== '') ask({ act: 'shape', shape: shape.value as PathShape, seed: path_seed(seed.value) });
      shape.value = '';
      shape.blur();
    },
  }, h('option', { value: '' }, 'Ready-made'), ...Object.entries(kShapes).map(([value, title]) => h('option', { value }, title)));
  const dice = icon_button('dice', 'Another random path', () => {
    seed.value = String(1 + Math.floor(Math.random() * 99999));
    ask({ act: 'shape', shape: 'random', seed: path_seed(seed.value) });
  });
  seed.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    ask({ act: 'shape', shape: 'random', seed: path_seed(seed.value) });
    seed.blur();
  });
  const undo = icon_button('undo', 'Undo', () => ask({ act: 'undo' }));
  const clear = icon_button('bin', 'Clear the path', () => ask({ act: 'clear' }));
  const again = h('button', { type: 'button', class: 'button small', 'aria-label': 'Fly again', title: 'Back to where this flight began, on the same path', onclick: () => ask({ act: 'fly_again' }) }, icon('restart'), h('span', {}, 'Fly again'));
  const count = h('small', { class: 'path-count digits' });
  const element = h('section', { class: 'path-bar bar', 'aria-label': 'Path', hidden: true },
    h('div', { class: 'path-tools', role: 'group', 'aria-label': 'Tool' }, tools.add, tools.draw), shape, h('span', { class: 'path-random' }, seed, dice), undo, clear, again, count);

  const follow = (): void => {
    const state = store.get();
    const { room, place, hand } = state;
    element.hidden = place.room === '' || room?.mode !== 'live' || !has_path(room);
    if (element.hidden) return;
    const path = path_of(room, place.watched);
    const may = path !== null && acts_in_room(state);
    for (const control of [tools.add, tools.draw, shape, seed, dice, undo, clear, again]) control.disabled = !may;
    undo.disabled ||= path?.undo === 0;
    clear.disabled ||= path?.points.length === 0;
    again.disabled ||= path?.points.length === 0;
    element.title = may ? '' : path === null ? 'The vehicle watched follows no path' : kOnlyOpener;
    for (const name of ['add', 'draw'] as const) set_props(tools[name], { 'aria-pressed': String(hand.tool === name) });
    set_text(count, path === null ? '' : count_words(path.points.length, 'waypoint'));
  };
  store.watch((state) => state.room?.paths, follow);
  store.watch((state) => state.room?.role, follow);
  store.watch((state) => state.room?.mode, follow);
  store.watch((state) => state.place, follow);
  store.watch((state) => state.hand.tool, follow);
  addEventListener('keydown', (event) => {
    const typing = event.target instanceof Element && event.target.closest('input, select, textarea, dialog') !== null;
    if (event.code !== 'KeyZ' || !(event.ctrlKey || event.metaKey) || event.shiftKey || element.hidden || undo.disabled || typing) return;
    event.preventDefault();
    ask({ act: 'undo' });
  });
  new ResizeObserver(() => document.body.style.setProperty('--path-bar', `${element.offsetHeight === 0 ? 0 : element.offsetHeight + 8}px`)).observe(element);
  return element;
}
