// What is drawn of a pursuit on the ground, the same on every drawing of it: lines, dots and arrows in metres of the world,
// with the names of their colours and widths in px. Pure.

import type { Point } from './path';

/// What can be shown and hidden, and how it is named.
export const kMarks = {
  path: { title: 'Path and waypoints', color: 'text' },
  lookahead: { title: 'Lookahead circle', color: 'muted' },
  carrot: { title: 'Carrot', color: 'red' },
  closest: { title: 'Closest point', color: 'blue' },
  segment: { title: 'Chosen segment', color: 'yellow' },
  meetings: { title: 'Circle meets path', color: 'teal' },
  velocity: { title: 'Velocity', color: 'blue' },
  command: { title: 'Acceleration command', color: 'orange' },
  wind: { title: 'Wind', color: 'teal' },
  drag: { title: 'Drag', color: 'violet' },
} as const;
export type MarkName = keyof typeof kMarks;
export type MarkColor = (typeof kMarks)[MarkName]['color'];

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
  wind: Point | null; // m/s²
  drag: Point | null; // m/s²
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

const kVelocity_s = 0.5; // an arrow is the way of so many seconds
const kAccel_s2 = 0.4; // m of an arrow for each m/s²
const kHead = 0.25; // of an arrow's length, at most kHeadPx
const kHeadPx = 10;
const kLeastArrowPx = 3; // what is shorter is not drawn
const kCircleCorners = 60;

/// `px`: metres of one pixel where it is drawn; crosses and heads of arrows keep their size on screen.
export function marks_of(pursuit: Pursuit, hidden: readonly string[], px: number): Marks {
  const { path, position, carrot, closest, velocity, command, wind, drag } = pursuit;
  const lines: MarkLine[] = [];
  const dots: MarkDot[] = [];
  const shown = (mark: MarkName): boolean => !hidden.includes(mark);
  const line = (mark: MarkName, points: readonly Point[], width: number, dashed = false): void => {
    if (shown(mark) && points.length > 1) lines.push({ mark, points, color: kMarks[mark].color, width, dashed });
  };
  const dot = (mark: MarkName, at: Point | null, radius: number): void => {
    if (shown(mark) && at !== null) dots.push({ mark, at, color: kMarks[mark].color, radius });
  };
  const arrow = (mark: MarkName, way: Point | null, scale: number): void => {
    if (way === null) return;
    for (const points of arrow_lines(position, [way[0] * scale, way[1] * scale], px)) line(mark, points, 2.5);
  };

  line('path', pursuit.closed && path.length > 2 ? [...path, path[0]!] : path, 1.5);
  const segment = segment_of(pursuit);
  if (segment !== null) line('segment', segment, 4, !pursuit.by_circle);
  for (const at of path) for (const stroke of cross_lines(at, 6 * px)) line('path', stroke, 2);
  if (pursuit.lookahead > 0) line('lookahead', circle(position, pursuit.lookahead), 1.5);
  if (carrot !== null) line('carrot', [position, carrot], 1, true);
  if (closest !== null) line('closest', [position, closest], 1, true);
  for (const at of pursuit.meetings) dot('meetings', at, 3.5);
  dot('closest', closest, 4);
  dot('carrot', carrot, 5);
  arrow('wind', wind, kAccel_s2);
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
