// Levels that were used last on this machine, for the menu.

import type { LevelInfo } from '../net/messages';
import { kShowroom } from '../net/session';
import type { AppState, Store } from './store';

const kMost = 6;

/// `name` first, the others after it as they were.
export function with_recent(recent: readonly string[], name: string): string[] {
  return [name, ...recent.filter((each) => each !== name)].slice(0, kMost);
}

/// The level that this page runs now; empty in the menu, in recordings, and until the room has been told.
export function level_in_use({ place, room }: Pick<AppState, 'place' | 'room'>): string {
  const here = place.room !== '' && place.room !== kShowroom && room?.room === place.room;
  return here && room.mode === 'live' ? room.level.name : '';
}

export function keep_recent(store: Store): void {
  store.watch(level_in_use, (name) => {
    if (name !== '') store.choose({ recent: with_recent(store.get().choices.recent, name) });
  });
}

/// Those that the server still has.
export function recent_levels(recent: readonly string[], levels: readonly LevelInfo[]): LevelInfo[] {
  return recent.flatMap((name) => levels.filter((level) => level.name === name && level.problem === undefined));
}
