import { describe, expect, test } from 'vitest';
import { kPageKeys } from './bindings';
import { at_rest, buttons_of, differ, no_pad, pad_bindings, pad_bindings_in, read_pad } from './pad';

const bindings = pad_bindings({});
const held = (...codes: string[]) => read_pad(bindings, new Set(codes), null);

describe('the pad of a room', () => {
  test('keys are those of the original', () => {
    const keys = { Digit1: 'A', Digit2: 'B', Digit3: 'X', Digit4: 'Y', KeyZ: 'LB', Slash: 'RB', Digit5: 'LJOY', Digit6: 'RJOY', Enter: 'START', Backspace: 'BACK', Delete: 'BACK' };
    for (const [code, button] of Object.entries(keys)) expect(held(code).buttons, code).toEqual([button]);
    expect(held('ShiftLeft').triggers).toEqual([1, 0]);
    expect(held('ShiftRight').triggers).toEqual([0, 1]);
    expect(held('KeyW', 'KeyA').sticks).toEqual([[-1, 1], [0, 0]]);
    expect(held('ArrowDown', 'ArrowRight').sticks).toEqual([[0, 0], [1, -1]]);
  });

  test('a person drives with the keys that a program reads as sticks', () => {
    const pressed = (use: 'hands' | 'program', code: string) => read_pad(pad_bindings_in(use, {}), new Set([code]), null);
    expect(pressed('hands', 'KeyW')).toMatchObject({ triggers: [0, 1], sticks: [[0, 0], [0, 0]] });
    expect(pressed('hands', 'ArrowUp')).toMatchObject({ triggers: [0, 1], sticks: [[0, 0], [0, 0]] });
    expect(pressed('hands', 'ArrowLeft').sticks[0]).toEqual([-1, 0]);
    expect(pressed('hands', 'KeyE').triggers).toEqual([0, 1]);
    expect(pressed('program', 'KeyW')).toMatchObject({ triggers: [0, 0], sticks: [[0, 1], [0, 0]] });
    expect(pressed('program', 'ArrowUp')).toMatchObject({ triggers: [0, 0], sticks: [[0, 0], [0, 1]] });
  });

  test('no key of the page is among them', () => {
    const codes = Object.values(bindings).flat();
    for (const { code } of Object.values(kPageKeys)) expect(codes).not.toContain(code);
  });

  test('up on a stick is positive, although browsers say negative', () => {
    const pad = read_pad(bindings, new Set(), { axes: [0, -1, 0, 1], buttons: [] });
    expect(pad.sticks.map(([, y]) => y)).toEqual([1, -1]);
  });

  test('buttons of a standard pad', () => {
    const press = (index: number) => read_pad(bindings, new Set(), { axes: [], buttons: Array.from({ length: 17 }, (_, i) => (i === index ? 1 : 0)) });
    expect([0, 1, 2, 3, 4, 5, 10, 11, 9, 8].map((index) => press(index).buttons[0])).toEqual(['A', 'B', 'X', 'Y', 'LB', 'RB', 'LJOY', 'RJOY', 'START', 'BACK']);
    expect(press(7).triggers).toEqual([0, 1]);
  });

  test('one action can have another key', () => {
    const remapped = pad_bindings({ 'stick_and_trigger/alone/start': ['Space'] });
    expect(read_pad(remapped, new Set(['Space']), null).buttons).toEqual(['START']);
    expect(buttons_of(remapped, 'Space')).toEqual(['START']);
  });

  test('news is a button, a stick that moved, or coming to rest', () => {
    const leaning = { ...no_pad(), triggers: [0.5, 0] as [number, number] };
    expect(differ(no_pad(), no_pad())).toBe(false);
    expect(differ(held('Enter'), no_pad())).toBe(true);
    expect(differ({ ...leaning, triggers: [0.502, 0] }, leaning)).toBe(false);
    expect(differ(no_pad(), { ...leaning, triggers: [0.003, 0] })).toBe(true);
    expect([at_rest(no_pad()), at_rest(leaning)]).toEqual([true, false]);
  });
});
