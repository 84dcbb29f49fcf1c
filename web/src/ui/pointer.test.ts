import { describe, expect, test } from 'vitest';
import type { Edit } from '../net/messages';
import { always_selected, click_on } from './pointer';

const kBlock: Edit = { piece: 'block', click: 'pattern', right_click: 'border', wheel: 'turn', low: [0, 0, 0], high: [1, 1, 1], body: -1 };
const kCone: Edit = { ...kBlock, piece: 'cone', click: '', right_click: '' };

describe('pieces that people change', () => {
  test('are selected by the first click and changed by the next, on any part of them', () => {
    const front = { ...kBlock, piece: 'block front' };
    expect([click_on(kBlock, null, false), click_on(kBlock, kBlock, false), click_on(front, kBlock, true), click_on(kBlock, kCone, true)])
      .toEqual(['select', 'click', 'right_click', 'select']);
  });

  test('are let go by a click elsewhere, and ignore what they do not know', () => {
    expect([click_on(null, kBlock, false), click_on(null, null, false), click_on(kCone, kCone, false)]).toEqual(['let_go', 'nothing', 'nothing']);
  });

  test('need no click where there is one, and only the wheel changes it', () => {
    expect([always_selected([kCone]), always_selected([kBlock]), always_selected([kCone, kCone]), always_selected([])]).toEqual(['cone', '', '', '']);
  });
});
