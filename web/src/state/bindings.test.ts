import { describe, expect, test } from 'vitest';
import {
  PressedTwice, by_hand, camera_key, drive_words, ease_steer, kBrowserKeys, kProgramKeys, kLayouts, kPageKeys, layout_for, player_bindings, read_player,
  source_title, source_value,
} from './bindings';
import type { Bindings } from './bindings';

const page_codes = Object.values(kPageKeys).map((key) => key.code as string);
const keys_of = (bindings: Bindings): string[] => Object.values(bindings).flat().filter((code) => !code.startsWith('pad:'));

describe('standard layouts', () => {
  test.each(kLayouts)('$name needs no key that browsers keep', (layout) => {
    for (const bindings of [layout.alone, ...layout.together]) {
      for (const code of keys_of(bindings)) expect(kBrowserKeys.has(code), code).toBe(false);
    }
    for (const code of page_codes) expect(kBrowserKeys.has(code), code).toBe(false);
  });

  test.each(kLayouts)('$name uses no key twice', (layout) => {
    for (const people of [[layout.alone], layout.together]) {
      const codes = [...people.flatMap(keys_of), ...page_codes];
      expect(new Set(codes).size, codes.join(' ')).toBe(codes.length);
    }
  });

  test('two people share one keyboard', () => {
    const keys = new Set(['KeyW', 'ArrowDown', 'ArrowLeft']);
    const road = layout_for(false, '');

    expect(read_player(player_bindings(road, 0, 2, {}), keys, null).asked).toMatchObject({ drive: 1, steer: 0 });
    expect(read_player(player_bindings(road, 1, 2, {}), keys, null).asked).toMatchObject({ drive: -1, steer: 1 });
  });

  test('alone, letters and arrows both drive', () => {
    const bindings = player_bindings(layout_for(false, ''), 0, 1, {});

    expect(read_player(bindings, new Set(['ArrowUp']), null).asked.drive).toBe(1);
    expect(read_player(bindings, new Set(['KeyW']), null).asked.drive).toBe(1);
  });

  test('levels for programs have a layout of their own, a choice wins', () => {
    expect(layout_for(true, '').name).toBe('stick_and_trigger');
    expect(layout_for(true, 'road').name).toBe('road');
    expect(layout_for(false, 'gone').name).toBe('road');
  });
});

describe('pads', () => {
  const pad = (axes: number[], buttons: number[] = []) => ({ axes, buttons });

  test('stick left steers left, triggers drive by their travel', () => {
    const bindings = player_bindings(layout_for(false, ''), 1, 2, {});
    const { asked, digital } = read_player(bindings, new Set(), pad([-1, 0], [0, 0, 0, 0, 0, 0, 0.25, 0.75]));

    expect(asked.steer).toBe(1);
    expect(asked.drive).toBeCloseTo(0.5);
    expect(digital).toBe(false);
  });

  test('a stick at rest that is not quite centred does nothing', () => {
    expect(source_value('pad:a0+', new Set(), pad([0.1]))).toBe(0);
    expect(source_value('pad:a0+', new Set(), pad([1]))).toBe(1);
  });

  test('stick and triggers of a whole pad drive by hand', () => {
    const bindings = player_bindings(layout_for(true, ''), 0, 1, {});
    expect(read_player(bindings, new Set(['KeyE', 'KeyA']), null).asked).toMatchObject({ drive: 1, steer: 1 });
  });
});

describe('remapping', () => {
  test('replaces one action of one player', () => {
    const remapped = { 'road/2/forward': ['KeyB'] };
    const road = layout_for(false, '');

    expect(player_bindings(road, 1, 2, remapped).forward).toEqual(['KeyB']);
    expect(player_bindings(road, 0, 2, remapped).forward).toContain('KeyW');
  });

  test('sources have names of the thing pressed', () => {
    expect(['KeyW', 'Digit1', 'ArrowUp', 'pad:b7', 'Numpad8'].map(source_title)).toEqual(['W', '1', '↑', 'Pad right trigger', 'Num 8']);
  });
});

describe('ease_steer', () => {
  test('reaches full lock in a quarter of a second and gives less at speed', () => {
    let slow = 0;
    let fast = 0;
    for (let i = 0; i < 15; ++i) {
      slow = ease_steer(slow, 1, 1 / 60, 0);
      fast = ease_steer(fast, 1, 1 / 60, 10);
    }
    expect(slow).toBe(1);
    expect(fast).toBeCloseTo(0.5);
  });
});

describe('race cameras', () => {
  test('are chosen by number and by arrows', () => {
    expect([camera_key('Digit2', 0, 3), camera_key('Digit4', 0, 3), camera_key('ArrowRight', 2, 3), camera_key('ArrowLeft', 0, 3)]).toEqual([1, null, 0, 2]);
    expect([camera_key('ArrowUp', 2, 3), camera_key('ArrowDown', 0, 3), camera_key('KeyA', 0, 3), camera_key('Digit1', 0, 0)]).toEqual([0, 2, null, null]);
  });
});

describe('driving by hand', () => {
  const hand = (layout: string, people = 1, player = 0) => player_bindings(layout_for(false, layout), player, people, {});

  test.each(kLayouts)('arrows and letters drive with $name', ({ name }) => {
    const bindings = by_hand(hand(name));
    for (const [code, asked] of Object.entries({
      KeyW: { drive: 1 }, ArrowUp: { drive: 1 }, KeyS: { drive: -1 }, ArrowDown: { drive: -1 },
      KeyA: { steer: 1 }, ArrowLeft: { steer: 1 }, KeyD: { steer: -1 }, ArrowRight: { steer: -1 },
    })) expect(read_player(bindings, new Set([code]), null).asked, code).toMatchObject(asked);
  });

  test('the stick of a real pad does not drive the triggers', () => {
    const bindings = by_hand(hand('stick_and_trigger'));
    expect(bindings.right_trigger).not.toContain('pad:a1-');
    expect(bindings.left_up).toEqual(['pad:a1-']);
  });

  test('is said in words', () => {
    const said = 'W or ↑ drives · S or ↓ reverses · A D or ← → steers';
    for (const { name } of kLayouts) expect(drive_words(hand(name)).join(' · ')).toBe(said);
    expect(drive_words(hand('road', 2, 1)).join(' · ')).toBe('↑ drives · ↓ reverses · ← → steers');
    expect(drive_words({})).toEqual([]);
  });
});

describe('keys of levels for programs', () => {
  test('none is a key that people press for something else', () => {
    for (const key of ['next', 'back'] as const) for (const code of kProgramKeys[key].codes) expect(kBrowserKeys.has(code), code).toBe(false);
  });

  test('what cannot be taken back is pressed twice', () => {
    const keys = new PressedTwice();
    expect([keys.press('next', 3000), keys.press('next', 4000), keys.press('next', 5000), keys.press('back', 5100)]).toEqual([false, true, true, false]);
    expect([keys.press('next', 10_000), keys.press('next', 20_000)]).toEqual([false, false]);
  });
});
