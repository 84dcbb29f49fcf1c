import { describe, expect, test } from 'vitest';
import type { Point } from './path';
import { pursuer_at } from './pursuits.fixture';
import { first_state, kNoHand } from './store';
import type { AppState } from './store';
import { arrow_lines, kMarks, marks_of, pursuit_of, why_words } from './pursuit_marks';
import type { MarkName, Pursuit } from './pursuit_marks';

const kPursuit: Pursuit = {
  path: [[0, 0], [5, 0], [5, 5]], closed: false, position: [2, 0.2], lookahead: 1, carrot: [2.98, 0], closest: [2, 0], segment: 1, by_circle: true,
  meetings: [[1.02, 0], [2.98, 0]], velocity: [1.5, 0], command: [0.5, -1], wind: [0.3, 0.1], air: [3, 1], drag: [-0.1, 0], stroke: [],
};
const names = (pursuit: Pursuit, hidden: MarkName[] = []): MarkName[] => {
  const { lines, dots } = marks_of(pursuit, hidden, 0.01);
  return [...lines, ...dots].map(({ mark }) => mark);
};

describe('marks of a pursuit', () => {
  test('show all there is, each in its colour', () => {
    expect(new Set(names(kPursuit))).toEqual(new Set(Object.keys(kMarks)));
    const { lines, dots } = marks_of(kPursuit, [], 0.01);
    for (const { mark, color } of [...lines, ...dots]) expect([kMarks[mark].color, 'casing']).toContain(color);
  });

  test.each(Object.keys(kMarks) as MarkName[])('without %s when it is hidden', (mark) => {
    expect(names(kPursuit, [mark])).not.toContain(mark);
    expect(new Set(names(kPursuit, [mark])).size).toBe(Object.keys(kMarks).length - 1);
  });

  test('leave out what is not known', () => {
    const bare = names({ ...kPursuit, path: [], lookahead: 0, carrot: null, closest: null, segment: null, meetings: [], velocity: [0, 0], command: null, wind: null, air: null, drag: null });
    expect(bare).toEqual([]);
  });

  test('have a cross at every waypoint, as large on screen whatever the scale', () => {
    const crosses = (px: number) => marks_of(kPursuit, [], px).lines.filter(({ mark, points, color }) => mark === 'path' && color !== 'casing' && points.length === 2);
    for (const px of [0.001, 0.01, 0.1]) {
      expect(crosses(px).length).toBe(2 * kPursuit.path.length);
      for (const { points: [a, b] } of crosses(px)) expect((b![0] - a![0]) / px).toBeCloseTo(12, 9);
    }
  });

  test('have no crosses that run into each other', () => {
    const path = Array.from({ length: 400 }, (_, i): Point => [i * 0.02, 0]);
    const crosses = marks_of({ ...kPursuit, path }, [], 0.01).lines.filter(({ mark, points, color }) => mark === 'path' && color !== 'casing' && points.length === 2);
    const middles = crosses.filter((_, i) => i % 2 === 0).map(({ points: [a, b] }) => (a![0] + b![0]) / 2);
    middles.slice(1, -1).forEach((x, i) => expect(x - middles[i]!).toBeGreaterThan(0.1 - 1e-9)); // 10 px
    expect(middles.length).toBeGreaterThan(70);
    expect([middles[0], middles.at(-1)]).toEqual([expect.closeTo(0, 9), expect.closeTo(7.98, 9)]); // both ends have one
  });

  test('have the circle at the lookahead from the vehicle', () => {
    const circle = marks_of(kPursuit, [], 0.01).lines.find(({ mark }) => mark === 'lookahead')!.points;
    for (const [x, y] of circle) expect(Math.hypot(x - 2, y - 0.2)).toBeCloseTo(1, 12);
    expect(circle[0]![0]).toBeCloseTo(circle.at(-1)![0], 12);
  });

  test('show which segment was chosen, and whether the circle chose it', () => {
    const segment = (pursuit: Pursuit) => marks_of(pursuit, [], 0.01).lines.find(({ mark }) => mark === 'segment');
    expect(segment(kPursuit)).toMatchObject({ points: [[0, 0], [5, 0]], dashed: false });
    expect(segment({ ...kPursuit, by_circle: false })!.dashed).toBe(true);
    expect(segment({ ...kPursuit, segment: 0 })!.points).toEqual([[2, 0], [0, 0]]); // on the way to the first
    expect(segment({ ...kPursuit, segment: 0, closed: true })!.points).toEqual([[5, 5], [0, 0]]);
    expect(segment({ ...kPursuit, segment: 7 })).toBeUndefined();
  });

  test('close a path that is closed', () => {
    const path = (pursuit: Pursuit) => marks_of(pursuit, [], 0.01).lines.find(({ mark }) => mark === 'path')!.points;
    expect(path({ ...kPursuit, closed: true }).at(-1)).toEqual([0, 0]);
    expect(path(kPursuit)).toEqual(kPursuit.path);
  });
});

describe('an arrow', () => {
  test('ends where its vector does, with a head that is even on both sides', () => {
    const [shaft, head] = arrow_lines([1, 2], [3, 4], 0.01);
    expect(shaft).toEqual([[1, 2], [4, 6]]);
    const away = ([x, y]: Point): number => Math.hypot(x - 4, y - 6);
    expect(head![1]).toEqual([4, 6]);
    expect(away(head![0]!)).toBeCloseTo(away(head![2]!), 12);
    expect(away(head![0]!)).toBeLessThan(0.15);
  });

  test.each([[0, 0], [0.02, 0], [NaN, 1], [Infinity, 0]] as const)('of (%f, %f) is not drawn', (x, y) => {
    expect(arrow_lines([0, 0], [x, y], 0.01)).toEqual([]);
  });
});

describe('the pursuit of the vehicle watched', () => {
  const room = { paths: [{ vehicle: 0, points: [[0, 0], [4, 0]], closed: false, undo: 2 }] } as unknown as AppState['room'];
  const state = { ...first_state(), room };

  test('is where the vehicle is seen, with what it told', () => {
    expect(pursuit_of(state, pursuer_at(1), { x: 2.1, y: 0.1 })).toMatchObject({ path: [[0, 0], [4, 0]], position: [2.1, 0.1], lookahead: 1, carrot: [3, 0], segment: 1, by_circle: true, meetings: [[3, 0]] });
  });

  test('is its path alone while it has told nothing, and none where it follows none', () => {
    expect(pursuit_of(state, null, { x: 0, y: 0 })).toMatchObject({ path: [[0, 0], [4, 0]], lookahead: 0, carrot: null, segment: null, meetings: [], command: null });
    expect(pursuit_of(state, pursuer_at(1), undefined)).toBeNull();
    expect(pursuit_of({ ...state, place: { ...state.place, watched: 1 } }, pursuer_at(1), { x: 0, y: 0 })).toBeNull();
  });

  test('has a waypoint where the hand is that drags it, and the line that is being drawn', () => {
    const hand = { ...kNoHand, dragged: { vehicle: 0, index: 1, point: [9, 9] as const }, stroke: [[1, 1], [2, 2]] as const };
    expect(pursuit_of({ ...state, hand }, null, { x: 0, y: 0 })).toMatchObject({ path: [[0, 0], [9, 9]], stroke: [[1, 1], [2, 2]] });
    expect(pursuit_of({ ...state, hand: { ...hand, dragged: { ...hand.dragged, vehicle: 3 } } }, null, { x: 0, y: 0 })!.path).toEqual([[0, 0], [4, 0]]);
  });

  test('without pure pursuit has no circle and no way, but the waypoint it goes to', () => {
    expect(pursuit_of(state, pursuer_at(1, { by_pursuit: false, why: 'waypoint' }), { x: 0, y: 0 })).toMatchObject({ lookahead: 0, segment: null, carrot: [3, 0] });
    expect(pursuit_of(state, pursuer_at(1, { why: 'none' }), { x: 0, y: 0 })).toMatchObject({ carrot: null, closest: null, meetings: [] });
  });

  test('says why', () => {
    expect(why_words(pursuer_at(1))).toBe('Way 2 of 2: where the circle leaves the path');
    expect(why_words(pursuer_at(1, { arrived: true, why: 'end' }))).toBe('Way 2 of 2: arrived, it holds there');
    expect(why_words(pursuer_at(1, { why: 'projection', segment: 0 }))).toContain('Way 1 of 2: the circle meets nothing');
    expect(why_words(pursuer_at(1, { why: 'none' }))).toContain('No path');
  });
});
