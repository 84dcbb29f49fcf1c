// Choices stay on the machine (localStorage), the place stays with the tab (sessionStorage). What was
// stored by an older page, or damaged, is replaced by the standard, field by field.

import { read_address } from './address';
import type { Choices, Place, Store } from './store';
import { kFirstChoices, kNoPlace, kProgramStandard } from './store';

const kChoices = 'paddock.choices';
const kPlace = 'paddock.place';

export function restore<T extends object>(text: string | null, standard: T): T {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '{}');
  } catch {
    return standard;
  }
  if (typeof stored !== 'object' || stored === null) return standard;
  const result = { ...standard } as Record<string, unknown>;
  for (const [key, value] of Object.entries(standard)) {
    const found = (stored as Record<string, unknown>)[key];
    if (found === undefined) continue;
    const same_kind = value === null || (typeof found === typeof value && Array.isArray(found) === Array.isArray(value));
    if (same_kind) result[key] = found;
  }
  return result as T;
}

export function load_kept(store: Store): void {
  const choices = restore<Choices>(localStorage.getItem(kChoices), kFirstChoices);
  store.update({
    choices: { ...choices, programs: restore(JSON.stringify(choices.programs), kProgramStandard), sheet: restore(JSON.stringify(choices.sheet), kFirstChoices.sheet) },
    place: restore<Place>(sessionStorage.getItem(kPlace), kNoPlace),
  });
  // the address wins over where the tab was
  const address = read_address(location.hash);
  const room = address.at === 'room' ? address.room : '';
  if (room !== store.get().place.room) store.update({ place: { ...kNoPlace, room } });
}

export function keep(store: Store): void {
  store.watch((state) => state.choices, (choices) => localStorage.setItem(kChoices, JSON.stringify(choices)));
  store.watch((state) => state.place, (place) => sessionStorage.setItem(kPlace, JSON.stringify(place)));
}
