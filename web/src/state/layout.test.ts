import { describe, expect, test } from 'vitest';
import type { Room } from '../net/messages';
import { arrange, brought_forward, chosen_sensor, first_layout, kept_layout, layout_kind, panels_of, shares, with_sensor } from './layout';
import type { Area, LayoutKind, Part } from './layout';
import { kFirstChoices, kPanels } from './store';

const kSmall: Area = { width: 776, height: 412 };
const kDesk: Area = { width: 1356, height: 816 };
const kLarge: Area = { width: 2476, height: 1350 };
const kView: Part = { view: true, size: 0 };

interface Box { name: string; x: number; y: number; width: number; height: number }

/// Where the groups of a tree are.
function boxes(part: Part, x: number, y: number, { width, height }: Area): Box[] {
  if (!('parts' in part)) return [{ name: 'tabs' in part ? part.tabs.join(' ') : 'view', x, y, width, height }];
  let at = 0;
  return part.parts.flatMap((each) => {
    const from = at;
    at += each.size;
    return part.along === 'x' ? boxes(each, x + from, y, { width: each.size, height }) : boxes(each, x, y + from, { width, height: each.size });
  });
}

function view_of(tree: Part, area: Area): Box {
  return boxes(tree, 0, 0, area).find(({ name }) => name === 'view')!;
}

describe('arrange', () => {
  for (const area of [kSmall, kDesk, kLarge]) {
    test(`shows all panels in ${area.width} x ${area.height}, and leaves a view`, () => {
      const tree = arrange(kView, kPanels, area);

      expect(panels_of(tree).sort()).toEqual([...kPanels].sort());
      const all = boxes(tree, 0, 0, area);
      expect(all.reduce((sum, { width, height }) => sum + width * height, 0)).toBe(area.width * area.height);
      for (const box of all) {
        expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(area.width);
        expect(box.y + box.height).toBeLessThanOrEqual(area.height);
        expect(box.width).toBeGreaterThanOrEqual(box.name === 'view' ? 400 : 176);
        expect(box.height).toBeGreaterThanOrEqual(box.name === 'view' ? 240 : 104);
      }
    });
  }

  test('what is beside the view keeps its width in a wider window, the view takes the rest', () => {
    const small = arrange(kView, ['minimap', 'speed', 'parameters'], kDesk);
    const large = arrange(small, ['minimap', 'speed', 'parameters'], kLarge);

    const widths = (tree: Part, area: Area): number[] => boxes(tree, 0, 0, area).filter(({ name }) => name !== 'view').map(({ width }) => width);
    expect(widths(large, kLarge)).toEqual(widths(small, kDesk));
    expect(view_of(large, kLarge).width - view_of(small, kDesk).width).toBe(kLarge.width - kDesk.width);
  });

  test('the same layout in the same area stays as it is', () => {
    const tree = arrange(kView, ['minimap', 'speed', 'plots', 'events', 'parameters'], kDesk);
    expect(arrange(tree, ['minimap', 'speed', 'plots', 'events', 'parameters'], kDesk)).toEqual(tree);
  });

  test('a layout of a large window that a small one has no room for is made anew', () => {
    const tree = arrange(arrange(kView, kPanels, kLarge), kPanels, kSmall);
    expect(boxes(tree, 0, 0, kSmall).every(({ width, height }) => width >= 176 && height >= 104)).toBe(true);
    expect(view_of(tree, kSmall).width).toBeGreaterThanOrEqual(400);
  });

  test('panels that are gone leave no empty groups', () => {
    const tree = arrange(arrange(kView, ['minimap', 'speed', 'plots'], kDesk), [], kDesk);
    expect(tree).toMatchObject({ view: true });
  });

  test('a panel behind others comes forward', () => {
    const tree: Part = { along: 'x', size: 0, parts: [kView, { tabs: ['speed', 'laps'], active: 'speed', size: 264 }] };
    expect(brought_forward(tree, 'laps')).toMatchObject({ parts: [{}, { active: 'laps' }] });
  });

  test('in a column, what grows takes the height that others do not need', () => {
    const tall = boxes(arrange(kView, ['minimap', 'speed', 'laps'], kDesk), 0, 0, kDesk);
    const height = (name: string): number => tall.find((box) => box.name === name)!.height;
    expect(height('speed')).toBe(176);
    expect(height('minimap')).toBe(kDesk.height - height('speed') - height('laps'));
  });
});

describe('shares', () => {
  test('add up, and nobody gets less than its least', () => {
    expect(shares(1000, [200, 300, 100], [100, 100, 100], [false, true, false])).toEqual([200, 700, 100]);
    expect(shares(500, [200, 300, 200], [100, 160, 100], [false, true, false])).toEqual([170, 160, 170]);
    expect(shares(301, [100, 100, 100], [0, 0, 0], [true, true, true])).toEqual([100, 101, 100]);
  });
});

describe('kept layouts', () => {
  const group = (...tabs: string[]): object => ({ tabs, active: tabs[0], size: 264 });
  const row = (...parts: object[]): object => ({ along: 'x', parts, size: 800 });
  const good = { version: 2, open: ['speed', 'laps'], root: row(kView, group('speed', 'laps')), sensors: { ranges: 'lidar@rear' } };

  test('are taken as they are', () => {
    expect(kept_layout({ race: good }, 'race')).toBe(good);
    expect(kept_layout({ race: good }, 'field')).toEqual(first_layout('field'));
  });

  test('that are broken or of another version are as on the first day', () => {
    const broken: unknown[] = [
      null, 7, 'text', [], {}, { ...good, version: 1 }, { ...good, version: 3 }, { ...good, sensors: undefined }, { ...good, sensors: { ranges: 7 } }, { ...good, sensors: [] }, { ...good, open: ['gone'] }, { ...good, open: 'speed' },
      { ...good, root: null }, { ...good, root: row(group('speed')) }, { ...good, root: row(kView, kView) }, { ...good, root: row(kView, group('gone')) },
      { ...good, root: row(kView, group('speed', 'speed')) }, { ...good, root: row(kView, group()) }, { ...good, root: row(kView, { tabs: ['speed'], active: 'laps', size: 9 }) },
      { ...good, root: row() }, { ...good, root: row({ view: true, size: Number.NaN }) }, { ...good, root: row(kView, { ...group('speed'), size: '9' }) },
    ];
    for (const each of broken) expect(kept_layout({ race: each }, 'race')).toEqual(first_layout('race'));
  });

  test('a sensor that was chosen is kept with the layout of rooms of its kind, and nothing else changes', () => {
    const layouts = with_sensor({ race: good }, 'race', 'picture', 'depth');
    const chosen = (panel: 'picture' | 'ranges' | 'plots'): string | undefined => chosen_sensor({ choices: { ...kFirstChoices, layouts }, room: null }, panel);

    expect(layouts).toEqual({ race: { ...good, sensors: { ranges: 'lidar@rear', picture: 'depth' } } });
    expect([chosen('picture'), chosen('ranges'), chosen('plots')]).toEqual(['depth', 'lidar@rear', undefined]);
    expect(with_sensor({}, 'field', 'path', 'odometry')).toEqual({ field: { ...first_layout('field'), sensors: { path: 'odometry' } } });
  });

  test('every kind of room begins with panels that are known, once each', () => {
    for (const kind of ['race', 'field', 'flight', 'programs', 'duel', 'replay'] as const) {
      const { open } = first_layout(kind);
      expect(new Set(open).size).toBe(open.length);
      expect(open.every((id) => kPanels.includes(id))).toBe(true);
      const { root } = first_layout(kind);
      expect(panels_of(arrange(root, open, kDesk)).sort()).toEqual([...open].sort());
    }
  });
});

test('rooms of one kind share a layout', () => {
  const kind = (room: object): LayoutKind => layout_kind({ mode: 'live', vehicles: [{}], doors: [], paths: [], level: { gates: [], rules: null }, ...room } as unknown as Room);
  const doors = [{ door: 'racecar' }];
  expect(layout_kind(null)).toBe('race');
  expect(kind({})).toBe('field');
  expect(kind({ level: { gates: [[0, 0, 1, 1]], rules: null } })).toBe('race');
  expect(kind({ paths: [{}] })).toBe('flight');
  expect(kind({ paths: [{}], level: { gates: [[0, 0, 1, 1]], rules: null } })).toBe('flight');
  expect(kind({ doors })).toBe('programs');
  expect(kind({ doors, vehicles: [{}, {}] })).toBe('duel');
  expect(kind({ doors, mode: 'replay' })).toBe('replay');
});
