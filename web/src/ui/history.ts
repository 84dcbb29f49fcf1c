// The browser's Back, Forward and address bar: the menu, the dialog of a level and each room are entries. A room's entry
// keeps the place in it, so that Forward takes the same wheels again.

import type { LevelInfo } from '../net/messages';
import type { Session } from '../net/session';
import { hash_of, read_address } from '../state/address';
import type { Address } from '../state/address';
import { restore } from '../state/persistence';
import { add_notice, kNoPlace } from '../state/store';
import type { Place, Store } from '../state/store';

interface Entry {
  place?: Place; // of a room
  spare?: true; // the menu twice in a row: the next dialog uses it up
}

function write(address: Address, entry: Entry, replace: boolean): void {
  const url = `${location.pathname}${location.search}${hash_of(address)}`;
  if (replace) history.replaceState(entry, '', url);
  else history.pushState(entry, '', url);
}

/// The dialog of a level has opened; Back closes it.
export function enter_dialog(level: string): void {
  const here = read_address(location.hash);
  if (here.at === 'level' && here.level === level) return;
  write({ at: 'level', level }, {}, (history.state as Entry | null)?.spare === true);
}

/// It was closed without a start.
export function leave_dialog(level: string): void {
  const here = read_address(location.hash);
  if (here.at === 'level' && here.level === level) write({ at: 'menu' }, { spare: true }, true);
}

function close_dialogs(): void {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) dialog.close();
}

export function follow_history(store: Store, session: Session, open_level: (level: LevelInfo) => void): void {
  const first = read_address(location.hash);
  let wanted = first.at === 'level' ? first.level : ''; // its dialog opens when the list is there
  // the place of a room is its entry; the menu's is there already when Back led to it
  store.watch((state) => state.place, (place) => {
    const here = read_address(location.hash);
    if (place.room === '') {
      if (here.at === 'room') write({ at: 'menu' }, {}, false);
      return;
    }
    const same = here.at === 'room' && here.room === place.room;
    write({ at: 'room', room: place.room }, { place }, same || here.at === 'level');
  });
  // what was given up or failed on the way leaves no address behind
  store.watch((state) => state.loading === null, (idle) => {
    if (idle && store.get().place.room === '' && wanted === '' && document.querySelector('dialog.start') === null && location.hash !== '') {
      write({ at: 'menu' }, {}, true);
    }
  });

  const open_wanted = (): void => {
    const { levels, connection } = store.get();
    if (wanted === '' || levels === null || connection.phase !== 'open') return;
    const level = levels.find(({ name }) => name === wanted);
    if (level !== undefined && connection.access === 'full') open_level(level);
    else {
      const words = level === undefined ? `There is no level "${wanted}". Choose one of these.` : 'This address is for watching only: join a room.';
      add_notice(store, 'error', words);
      write({ at: 'menu' }, {}, true);
    }
    wanted = '';
  };

  const go = (address: Address, entry: Entry | null): void => {
    const { place, loading } = store.get();
    if (address.at === 'room' && address.room === place.room) return;
    close_dialogs();
    wanted = address.at === 'level' ? address.level : '';
    if (address.at === 'room') void session.come_back({ ...restore(JSON.stringify(entry?.place ?? {}), kNoPlace), room: address.room });
    else if (place.room !== '' || loading !== null) void session.to_menu();
    open_wanted();
  };

  store.watch((state) => state.levels, open_wanted);
  store.watch((state) => state.connection, open_wanted);
  addEventListener('popstate', (event) => go(read_address(location.hash), event.state as Entry | null));
}
