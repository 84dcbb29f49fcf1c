// The level from above with its vehicles: all of it north up, or turned and centred on the watched vehicle.

import type { BodyPlace, Room, VehicleState } from '../net/messages';
import { kMarkColors, marks_of } from '../state/pursuit_marks';
import type { Pursuit } from '../state/pursuit_marks';
import { is_traffic } from '../state/store';
import { css_color, fastest, speed_color } from '../state/trail';
import type { Trail } from '../state/trail';
import { begin, color, kFont } from './canvas';
import { draw_arrow } from './ranges';
import type { TopPicture } from './scene';

const kStreetsAround = 150; // m of streets across the map that turns with the car

export interface MinimapInput {
  room: Room;
  bounds: readonly [number, number, number, number]; // to be seen
  states: VehicleState[];
  bodies: readonly BodyPlace[];
  watched: number;
  north_up: boolean;
  picture: TopPicture | null;
  trails: readonly Trail[];
  pursuit: Pursuit | null; // of the vehicle watched
  hidden_marks: readonly string[];
}

export function draw_minimap(canvas: HTMLCanvasElement, input: MinimapInput): void {
  const pen = begin(canvas);
  if (pen === null) return;
  const { context, width, height } = pen;
  const [west, south, east, north] = input.bounds;
  const whole = Math.min(width / (east - west), height / (north - south));
  const watched = input.states[input.watched];
  const car_up = !input.north_up && watched !== undefined;
  // streets are told apart from the car on; a level without is seen nearly whole
  const near = input.room.level.roads === undefined ? whole * 1.8 : Math.max(whole * 1.8, Math.min(width, height) / kStreetsAround);
  const scale = car_up ? near : whole * 0.98;

  // map metres to the canvas: x right, y down
  context.save();
  context.translate(width / 2, height / 2);
  context.scale(scale, -scale);
  if (car_up) {
    context.rotate(Math.PI / 2 - watched.yaw);
    context.translate(-watched.x, -watched.y);
  } else {
    context.translate(-(west + east) / 2, -(south + north) / 2);
  }
  draw_ground(context, input);
  draw_roads(context, input.room, scale);
  draw_route(context, input.room, scale);
  draw_bodies(context, input, scale);
  draw_trails(context, input, scale);
  draw_pursuit(context, input, scale);
  const to_canvas = context.getTransform();
  context.restore();

  const ratio = context.getTransform().a;
  context.font = kFont;
  input.states.forEach((state, i) => {
    if (!state.present) return;
    const at = to_canvas.transformPoint(new DOMPoint(state.x, state.y));
    const heading = car_up ? state.yaw - watched.yaw + Math.PI / 2 : state.yaw;
    const vehicle = input.room.vehicles[i];
    const size = i === input.watched ? 7 : vehicle?.kind === 'walker' ? 3 : 5.5;
    draw_arrow(context, at.x / ratio, at.y / ratio, heading, size, vehicle?.front ?? vehicle?.color ?? '#fff');
  });
}

function draw_ground(context: CanvasRenderingContext2D, { picture }: MinimapInput): void {
  if (picture === null) return;
  const [west, south, east, north] = picture.bounds;
  context.save();
  context.translate(west, north);
  context.scale(1, -1);
  context.drawImage(picture.canvas, 0, 0, east - west, north - south);
  context.restore();
}

/// Lanes as strips, whatever stands over them, with a thin line between.
function draw_roads(context: CanvasRenderingContext2D, { level }: Room, scale: number): void {
  if (level.roads === undefined) return;
  context.lineJoin = 'round';
  context.lineCap = 'butt';
  for (const [style, part] of [['road-edge', 1], ['road', 0]] as const) {
    context.strokeStyle = color(style);
    for (const { points, width, junction } of level.roads) {
      const lane = Math.max(width, 1.5 / scale); // seen from however far
      context.lineWidth = lane + (part * 2) / scale;
      if (junction && part === 1) continue; // they lie over each other
      context.beginPath();
      points.forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
      context.stroke();
    }
  }
}

/// Blocks, cones, cars of trains: a dot each.
function draw_bodies(context: CanvasRenderingContext2D, { room, bodies }: MinimapInput, scale: number): void {
  if (room.level.bodies.length !== bodies.length) return;
  const side = 3 / scale;
  context.fillStyle = color('yellow');
  for (const { x, y, present } of bodies) if (present) context.fillRect(x - side / 2, y - side / 2, side, side);
}

function draw_trails(context: CanvasRenderingContext2D, { room, trails, states, watched, pursuit }: MinimapInput, scale: number): void {
  context.lineWidth = 2 / scale;
  context.lineJoin = 'round';
  trails.forEach((trail, i) => {
    if (states[i]?.present === false || is_traffic(room.vehicles[i]?.driver ?? '')) return;
    if (i === watched && pursuit !== null) return draw_speeds(context, trail);
    const { points } = trail;
    context.beginPath();
    points.forEach(([x, y], k) => (k === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
    const now = states[i];
    if (now !== undefined) context.lineTo(now.x, now.y);
    context.strokeStyle = room.vehicles[i]?.color ?? '#fff';
    context.stroke();
  });
}

/// Coloured by speed, as in the world.
function draw_speeds(context: CanvasRenderingContext2D, trail: Trail): void {
  const most = fastest(trail);
  for (let i = 1; i < trail.points.length; ++i) {
    context.beginPath();
    context.moveTo(...trail.points[i - 1]!);
    context.lineTo(...trail.points[i]!);
    context.strokeStyle = css_color(speed_color(trail.speeds[i]! / most));
    context.stroke();
  }
}

function draw_pursuit(context: CanvasRenderingContext2D, { pursuit, hidden_marks }: MinimapInput, scale: number): void {
  if (pursuit === null) return;
  const px = 0.8 / scale; // a little smaller than in the world
  const { lines, dots } = marks_of(pursuit, hidden_marks, px);
  for (const { points, color, width, dashed } of lines) {
    context.beginPath();
    points.forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
    context.setLineDash(dashed ? [4 * px, 3 * px] : []);
    context.lineWidth = width * px;
    context.strokeStyle = kMarkColors[color];
    context.stroke();
  }
  context.setLineDash([]);
  for (const { at, color, radius } of dots) {
    context.beginPath();
    context.arc(at[0], at[1], radius * px, 0, 2 * Math.PI);
    context.fillStyle = kMarkColors[color];
    context.fill();
  }
}

function draw_route(context: CanvasRenderingContext2D, room: Room, scale: number): void {
  const { route, route_closed, gates } = room.level;
  context.lineWidth = 1.2 / scale;
  context.strokeStyle = color('route');
  context.beginPath();
  route.forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
  if (route_closed) context.closePath();
  context.setLineDash([4 / scale, 4 / scale]);
  context.stroke();
  context.setLineDash([]);
  gates.forEach(([lx, ly, rx, ry], i) => {
    context.beginPath();
    context.moveTo(lx, ly);
    context.lineTo(rx, ry);
    context.strokeStyle = i === 0 ? color('yellow') : color('route');
    context.lineWidth = (i === 0 ? 3 : 1.2) / scale;
    context.stroke();
  });
}
