// What is drawn of a pursuit on the ground, the same on every drawing of it: lines, dots and arrows in metres of the world,
// with the names of their colours and widths in px. Pure.

import type { Pursuer } from '../net/messages';
import type { Point } from './path';
import { moved } from './path_edit';
import { path_of } from './store';
import type { AppState } from './store';

/// Of marks, the same on every drawing: they lie on the ground of levels, whatever the theme.
export const kMarkColors = {
  black: '#14171a', grey: '#3a4249', casing: '#f2f0ea', red: '#d7263d', blue: '#1a63cf', yellow: '#f5b700', teal: '#12806f', orange: '#d96a12', violet: '#7c3fc4',
  sky: '#2f9fe0', green: '#1f7a38',
} as const;
export type MarkColor = keyof typeof kMarkColors;

/// What can be shown and hidden, and how it is named.
export const kMarks = {
  path: { title: 'Path and waypoints', color: 'black' },
  lookahead: { title: 'Lookahead circle', color: 'grey' },
  carrot: { title: 'Carrot', color: 'red' },
  closest: { title: 'Closest point', color: 'sky' },
  segment: { title: 'Chosen segment', color: 'yellow' },
  meetings: { title: 'Circle meets path', color: 'teal' },
  velocity: { title: 'Velocity', color: 'blue' },
  command: { title: 'Acceleration command', color: 'orange' },
  wind: { title: 'Wind', color: 'teal' },
  air: { title: 'Moving air', color: 'green' },
  drag: { title: 'Drag', color: 'violet' },
} as const satisfies Record<string, { title: string; color: MarkColor }>;
export type MarkName = keyof typeof kMarks;

/// A pursuit as it is drawn; what is not known is null, and is not drawn.
export interface Pursuit {
  path: readonly Point[];
  closed: boolean;
  position: Point;
  lookahead: number; // m; 0: none
  carrot: Point | null;
  closest: Point | null;
  segment: number | null; // the carrot lies on the way that ends at this waypoint
  by_circle: boolean; // the circle chose the segment, or the nearest point of it did
  meetings: readonly Point[];
  velocity: Point;
  command: Point | null; // m/s²
  wind: Point | null; // m/s², that wanders
  air: Point | null; // m/s, that drag feels
  drag: Point | null; // m/s²
  stroke: readonly Point[]; // that a hand is drawing
}

export interface MarkLine {
  mark: MarkName;
  points: readonly Point[];
  color: MarkColor;
  width: number; // px
  dashed: boolean;
}
export interface MarkDot {
  mark: MarkName;
  at: Point;
  color: MarkColor;
  radius: number; // px
}
export interface Marks {
  lines: MarkLine[];
  dots: MarkDot[];
}

const kCross = 6; // px, half of a waypoint's
const kCrossGap = 10; // px; waypoints that are closer to one with a cross have none
const kVelocity_s = 0.5; // an arrow is the way of so many seconds
const kAir_s = 0.2;
const kAccel_s2 = 0.4; // m of an arrow for each m/s²
const kHead = 0.25; // of an arrow's length, at most kHeadPx
const kHeadPx = 10;
const kLeastArrowPx = 3; // what is shorter is not drawn
const kCircleCorners = 60;

/// `px`: metres of one pixel where it is drawn; crosses and heads of arrows keep their size on screen.
export function marks_of(pursuit: Pursuit, hidden: readonly string[], px: number): Marks {
  const { path, position, carrot, closest, velocity, command, wind, air, drag } = pursuit;
  const lines: MarkLine[] = [];
  const dots: MarkDot[] = [];
  const shown = (mark: MarkName): boolean => !hidden.includes(mark);
  const line = (mark: MarkName, points: readonly Point[], width: number, dashed = false, color: MarkColor = kMarks[mark].color): void => {
    if (shown(mark) && points.length > 1) lines.push({ mark, points, color, width, dashed });
  };
  // black on whatever ground there is
  const cased = (points: readonly Point[], width: number): void => {
    line('path', points, width + 2, false, 'casing');
    line('path', points, width);
  };
  const dot = (mark: MarkName, at: Point | null, radius: number): void => {
    if (shown(mark) && at !== null) dots.push({ mark, at, color: kMarks[mark].color, radius });
  };
  const arrow = (mark: MarkName, way: Point | null, scale: number): void => {
    if (way === null) return;
    for (const points of arrow_lines(position, [way[0] * scale, way[1] * scale], px)) line(mark, points, 2.5);
  };

  cased(pursuit.closed && path.length > 2 ? [...path, path[0]!] : path, 1.5);
  const segment = segment_of(pursuit);
  if (segment !== null) line('segment', segment, 4, !pursuit.by_circle);
  for (const at of apart(path, kCrossGap * px)) for (const stroke of cross_lines(at, kCross * px)) cased(stroke, 2);
  cased(pursuit.stroke, 2);
  if (pursuit.lookahead > 0) line('lookahead', circle(position, pursuit.lookahead), 1.5);
  if (carrot !== null) line('carrot', [position, carrot], 1, true);
  if (closest !== null) line('closest', [position, closest], 1, true);
  for (const at of pursuit.meetings) dot('meetings', at, 3.5);
  dot('closest', closest, 4);
  dot('carrot', carrot, 5);
  arrow('wind', wind, kAccel_s2);
  arrow('air', air, kAir_s);
  arrow('drag', drag, kAccel_s2);
  arrow('command', command, kAccel_s2);
  arrow('velocity', velocity, kVelocity_s);
  return { lines, dots };
}

function segment_of({ path, closed, segment, closest }: Pursuit): Point[] | null {
  if (segment === null) return null;
  const to = path[segment];
  const from = segment > 0 ? path[segment - 1] : closed ? path.at(-1) : (closest ?? undefined); // the first way begins where the vehicle was
  return from === undefined || to === undefined ? null : [from, to];
}

/// Points that are not too close to the last one before them that stayed; the last of all is one of them.
function apart(path: readonly Point[], least: number): Point[] {
  const stay: Point[] = [];
  for (const point of path) {
    const last = stay.at(-1);
    if (last === undefined || Math.hypot(point[0] - last[0], point[1] - last[1]) >= least) stay.push(point);
  }
  const end = path.at(-1);
  return end === undefined || stay.at(-1) === end ? stay : [...stay, end];
}

function cross_lines([x, y]: Point, half: number): Point[][] {
  return [[[x - half, y - half], [x + half, y + half]], [[x - half, y + half], [x + half, y - half]]];
}

function circle([x, y]: Point, radius: number): Point[] {
  return Array.from({ length: kCircleCorners + 1 }, (_, i): Point => {
    const angle = (2 * Math.PI * i) / kCircleCorners;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

/// A shaft and a head; nothing where it would hardly be seen.
export function arrow_lines([x, y]: Point, [dx, dy]: Point, px: number): Point[][] {
  const length = Math.hypot(dx, dy);
  if (!(length > kLeastArrowPx * px) || !Number.isFinite(length)) return [];
  const tip: Point = [x + dx, y + dy];
  const head = Math.min(kHead * length, kHeadPx * px) / length;
  const side = (turn: number): Point => [tip[0] - head * (dx - turn * dy), tip[1] - head * (dy + turn * dx)];
  return [[[x, y], tip], [side(0.6), tip, side(-0.6)]];
}

/// What is to draw of the vehicle watched; null where it follows no path. `pursuer`: as it told, null while it has not;
/// `at`: where it is seen.
export function pursuit_of({ room, place, hand }: Pick<AppState, 'room' | 'place' | 'hand'>, pursuer: Pursuer | null, at: { x: number; y: number } | undefined): Pursuit | null {
  const path = path_of(room, place.watched);
  if (path === null || at === undefined) return null;
  const { dragged, stroke } = hand;
  const points = dragged !== null && dragged.vehicle === place.watched ? moved(path.points, dragged.index, dragged.point) : path.points;
  const follows = pursuer !== null && pursuer.why !== 'none' && points.length > 0;
  return {
    path: points, closed: path.closed, stroke, position: [at.x, at.y],
    lookahead: pursuer !== null && pursuer.by_pursuit ? pursuer.lookahead : 0,
    carrot: follows ? pursuer.carrot : null, closest: follows ? pursuer.closest : null,
    segment: follows && pursuer.by_pursuit && pursuer.segment < points.length ? pursuer.segment : null,
    by_circle: pursuer?.why === 'circle', meetings: follows ? pursuer.hits : [],
    velocity: pursuer?.velocity ?? [0, 0], command: pursuer?.accel_command ?? null, wind: pursuer?.wind ?? null, air: pursuer?.air ?? null, drag: pursuer?.drag ?? null,
  };
}

const kWhyWords: Readonly<Record<Pursuer['why'], string>> = {
  none: 'no path', projection: 'the circle meets nothing: nearest point', circle: 'where the circle leaves the path', end: 'its end is inside the circle', waypoint: 'no pure pursuit: the waypoint itself',
};

/// Which way was chosen and why: "Way 2 of 5: where the circle leaves the path".
export function why_words({ why, segment, points, arrived }: Pursuer): string {
  if (why === 'none' || points === 0) return 'No path: click on the ground to draw one';
  const way = `Way ${segment + 1} of ${points}`;
  return arrived ? `${way}: arrived, it holds there` : `${way}: ${kWhyWords[why]}`;
}
