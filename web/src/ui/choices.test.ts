import { describe, expect, test } from 'vitest';
import type { LevelInfo, Parameter } from '../net/messages';
import { by_collection, matches, meant_levels } from './menu';
import { Units } from '../state/units';
import { found, group_of, heading_of, in_units, metric_of, range_words, step_of } from './parameters';
import { kProgramStandard } from '../state/store';
import { first_mode, modes_of, program_modes, program_spec, spec_of } from './start_dialog';
import type { StartChoice } from './start_dialog';

function level(name: string, collection: string): LevelInfo {
  return {
    name, collection, title: name.toUpperCase(), description: 'Two straights', vehicle: 'racecar', physics: 'planar',
    starts: 8, gates: 8, routes: 1, cars: 1, race: false, checkpoints: 0, roads: false, traffic: false, explore: true, grade: false, doors: [], glb: '', picture: '',
  };
}

describe('the menu', () => {
  test('finds every word, anywhere', () => {
    expect(matches(level('oval', 'tracks'), 'OVAL straights')).toBe(true);
    expect(matches(level('oval', 'tracks'), 'oval maze')).toBe(false);
    expect(matches(level('oval', 'tracks'), '')).toBe(true);
  });

  test('guesses what was meant by name, title and words of the title', () => {
    const levels = [level('oval', 'tracks'), { ...level('lab1', 'racecar'), title: 'Driving in shapes' }];
    expect(['ovla', 'shappes', 'lab2', 'spaceship'].map((typed) => meant_levels(levels, typed).map(({ name }) => name))).toEqual([['oval'], ['lab1'], ['lab1'], []]);
  });

  test('puts tracks first and unknown collections last', () => {
    const groups = by_collection([level('a', 'zoo'), level('b', 'town'), level('c', 'tracks'), level('d', 'tracks')]);
    expect(groups.map(([name, levels]) => `${name} ${levels.length}`)).toEqual(['tracks 2', 'town 1', 'zoo 1']);
  });
});

describe('the start dialog', () => {
  const choice: StartChoice = { mode: 'drive', kind: '', cars: 3, people: 2, seed: 7, laps: 5, realism: 'ideal', record: false, traffic: { cars: 12, people: 7 } };

  test('puts people first and built-in drivers behind them', () => {
    const spec = spec_of(level('oval', 'tracks'), choice);
    expect(spec.vehicles?.map(({ driver }) => driver)).toEqual(['person', 'person', 'route']);
    expect(spec).toMatchObject({ level: 'oval', seed: 7, laps: 0, realism: 'ideal' });
  });

  test('a race has laps, watching has no people, a level without a route has parked cars', () => {
    expect(spec_of(level('oval', 'tracks'), { ...choice, mode: 'race' }).laps).toBe(5);
    expect(spec_of({ ...level('field', 'training'), routes: 0 }, { ...choice, mode: 'watch' }).vehicles?.map(({ driver }) => driver))
      .toEqual(['idle', 'idle', 'idle']);
  });

  test('in streets those who are watched keep to lanes, or to pavements', () => {
    const town = { ...level('town01', 'town'), routes: 0, vehicle: 'sedan', roads: true };
    const driver = (kind: string): string | undefined => spec_of(town, { ...choice, mode: 'watch', cars: 1, kind }).vehicles?.[0]?.driver;
    expect([driver(''), driver('van'), driver('walker')]).toEqual(['lane', 'lane', 'walk']);
  });

  test('how full the streets are is asked of levels that let one say it', () => {
    expect(spec_of(level('oval', 'tracks'), choice).settings).toBeUndefined();
    expect(spec_of({ ...level('town01', 'town'), traffic: true }, choice).settings).toEqual({ traffic_cars: 12, traffic_walkers: 7 });
  });
});

describe('a path that is followed', () => {
  const drivers = [{ name: 'route' }, { name: 'path' }];
  const playground = { ...level('simplesim', 'playground'), gates: 0, routes: 0 };

  test('can be drawn in every level, and comes first where levels are made for it', () => {
    expect(modes_of(level('oval', 'tracks'), drivers)).toEqual(['drive', 'race', 'watch', 'path']);
    expect(modes_of(playground, drivers)).toEqual(['path', 'drive', 'watch']);
    expect(modes_of(playground, [{ name: 'route' }])).toEqual(['drive', 'watch']); // a server that has no such driver
  });

  test('is offered where levels are made for it, whatever was played last, and nowhere else', () => {
    expect(first_mode(modes_of(playground, drivers), 'watch')).toBe('path');
    expect(first_mode(modes_of(level('oval', 'tracks'), drivers), 'path')).toBe('drive');
    expect(first_mode(modes_of(level('oval', 'tracks'), drivers), 'race')).toBe('race');
  });

  test('is followed by all vehicles, and people drive none', () => {
    const spec = spec_of(playground, { mode: 'path', kind: '', cars: 2, people: 1, seed: 1, laps: 5, realism: 'real', record: false, traffic: { cars: 0, people: 0 } });
    expect(spec.vehicles).toEqual([{ kind: '', driver: 'path' }, { kind: '', driver: 'path' }]);
    expect(spec.laps).toBe(0);
  });
});

describe('a level for programs', () => {
  const wall: LevelInfo = { ...level('wall', 'racecar'), doors: ['racecar'], starts: 2, gates: 0, routes: 0 };

  test('has the modes that it has', () => {
    expect(program_modes(wall)).toEqual(['explore']);
    expect(program_modes({ ...wall, race: true, grade: true })).toEqual(['explore', 'race', 'grade']);
    expect(program_modes({ ...wall, explore: false, grade: true })).toEqual(['grade']);
  });

  test('is driven by programs, and several cars only race', () => {
    const race: LevelInfo = { ...wall, race: true, cars: 4 };
    const spec = program_spec(race, { ...kProgramStandard, mode: 'race', cars: 3, user: 'Ada' }, { racecar: { depth: 'low', hide_cars: 'perhaps' } }, 7, false);
    expect(spec.vehicles).toEqual(Array.from({ length: 3 }, () => ({ kind: '', driver: 'program' })));
    expect(spec).toMatchObject({ level: 'wall', seed: 7, mode: 'race', user: 'Ada', realism: 'real', door_settings: { depth: 'low', hide_cars: 'false' } });
    expect(program_spec(race, { ...kProgramStandard, mode: 'explore', cars: 3 }, {}, 7, false).vehicles).toHaveLength(1);
    const shared: LevelInfo = { ...wall, doors: ['racecar', 'unknown'], starts: 4 };
    expect(program_spec(shared, kProgramStandard, { racecar: { depth: 'low' } }, 7, false).door_settings).toMatchObject({ depth: 'low' });
    expect(program_spec(shared, { ...kProgramStandard, mode: 'explore' }, {}, 7, false).vehicles).toHaveLength(4);
  });

  test('that cannot be raced or graded is explored, whatever was chosen before', () => {
    expect(program_spec(wall, { ...kProgramStandard, mode: 'grade', cars: 2 }, {}, 1, false)).toMatchObject({ mode: 'explore', vehicles: [{ driver: 'program' }] });
  });
});

describe('parameters', () => {
  const parameter = (more: Partial<Parameter>): Parameter =>
    ({ name: '', group: 'race', title: '', kind: 'number', unit: '', section: '', help: '', value: 0, low: 0, high: 1, standard: 0, ...more });

  test('step by round numbers', () => {
    expect([step_of(parameter({})), step_of(parameter({ high: 50 })), step_of(parameter({ kind: 'whole', high: 50 }))]).toEqual([0.001, 0.1, 1]);
  });

  test('stand under their section', () => {
    expect(heading_of(parameter({ group: 'driver', vehicle: 0, section: 'position loop' }))).toBe('Driver 1 · Position loop');
    expect(heading_of(parameter({}))).toBe('Race');
    expect(heading_of(parameter({ section: 'weather' }))).toBe('Weather');
  });

  test('are found by words of their title, heading, name or help', () => {
    const gain = parameter({ title: 'Gain', name: 'driver.0.kp_position', group: 'driver', vehicle: 0, section: 'position loop', help: 'How hard it pulls.' });
    for (const wanted of ['', 'gain', 'KP_', 'pulls', 'position driver 1']) expect(found(gain, wanted)).toBe(true);
    expect(found(gain, 'gain wind')).toBe(false);
  });

  test('are told in pixels with their bounds, where they have a length', () => {
    const units = new Units({ length: 'px', y: 'down' });
    expect(in_units(parameter({ unit: 'm', value: 1, low: 0.1, high: 5, standard: 1 }), units)).toMatchObject({ unit: 'px', value: 100, low: 10, high: 500, standard: 100 });
    expect(in_units(parameter({ unit: '1/s', value: 1.5 }), units)).toMatchObject({ unit: '1/s', value: 1.5 });
  });

  test('at their bounds in pixels are at their bounds in metres, whatever rounding does', () => {
    const units = new Units({ length: 'px', y: 'down' });
    for (const high of [3.3, 0.7, 4.35, 1.1]) {
      const told = in_units(parameter({ unit: 'm/s', high }), units);
      expect(metric_of(parameter({ unit: 'm/s', high }), told.high, units)).toBe(high);
    }
    expect(metric_of(parameter({ unit: 'm', high: 3.3 }), 331, units)).toBeGreaterThan(3.3);
  });

  test('say their range', () => {
    expect(range_words(parameter({ low: 0, high: 5, standard: 1.23456, unit: 'm/s' }))).toBe('From 0 to 5 m/s, 1.235 as a rule.');
    expect(range_words(parameter({ kind: 'switch', standard: 1 }))).toBe('On as a rule.');
    expect(range_words(parameter({ kind: 'whole', choices: ['pd', 'lqr'], standard: 1 }))).toBe('LQR as a rule.');
  });

  test('belong to their vehicle or their subject', () => {
    expect([group_of({ group: 'vehicle', vehicle: 0 }), group_of({ group: 'driver', vehicle: 1 }), group_of({ group: 'race' })]).toEqual(['Vehicle 1', 'Driver 2', 'Race']);
  });
});
