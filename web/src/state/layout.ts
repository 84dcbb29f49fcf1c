// Where panels are docked around the view: a tree of rows, columns and tabbed groups, as plain data; and which sensors they
// show. All here is pure; ui/dock.ts shows it.

import type { Room } from '../net/messages';
import type { SensorPanelId } from './sensors';
import { has_client, has_pad, has_path, is_duel, is_field, kPanels } from './store';
import type { AppState, Choices, PanelId } from './store';

export interface Area {
  width: number; // px
  height: number;
}

/// Sizes are px along the split that a part is in.
export interface Tabs {
  tabs: PanelId[];
  active: PanelId;
  size: number;
}
export interface Split {
  along: 'x' | 'y';
  parts: Part[];
  size: number;
}
export interface View {
  view: true; // what is left free for the picture
  size: number;
}
export type Part = Tabs | Split | View;

/// What is kept for each kind of room. `open` also names panels that the room on screen has nothing for.
export interface Layout {
  version: typeof kLayoutVersion;
  open: PanelId[];
  root: Part;
  sensors: Partial<Record<SensorPanelId, string>>; // that were chosen, by name
}

export type LayoutKind = 'race' | 'field' | 'flight' | 'programs' | 'client' | 'town' | 'duel' | 'replay';
type Side = 'left' | 'right' | 'bottom';

interface PanelSize extends Area { // as it is opened
  side: Side;
  low: number; // px of height with which it still says something
  grows: boolean; // takes the height that others do not need
}

export const kLayoutVersion = 2;
const kMostDepth = 12; // of a kept tree
const kSides: readonly Side[] = ['right', 'left', 'bottom'];
const kLeastGroup: Area = { width: 176, height: 104 };
export const kLeastView: Area = { width: 400, height: 240 };
const kNarrowGroup: Record<Side, number> = { left: 248, right: 248, bottom: 212 }; // px in which a panel can be read
const kOnlyView: View = { view: true, size: 0 };

const size_of = (side: Side, width: number, height: number, low: number, grows = true): PanelSize => ({ side, width, height, low, grows });
const kSizes: Readonly<Record<PanelId, PanelSize>> = {
  client: size_of('left', 304, 560, 208),
  speed: size_of('right', 264, 176, 144, false),
  road: size_of('right', 264, 256, 216, false),
  laps: size_of('right', 264, 152, 112, false),
  minimap: size_of('right', 264, 232, 152),
  picture: size_of('right', 264, 240, 168),
  picture_2: size_of('right', 264, 240, 168),
  picture_3: size_of('right', 264, 264, 168),
  ranges: size_of('right', 264, 296, 168),
  points: size_of('right', 264, 176, 152, false),
  plots: size_of('bottom', 384, 232, 176),
  plots_2: size_of('bottom', 384, 232, 144),
  path: size_of('right', 264, 264, 168),
  events: size_of('bottom', 304, 208, 112),
  vehicles: size_of('bottom', 408, 208, 112),
  tracking: size_of('bottom', 520, 248, 176),
  flights: size_of('bottom', 520, 248, 176),
  figures: size_of('right', 264, 304, 152),
  display: size_of('right', 264, 264, 152, false),
  parameters: size_of('left', 304, 480, 208),
  world: size_of('left', 264, 320, 168, false),
  training: size_of('left', 304, 344, 208),
  links: size_of('left', 264, 176, 104, false),
  console: size_of('bottom', 384, 208, 112),
  settings: size_of('left', 304, 360, 168, false),
};

const kFirstOpen: Readonly<Record<LayoutKind, readonly PanelId[]>> = {
  race: ['minimap', 'speed', 'laps', 'training', 'links'],
  flight: ['parameters', 'minimap', 'figures', 'flights', 'tracking'],
  town: ['minimap', 'road', 'speed', 'training', 'links'],
  field: ['minimap', 'speed', 'world', 'training', 'links'],
  programs: ['picture', 'picture_2', 'ranges', 'console'],
  client: ['client', 'minimap', 'picture', 'picture_2', 'picture_3', 'points'],
  duel: [],
  replay: ['minimap', 'speed', 'laps', 'events'],
};

// --- which layout ----------------------------------------------------------------------------------------------------

/// Rooms of one kind share a layout: recordings, races of several programs, other rooms with a pad for programs, those of clients, paths that people edit, towns, fields, tracks.
export function layout_kind(room: Room | null): LayoutKind {
  if (room?.mode === 'replay') return 'replay';
  if (is_duel(room)) return 'duel';
  if (has_pad(room)) return 'programs';
  if (has_client(room)) return 'client';
  if (has_path(room)) return 'flight';
  if (room?.level.roads !== undefined) return 'town';
  return room !== null && is_field(room.level) ? 'field' : 'race';
}

/// Flights are compared over the width of the view, with their plots behind the table.
const kFlightRoot: Part = {
  along: 'x', size: 0, parts: [
    { tabs: ['parameters'], active: 'parameters', size: 288 },
    { along: 'y', size: 0, parts: [kOnlyView, { tabs: ['flights', 'tracking'], active: 'flights', size: 248 }] },
    { along: 'y', size: 264, parts: [{ tabs: ['minimap'], active: 'minimap', size: 248 }, { tabs: ['figures'], active: 'figures', size: 304 }] },
  ],
};

/// A client's pictures stand under each other, large enough to be looked at; the map under what is said of it.
const kClientRoot: Part = {
  along: 'x', size: 0, parts: [
    { along: 'y', size: 288, parts: [{ tabs: ['client'], active: 'client', size: 528 }, { tabs: ['minimap'], active: 'minimap', size: 240 }] },
    kOnlyView,
    {
      along: 'y', size: 304, parts: [
        { tabs: ['picture'], active: 'picture', size: 256 }, { tabs: ['picture_2'], active: 'picture_2', size: 256 },
        { tabs: ['picture_3', 'points'], active: 'picture_3', size: 272 },
      ],
    },
  ],
};
const kFirstRoots: Partial<Record<LayoutKind, Part>> = { flight: kFlightRoot, client: kClientRoot };

export function first_layout(kind: LayoutKind): Layout {
  return { version: kLayoutVersion, open: [...kFirstOpen[kind]], root: kFirstRoots[kind] ?? kOnlyView, sensors: {} };
}

/// The layout kept for a kind of room; one that is damaged or of another version is as on the first day.
export function kept_layout(kept: Readonly<Record<string, unknown>>, kind: LayoutKind): Layout {
  const found = kept[kind];
  return is_layout(found) ? found : first_layout(kind);
}

/// The sensor that was chosen for a panel in rooms as this one; undefined: none was.
export function chosen_sensor({ choices, room }: Pick<AppState, 'choices' | 'room'>, panel: SensorPanelId): string | undefined {
  return kept_layout(choices.layouts, layout_kind(room)).sensors[panel];
}

/// All layouts, with another sensor in a panel of rooms of that kind.
export function with_sensor(layouts: Choices['layouts'], kind: LayoutKind, panel: SensorPanelId, sensor: string): Choices['layouts'] {
  const layout = kept_layout(layouts, kind);
  return { ...layouts, [kind]: { ...layout, sensors: { ...layout.sensors, [panel]: sensor } } };
}

function is_layout(value: unknown): value is Layout {
  if (typeof value !== 'object' || value === null) return false;
  const { version, open, root, sensors } = value as Partial<Layout>;
  return version === kLayoutVersion && Array.isArray(open) && open.every(is_panel) && is_tree(root) && are_names(sensors);
}

function are_names(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every((name) => typeof name === 'string');
}

function is_panel(value: unknown): value is PanelId {
  return kPanels.includes(value as PanelId);
}

/// One view, no panel twice, sizes that are numbers.
function is_tree(root: unknown): root is Part {
  const seen = new Set<PanelId>();
  let views = 0;
  const good = (value: unknown, depth: number): boolean => {
    if (typeof value !== 'object' || value === null || depth > kMostDepth) return false;
    const part = value as Partial<Tabs & Split & View>;
    if (typeof part.size !== 'number' || !(part.size >= 0 && part.size < 1e5)) return false;
    if (part.view === true) return ++views === 1;
    if (Array.isArray(part.tabs)) {
      const fresh = part.tabs.every((id) => is_panel(id) && !seen.has(id) && seen.add(id));
      return fresh && part.tabs.includes(part.active!);
    }
    return (part.along === 'x' || part.along === 'y') && Array.isArray(part.parts) && part.parts.length > 0 && part.parts.every((each) => good(each, depth + 1));
  };
  return good(root, 0) && views === 1;
}

// --- arranging -------------------------------------------------------------------------------------------------------

/// The tree with exactly these panels, as large as the area: those it knows where they are, others where there is room.
export function arrange(root: Part, shown: readonly PanelId[], area: Area): Part {
  const place_all = (from: Part): Part => shown.reduce((tree, id) => (panels_of(tree).includes(id) ? tree : place(tree, id, area)), from);
  const kept = place_all(tidy(only(root, shown)) ?? kOnlyView);
  const least = needed(kept, least_of);
  const fits = least.width <= area.width && least.height <= area.height;
  return sized(fits ? kept : place_all(kOnlyView), area);
}

/// Before all others of its group; the tree as it is when it is not there.
export function brought_forward(part: Part, id: PanelId): Part {
  if ('parts' in part) return { ...part, parts: part.parts.map((each) => brought_forward(each, id)) };
  return 'tabs' in part && part.tabs.includes(id) ? { ...part, active: id } : part;
}

export function panels_of(part: Part): PanelId[] {
  return 'parts' in part ? part.parts.flatMap(panels_of) : 'tabs' in part ? part.tabs : [];
}

/// A new group at the panel's own side, in a column there or a new one, or in another column; if none has room, a tab.
function place(root: Part, id: PanelId, area: Area): Part {
  const { side } = kSizes[id];
  const group = (along: 'x' | 'y'): Tabs => ({ tabs: [id], active: id, size: preferred(id, along) });
  const fresh = with_side(root, group(side === 'bottom' ? 'y' : 'x'), side);
  const appended = (where: Side): Part[] => beside(root, where).flatMap((column) => {
    const along = where === 'bottom' ? 'x' : 'y';
    if ('parts' in column && column.along !== along) return [];
    const before: Part[] = 'parts' in column ? column.parts : [{ ...column, size: 'active' in column ? preferred(column.active, along) : column.size }];
    return [replaced(root, column, { along, parts: [...before, group(along)], size: column.size })];
  });
  const home = [...appended(side), ...(side === 'bottom' && beside(root, side).length > 0 ? [] : [fresh])];
  const elsewhere = kSides.filter((other) => other !== side).flatMap(appended);
  const fits = (of: (leaf: Tabs | View, area: Area) => Area) => (tree: Part): boolean => {
    const { width, height } = needed(tree, (leaf) => of(leaf, area));
    return width <= area.width && height <= area.height;
  };
  const roomy = home.find(fits(generous)) ?? home.find(fits(legible)) ?? elsewhere.find(fits(legible));
  return tidy(roomy ?? with_tab(root, id) ?? fresh)!;
}

/// A tab in the group with the fewest, at the panel's own side if there is one.
function with_tab(root: Part, id: PanelId): Part | null {
  const at_home = beside(root, kSizes[id].side).flatMap(groups_of);
  const groups = at_home.length > 0 ? at_home : groups_of(root);
  const least = Math.min(...groups.map(({ tabs }) => tabs.length));
  const chosen = groups.filter(({ tabs }) => tabs.length === least).at(-1);
  return chosen === undefined ? null : replaced(root, chosen, { ...chosen, tabs: [...chosen.tabs, id], active: id });
}

function groups_of(part: Part): Tabs[] {
  return 'parts' in part ? part.parts.flatMap(groups_of) : 'tabs' in part ? [part] : [];
}

function preferred(id: PanelId, along: 'x' | 'y'): number {
  return along === 'x' ? kSizes[id].width : kSizes[id].height;
}

function has_view(part: Part): boolean {
  return 'view' in part || ('parts' in part && part.parts.some(has_view));
}

/// What stands at a side of the view, the outermost first.
function beside(part: Part, side: Side): Part[] {
  if (!('parts' in part)) return [];
  const at = part.parts.findIndex(has_view);
  const inner = at < 0 ? [] : beside(part.parts[at]!, side);
  if (at < 0 || part.along !== (side === 'bottom' ? 'y' : 'x')) return inner;
  return [...(side === 'left' ? part.parts.slice(0, at) : part.parts.slice(at + 1).reverse()), ...inner];
}

/// Columns stand at the window's sides, one row at the bottom directly under the view.
function with_side(root: Part, group: Tabs, side: Side): Part {
  if (side !== 'bottom') return { along: 'x', parts: side === 'left' ? [group, root] : [root, group], size: root.size };
  const under = (part: Part): Part => ('view' in part ? { along: 'y', parts: [part, group], size: part.size }
    : 'parts' in part && has_view(part) ? { ...part, parts: part.parts.map(under) } : part);
  return under(root);
}

function replaced(part: Part, old: Part, by: Part): Part {
  if (part === old) return by;
  return 'parts' in part ? { ...part, parts: part.parts.map((each) => replaced(each, old, by)) } : part;
}

function only(part: Part, shown: readonly PanelId[]): Part {
  if ('parts' in part) return { ...part, parts: part.parts.map((each) => only(each, shown)) };
  if ('view' in part) return part;
  const tabs = part.tabs.filter((id) => shown.includes(id));
  return { ...part, tabs, active: tabs.includes(part.active) ? part.active : (tabs[0] ?? part.active) };
}

/// Without empty groups, rows of one and rows in rows.
function tidy(part: Part): Part | null {
  if (!('parts' in part)) return 'tabs' in part && part.tabs.length === 0 ? null : part;
  const parts = part.parts.map(tidy).filter((each) => each !== null).flatMap((each) => ('parts' in each && each.along === part.along ? each.parts : [each]));
  return parts.length > 1 ? { ...part, parts } : parts.length === 1 ? { ...parts[0]!, size: part.size } : null;
}

// --- sizes -----------------------------------------------------------------------------------------------------------

function least_of(leaf: Tabs | View): Area {
  return 'view' in leaf ? kLeastView : kLeastGroup;
}

/// As large as panels open, most of the width to the view.
function generous(leaf: Tabs | View, { width, height }: Area): Area {
  if ('view' in leaf) return { width: 0.62 * width, height: 0.5 * height };
  return { width: Math.max(...leaf.tabs.map((id) => kSizes[id].width)), height: Math.max(...leaf.tabs.map((id) => kSizes[id].height)) };
}

/// As small as panels can still be read.
function legible(leaf: Tabs | View, { width, height }: Area): Area {
  if ('view' in leaf) return { width: Math.max(440, 0.35 * width), height: Math.max(240, 0.4 * height) };
  return { width: Math.max(...leaf.tabs.map((id) => kNarrowGroup[kSizes[id].side])), height: Math.max(...leaf.tabs.map((id) => kSizes[id].low)) };
}

function needed(part: Part, of: (leaf: Tabs | View) => Area): Area {
  if (!('parts' in part)) return of(part);
  const areas = part.parts.map((each) => needed(each, of));
  const [widths, heights] = [areas.map(({ width }) => width), areas.map(({ height }) => height)];
  return part.along === 'x' ? { width: sum(widths), height: Math.max(...heights) } : { width: Math.max(...widths), height: sum(heights) };
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

function grows(part: Part): boolean {
  return groups_of(part).some(({ tabs }) => tabs.some((id) => kSizes[id].grows));
}

/// As large as the area: what is beside the view keeps its size as long as there is room, the view takes the rest.
function sized<P extends Part>(part: P, area: Area): P {
  if (!('parts' in part)) return part;
  const length = part.along === 'x' ? 'width' : 'height';
  const leasts = part.parts.map((each) => needed(each, least_of)[length]);
  const takes = part.parts.some(has_view) ? part.parts.map(has_view) : part.parts.some(grows) && part.along === 'y' ? part.parts.map(grows) : part.parts.map(() => true);
  const sizes = shares(area[length], part.parts.map(({ size }) => size), leasts, takes);
  return { ...part, parts: part.parts.map((each, i) => ({ ...sized(each, { ...area, [length]: sizes[i]! }), size: sizes[i]! })) };
}

/// Whole px that add up to `total`: those that take give and get first, in proportion; nobody gets less than its least.
export function shares(total: number, wanted: readonly number[], leasts: readonly number[], takes: readonly boolean[]): number[] {
  const sizes = wanted.map((size, i) => Math.max(size, leasts[i]!));
  const spare = total - sum(sizes);
  if (spare >= 0) {
    const weights = sizes.map((size, i) => (takes[i] === true ? Math.max(1, size) : 0));
    weights.forEach((weight, i) => { sizes[i]! += (spare * weight) / sum(weights); });
  } else {
    let lack = -spare;
    for (const who of [true, false]) {
      const rooms = sizes.map((size, i) => (takes[i] === who ? size - leasts[i]! : 0));
      const share = Math.min(1, lack / Math.max(1e-9, sum(rooms)));
      rooms.forEach((room, i) => { sizes[i]! -= room * share; });
      lack -= sum(rooms) * share;
    }
  }
  const edges = sizes.map((_, i) => Math.round(sum(sizes.slice(0, i + 1))));
  return edges.map((edge, i) => edge - (edges[i - 1] ?? 0));
}
