import { describe, expect, test } from 'vitest';
import type { Parameter, RoomFlight } from '../net/messages';
import { compared_flights, figure_unit, flight_rows, kFlightFigures, with_compared } from './flight_table';
import type { FlightFigure } from './flight_table';
import { pursuer_at } from './pursuits.fixture';
import { Units } from './units';

const kMetres = new Units({ length: 'm', y: 'up' });
const kPixels = new Units({ length: 'px', y: 'down' });

function flight(number: number, more: Partial<RoomFlight> = {}): RoomFlight {
  return {
    number, vehicle: 0, controller: 'pd', began: 0, lasted: 8, done: true, arrived: true, rise: 3, settling: 6, overshoot: 0.1, mean_error: 0.05,
    largest_error: 0.2, effort: 30, length: 12, changed: {}, ...more,
  };
}

const kGain: Parameter = {
  name: 'driver.0.kp_position', group: 'driver', vehicle: 0, title: 'Gain of position', kind: 'number', unit: '1/s', section: '', help: '', value: 2, low: 0, high: 9, standard: 1.5,
};
const at = (name: FlightFigure): number => kFlightFigures.findIndex((each) => each.name === name);

describe('the table of flights', () => {
  test('has the figures of each in their units', () => {
    const [row] = flight_rows([flight(1)], null, [], kMetres);
    expect(row).toMatchObject({ number: 1, controller: 'PD cascade', state: 'arrived', changed: [] });
    expect(row!.cells.map(({ text }) => text)).toEqual(['8.00', '3.00', '0.100', '6.00', '0.050', '0.200', '30.0']);
    const [pixels] = flight_rows([flight(1)], null, [], kPixels);
    expect(pixels!.cells.map(({ text }) => text)).toEqual(['8.00', '3.00', '10.0', '6.00', '5.0', '20.0', '300000']);
    expect(kFlightFigures.map(({ unit }) => figure_unit(unit, kPixels))).toEqual(['s', 's', 'px', 's', 'px', 'px', 'px²/s³']);
  });

  test('marks the best of those that arrived, and none where there is nothing to compare', () => {
    const rows = flight_rows([flight(1), flight(2, { rise: 2 }), flight(3, { rise: 1, done: true, arrived: false })], null, [], kMetres);
    expect(rows.map(({ cells }) => cells[at('rise')]!.best)).toEqual([false, true, false]);
    expect(rows.map(({ state }) => state)).toEqual(['arrived', 'arrived', 'ended']);
    expect(flight_rows([flight(1)], null, [], kMetres)[0]!.cells.some(({ best }) => best)).toBe(false);
  });

  test('says what has not happened as a dash', () => {
    const begun = flight(1, { done: false, arrived: false });
    delete begun.rise;
    delete begun.settling;
    const [row] = flight_rows([begun], null, [], kMetres);
    expect([row!.cells[at('rise')]!.text, row!.cells[at('settling')]!.text, row!.state]).toEqual(['–', '–', 'flying']);
  });

  test('follows the flight under way, and no other', () => {
    const flying = flight(2, { done: false, arrived: false, mean_error: 0, lasted: 0 });
    const rows = flight_rows([flight(1), flying], pursuer_at(1.25, { flight: 2, mean_error: 0.4 }), [], kMetres);
    expect(rows[1]!.state).toBe('flying');
    expect(flight_rows([flying], pursuer_at(1.25, { flight: 2, arrived: true }), [], kMetres)[0]!.state).toBe('holding');
    expect(rows.map(({ cells }) => [cells[at('lasted')]!.text, cells[at('mean_error')]!.text])).toEqual([['8.00', '0.050'], ['1.25', '0.400']]);
  });

  test('tells what was changed by its title, and by its name when the room has it no more', () => {
    const changed = { 'driver.0.kp_position': 2.5, 'driver.0.controller': 1, 'driver.0.integral': 1, 'driver.0.lookahead': 1.5, 'driver.0.gone': 3 };
    const parameters: Parameter[] = [
      kGain, { ...kGain, name: 'driver.0.controller', title: 'Controller', kind: 'whole', choices: ['pd', 'lqr'] },
      { ...kGain, name: 'driver.0.integral', title: 'Integral', kind: 'switch' }, { ...kGain, name: 'driver.0.lookahead', title: 'Lookahead', unit: 'm' },
    ];
    expect(flight_rows([flight(1, { changed })], null, parameters, kPixels)[0]!.changed)
      .toEqual(['Gain of position 2.5 1/s', 'Controller: LQR', 'Integral: on', 'Lookahead 150 px', 'gone 3']);
  });
});

describe('flights that are compared', () => {
  test('are the last two until others are chosen', () => {
    const flights = [1, 2, 3].map((number) => flight(number));
    expect(compared_flights(flights, null)).toEqual([2, 3]);
    expect(compared_flights(flights.slice(0, 1), null)).toEqual([1]);
    expect(compared_flights(flights, [1, 3, 9])).toEqual([1, 3]);
    expect(compared_flights(flights, [])).toEqual([]);
  });

  test('come and go one by one, and are never too many', () => {
    expect(with_compared([1, 2], 3)).toEqual([1, 2, 3]);
    expect(with_compared([1, 2], 1)).toEqual([2]);
    expect(with_compared([1, 2, 3, 4], 5)).toEqual([2, 3, 4, 5]);
  });
});
