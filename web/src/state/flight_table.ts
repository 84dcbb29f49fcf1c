// The table of flights: their figures side by side, the best of each marked, in the units of flights. Pure.

import type { Parameter, Pursuer, RoomFlight } from '../net/messages';
import type { Units } from './units';
import { choice_title, figure } from './words';

/// What is compared; less is better in all of them.
export const kFlightFigures = [
  { name: 'lasted', title: 'Time', about: 'until it stays at the end', unit: 's', digits: 2 },
  { name: 'rise', title: 'Rise', about: 'from a tenth to nine tenths of the way', unit: 's', digits: 2 },
  { name: 'overshoot', title: 'Overshoot', about: 'beyond the end', unit: 'm', digits: 3 },
  { name: 'settling', title: 'Settling', about: 'until it stays at the end', unit: 's', digits: 2 },
  { name: 'mean_error', title: 'Mean error', about: 'distance from the path', unit: 'm', digits: 3 },
  { name: 'largest_error', title: 'Largest', about: 'distance from the path', unit: 'm', digits: 3 },
  { name: 'effort', title: 'Effort', about: 'squared acceleration asked for, summed over time', unit: 'm²/s³', digits: 1 },
] as const;
export type FlightFigure = (typeof kFlightFigures)[number]['name'];

export interface FlightCell {
  text: string;
  best: boolean;
}
export interface FlightRow {
  number: number;
  controller: string;
  changed: string[]; // parameters that were not standard
  state: 'flying' | 'holding' | 'arrived' | 'ended'; // holding: at the end, and does not stay near it yet
  cells: FlightCell[]; // one for each figure
}

export const kMostCompared = 4;

/// A unit of a figure as it is told.
export function figure_unit(unit: string, units: Units): string {
  return unit === 'm²/s³' && units.length === 'px' ? 'px²/s³' : units.unit(unit);
}

function told(value: number, unit: string, units: Units): number {
  return unit === 'm²/s³' ? units.size(units.size(value)) : units.figure(value, unit);
}

/// Of one vehicle. `now`: its pursuit, for the figures of a flight under way; `parameters`: of the room, for their titles.
export function flight_rows(flights: readonly RoomFlight[], now: Pursuer | null, parameters: readonly Parameter[], units: Units): FlightRow[] {
  const values = flights.map((flight) => values_of(flight, now));
  const best = kFlightFigures.map((_, i) => {
    const known = flights.flatMap((flight, k) => (flight.arrived && values[k]![i] !== undefined ? [values[k]![i]] : []));
    return known.length > 1 ? Math.min(...known) : NaN; // alone it is no best
  });
  return flights.map((flight, k) => ({
    number: flight.number,
    controller: choice_title(flight.controller),
    changed: Object.entries(flight.changed).map(([name, value]) => changed_words(name, value, parameters, units)),
    state: flight.done ? (flight.arrived ? 'arrived' : 'ended') : flight.arrived || (is_live(flight, now) && now.arrived) ? 'holding' : 'flying',
    cells: kFlightFigures.map(({ unit, digits }, i) => {
      const value = values[k]![i];
      const fewer = units.length === 'px' && unit !== 's' ? Math.max(0, digits - 2) : digits;
      return { text: figure(value === undefined ? null : told(value, unit, units), fewer), best: flight.arrived && value === best[i] };
    }),
  }));
}

function is_live(flight: RoomFlight, now: Pursuer | null): now is Pursuer {
  return !flight.done && now !== null && now.flight === flight.number;
}

function values_of(flight: RoomFlight, now: Pursuer | null): (number | undefined)[] {
  const live = is_live(flight, now);
  return kFlightFigures.map(({ name }) => {
    if (!live) return flight[name];
    if (name === 'lasted') return now.flight_time;
    return name === 'mean_error' || name === 'largest_error' || name === 'effort' ? now[name] : flight[name];
  });
}

/// "Gain of position 2.5": by its title where the room still has it.
function changed_words(name: string, value: number, parameters: readonly Parameter[], units: Units): string {
  const parameter = parameters.find((each) => each.name === name);
  if (parameter === undefined) return `${name.split('.').slice(2).join('.') || name} ${Number(value.toPrecision(4))}`;
  if (parameter.choices !== undefined) return `${parameter.title}: ${choice_title(parameter.choices[value] ?? '')}`;
  if (parameter.kind === 'switch') return `${parameter.title}: ${value === 0 ? 'off' : 'on'}`;
  const unit = units.unit(parameter.unit);
  return `${parameter.title} ${Number(units.figure(value, parameter.unit).toPrecision(4))}${unit === '' ? '' : ` ${unit}`}`;
}

/// Flights whose curves are laid over each other: those that were chosen, or the last two.
export function compared_flights(flights: readonly RoomFlight[], chosen: readonly number[] | null): number[] {
  const there = flights.map(({ number }) => number);
  return chosen === null ? there.slice(-2) : chosen.filter((number) => there.includes(number));
}

/// The same with one more, or without it; of too many the first one goes.
export function with_compared(compared: readonly number[], number: number): number[] {
  return compared.includes(number) ? compared.filter((each) => each !== number) : [...compared, number].slice(-kMostCompared);
}
