// Which keys drive, said on the picture until the first of them has moved the car.

import { pad_use } from '../doors/table';
import { drive_words, kPageKeys, layout_for, player_bindings, source_title } from '../state/bindings';
import { pad_bindings } from '../state/pad';
import { acts_in_room } from '../state/rights';
import { for_programs, has_pad, path_of } from '../state/store';
import type { AppState, Store } from '../state/store';
import type { Timeline } from '../state/timeline';
import type { Driving } from './driving';
import { fill, h } from './dom';

const kMoves = 0.05; // m/s

/// What to say, part by part; nothing where no key of this page drives.
export function hint_words(state: Pick<AppState, 'room' | 'place' | 'choices' | 'connection'>): string[] {
  const { room, place, choices, connection } = state;
  if (room === null || place.room === '' || room.mode !== 'live') return [];
  const use = pad_use(room);
  if (use !== null) {
    if (!acts_in_room(state)) return [];
    const program = room.links.some((link) => link.connected) ? ['Enter starts your program'] : [];
    if (use === 'wait') return ['Only programs drive here', ...program];
    return use === 'hands' ? [...drive_words(pad_bindings(choices.bindings)), ...program] : [];
  }
  const driven = place.drives.filter((vehicle) => room.vehicles[vehicle]?.client === connection.client);
  const layout = layout_for(for_programs(room), choices.layout);
  const players = driven.map((_, player) => drive_words(player_bindings(layout, player, driven.length, choices.bindings)));
  if (players.length > 1) return players.map((words, player) => (words.length === 0 ? '' : `Player ${player + 1}: ${words.join(', ')}`)).filter((words) => words !== '');
  return players[0] ?? [];
}

/// How to begin where the vehicle watched follows a path and has none; nothing elsewhere, and where the level says it.
export function path_words(state: Pick<AppState, 'room' | 'place' | 'connection' | 'hand'>, fingers: boolean): string[] {
  const { room, place, hand } = state;
  const path = path_of(room, place.watched);
  if (path === null || path.points.length > 0 || (room?.level.rules?.help ?? '') !== '' || place.room === '' || room?.mode !== 'live' || !acts_in_room(state)) return [];
  if (hand.tool === 'draw') return ['Draw a path on the ground'];
  return fingers ? ['Tap the ground to add waypoints', 'drag moves one', 'a long press deletes it'] : ['Click the ground to add waypoints', 'drag moves one', 'right-click deletes it'];
}

export interface KeyHint {
  element: HTMLElement;
  tick(): void; // ten times a second
}

export function make_key_hint(store: Store, timeline: Timeline, driving: Driving, help: () => void): KeyHint {
  const words = h('span');
  const element = h('div', { class: 'banner key-hint', role: 'note', hidden: true }, words,
    h('button', { type: 'button', class: 'button small', onclick: help }, 'All keys'));
  const keys = element.querySelector('button')!;
  const fingers = matchMedia('(pointer: coarse)'); // a stick is on the screen
  let known = ''; // the room whose keys have worked, or whose program runs
  let said = '';
  return {
    element,
    tick: () => {
      const state = store.get();
      const { room, place } = state;
      const driven = has_pad(room) ? [0] : place.drives;
      const moves = driven.some((vehicle) => Math.abs(timeline.newest?.vehicles[vehicle]?.speed ?? 0) > kMoves);
      if (room !== null && ((driving.throttle > 0 && moves) || pad_use(room) === 'program')) known = room.room;
      const on_path = path_words(state, fingers.matches);
      keys.hidden = on_path.length > 0;
      const parts = on_path.length > 0 ? on_path : fingers.matches || room?.room === known ? [] : hint_words(state);
      const paused = parts.length > 0 && room?.pace.paused === true ? [`Paused: ${source_title(kPageKeys.pause.code)} goes on`] : [];
      const now = [...parts, ...paused].join(' · ');
      element.hidden = now === '';
      if (now === said) return;
      said = now;
      fill(words, now);
    },
  };
}
