import { describe, expect, test } from 'vitest';
import type { Problem } from '../net/messages';
import { mistake_words, mistaken, settings_of, variable_step, variable_text, world_variables } from './world';

describe('the world', () => {
  const kVariables = { cells: 8, scale: 0.5, length: 111.64713407866657 };

  test('steps by one where the value is whole, else by its last digit', () => {
    expect([8, 0, 0.5, 0.25, 0.125, 111.64713].map(variable_step)).toEqual([1, 1, 0.1, 0.01, 0.001, 0.001]);
    expect([8, 0.5, 111.64713407866657].map(variable_text)).toEqual(['8', '0.5', '111.647']);
  });

  test('a restart says nothing of variables that nobody changed', () => {
    expect(settings_of(kVariables, {})).toEqual({ settings: null, problem: '' });
    expect(settings_of(kVariables, { cells: '8', scale: null })).toEqual({ settings: null, problem: '' });
  });

  test('one change says all that is shown, untouched values exactly', () => {
    expect(settings_of(kVariables, { cells: '12', scale: null, length: null }).settings).toEqual({ ...kVariables, cells: 12 });
    expect(settings_of(kVariables, { scale: '0.25' }).settings).toEqual({ ...kVariables, scale: 0.25 });
  });

  test('what is no number is named', () => {
    expect(settings_of(kVariables, { cells: '12', scale: '' })).toEqual({ settings: null, problem: 'scale' });
    expect(settings_of(kVariables, { cells: 'many' }).problem).toBe('cells');
  });

  test('mistakes keep their sentences, and tell which fields they mean', () => {
    const problem = (field: string, rule: string): Problem => ({ file: 'training_env.toml', line: 28, field, message: `${field} ${rule}` });
    const problems = [problem('generate.blocks', 'must be between 0 and 9998, got 9999'), problem('ground.size', 'must be positive, got -1')];
    expect(mistake_words(problems)).toBe('blocks must be between 0 and 9998, got 9999\nground.size must be positive, got -1');
    expect(mistaken([...problems, problem('cells', 'must be a whole number, got 2.5')], ['cells', 'scale', 'blocks'])).toEqual(['cells', 'blocks']);
    expect(mistaken([], ['cells'])).toEqual([]);
  });
});

test('variables that clicks on pieces change are not set here', () => {
  const edit = { piece: 'block', click: 'tall', right_click: '', wheel: 'turn', low: [0, 0, 0], high: [1, 1, 1], body: -1 } as const;
  const rules = { help: '', cars: 1, zones: [], tasks: [], trials: [], views: [], gauges: [], ghosts: [], edits: [{ ...edit, low: [0, 0, 0] as [number, number, number], high: [1, 1, 1] as [number, number, number] }] };
  expect(world_variables({ variables: { tall: 1, turn: 2, gap: 3, trial: 1 }, rules })).toEqual({ gap: 3 });
  expect(world_variables({ variables: { cells: 10 }, rules: null })).toEqual({ cells: 10 });
});
