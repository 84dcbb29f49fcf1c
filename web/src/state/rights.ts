// What this page may do, as the server has said; the server refuses the rest in any case.

import type { AppState } from './store';

type Standing = Pick<AppState, 'connection' | 'room'>;

export const kOnlyOpener = 'Only who opened the room can do this';
export const kOnlyWatching = 'This address is for watching only';

/// Pause, restart, edit, record and whatever else concerns everybody in the room.
export function runs_room({ room }: Standing): boolean {
  return room?.role === 'opener';
}

/// Whether anything this page does reaches the room.
export function acts_in_room({ room }: Standing): boolean {
  return room?.role === 'opener' || room?.role === 'driver';
}

/// Why this page cannot take a vehicle; empty when it can.
export function why_not_take(state: Standing, vehicle: number): string {
  const seat = state.room?.vehicles[vehicle];
  if (state.connection.access === 'view') return kOnlyWatching;
  if (seat === undefined || runs_room(state)) return '';
  if (seat.client !== 0 && seat.client !== state.connection.client) return 'Another person drives it. Only who opened the room can take it over';
  return seat.driver === 'program' ? 'A program drives it. Only who opened the room can take it over' : '';
}

/// Whether this page may hand a vehicle to another driver.
export function may_hand_over(state: Standing, vehicle: number): boolean {
  const client = state.room?.vehicles[vehicle]?.client ?? 0;
  return runs_room(state) || (client !== 0 && client === state.connection.client);
}
