// Bytes of the web door to frames and back, and text to messages. Pure and total: any bytes are safe,
// a bad frame is a CodecError with a reason. Layouts: docs/protocols/web.md, little-endian.

import { kCarrotWhys, kLights } from './messages';
import type {
  BodiesFrame, BodyPlace, ClientMessage, Frame, Pair, PictureFormat, PictureFrame, PointsFrame, Pursuer, PursuitFrame, RangesFrame, RoadWatch, RoadsFrame, SeriesFrame,
  ServerMessage, StateFrame, VehicleState,
} from './messages';

export class CodecError extends Error {}

const kStateHead = 20;
const kVehicleSize = 36;
const kRangesHead = 24;
const kPictureHead = 24;
const kSeriesHead = 16;
const kPointsHead = 24;
const kPointSize = 8;
const kBodiesHead = 16;
const kBodySize = 26;
const kPursuitHead = 16;
const kRoadsHead = 16;
const kRoadSize = 33;
const kPursuerSize = 204;
const kMostHits = 4;
const kScale = 1 / 2048;
const kMaxVehicles = 4096; // slots of a run
const kFormats: readonly PictureFormat[] = ['raw', 'png', 'jpeg'];
const kRawSizes = [1, 2, 3]; // bytes of a pixel: tags, depth, colour
const kNothing = 65535; // where a beam met nothing

/// One binary message; null for kinds this page does not know.
export function decode_frame(bytes: ArrayBuffer): Frame | null {
  const view = new DataView(bytes);
  need(view, 1, 'a kind');
  switch (view.getUint8(0)) {
    case 1: return decode_state(view);
    case 2: return decode_ranges(view);
    case 3: return decode_picture(view);
    case 4: return decode_series(view);
    case 5: return decode_bodies(view);
    case 6: return decode_points(view);
    case 7: return decode_pursuit(view);
    case 8: return decode_roads(view);
    default: return null;
  }
}

/// One text message: an object with a `type`.
export function decode_text(text: string): ServerMessage {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    throw new CodecError('the server sent text that is no JSON');
  }
  if (typeof message !== 'object' || message === null || typeof (message as { type?: unknown }).type !== 'string') {
    throw new CodecError('the server sent a message without a type');
  }
  return message as ServerMessage;
}

export function encode_text(message: ClientMessage, id?: number): string {
  return JSON.stringify(id === undefined ? message : { ...message, id });
}

// --- decoding -------------------------------------------------------------------------------------

function need(view: DataView, size: number, what: string): void {
  if (view.byteLength < size) throw new CodecError(`${what} needs ${size} bytes, found ${view.byteLength}`);
}

function exactly(view: DataView, size: number, what: string): void {
  if (view.byteLength !== size) throw new CodecError(`${what} must be ${size} bytes, found ${view.byteLength}`);
}

function u64(view: DataView, offset: number): number {
  const high = view.getUint32(offset + 4, true);
  if (high >= 0x200000) throw new CodecError('a tick is 2^53 or more');
  return high * 0x100000000 + view.getUint32(offset, true);
}

function decode_state(view: DataView): StateFrame {
  need(view, kStateHead, 'a state frame');
  const count = view.getUint16(2, true);
  if (count > kMaxVehicles) throw new CodecError(`a state frame holds at most ${kMaxVehicles} vehicles, found ${count}`);
  exactly(view, kStateHead + count * kVehicleSize, 'this state frame');
  const flags = view.getUint8(1);
  const vehicles: VehicleState[] = [];
  for (let i = 0; i < count; ++i) vehicles.push(decode_vehicle(view, kStateHead + i * kVehicleSize));
  return {
    kind: 'state',
    paused: (flags & 1) !== 0,
    waiting: (flags & 2) !== 0,
    replay: (flags & 4) !== 0,
    run: view.getUint32(4, true),
    tick: u64(view, 8),
    speed: view.getFloat32(16, true),
    vehicles,
  };
}

const kAngle = Math.PI / 32768;

function decode_vehicle(view: DataView, at: number): VehicleState {
  const flags = view.getUint8(at + 34);
  return {
    x: view.getInt32(at, true) / 1e4,
    y: view.getInt32(at + 4, true) / 1e4,
    z: view.getInt32(at + 8, true) / 1e4,
    yaw: view.getInt16(at + 12, true) * kAngle,
    pitch: view.getInt16(at + 14, true) * kAngle,
    roll: view.getInt16(at + 16, true) * kAngle,
    speed: view.getInt16(at + 18, true) / 500,
    yaw_rate: view.getInt16(at + 20, true) / 1e3,
    steer: view.getInt16(at + 22, true) / 1e4,
    drive: view.getInt8(at + 24) / 127,
    brake: view.getUint8(at + 25) / 255,
    laps: view.getUint16(at + 26, true),
    lap_time: view.getUint32(at + 28, true) / 1e3,
    next_gate: view.getUint16(at + 32, true),
    frozen: (flags & 1) !== 0,
    touched: (flags & 2) !== 0,
    finished: (flags & 4) !== 0,
    held: (flags & 8) !== 0,
    present: (flags & 16) === 0,
    place: view.getUint8(at + 35),
  };
}

function decode_ranges(view: DataView): RangesFrame {
  need(view, kRangesHead, 'a ranges frame');
  const beams = view.getUint16(20, true);
  exactly(view, kRangesHead + 2 * beams, 'this ranges frame');
  const scale = view.getFloat32(16, true);
  const ranges = Float32Array.from({ length: beams }, (_, i) => {
    const stored = view.getUint16(kRangesHead + 2 * i, true);
    return stored === kNothing ? Infinity : stored * scale;
  });
  return { kind: 'ranges', ...decode_reading(view), tick: u64(view, 8), scale, ranges };
}

function decode_reading(view: DataView): { subscription: number; left_out: number } {
  return { subscription: view.getUint16(2, true), left_out: view.getUint32(4, true) };
}

function decode_points(view: DataView): PointsFrame {
  need(view, kPointsHead, 'a points frame');
  const count = view.getUint32(20, true);
  exactly(view, kPointsHead + count * kPointSize, 'this points frame');
  const scale = view.getFloat32(16, true);
  const [positions, intensities, tags] = [new Float32Array(3 * count), new Uint8Array(count), new Uint8Array(count)];
  for (let i = 0; i < count; ++i) {
    const at = kPointsHead + i * kPointSize;
    for (let axis = 0; axis < 3; ++axis) positions[3 * i + axis] = view.getInt16(at + 2 * axis, true) * scale;
    intensities[i] = view.getUint8(at + 6);
    tags[i] = view.getUint8(at + 7);
  }
  return { kind: 'points', ...decode_reading(view), tick: u64(view, 8), scale, positions, intensities, tags };
}

function decode_picture(view: DataView): PictureFrame {
  need(view, kPictureHead, 'a picture');
  const format = kFormats[view.getUint8(1)];
  if (format === undefined) throw new CodecError(`unknown format ${view.getUint8(1)} of a picture`);
  const width = view.getUint16(16, true);
  const height = view.getUint16(18, true);
  const size = view.byteLength - kPictureHead;
  if (format === 'raw' && !kRawSizes.some((bytes) => size === bytes * width * height)) {
    throw new CodecError(`a raw picture of ${width} x ${height} must have 1, 2 or 3 bytes a pixel, found ${size} bytes`);
  }
  return {
    kind: 'picture', ...decode_reading(view), format, tick: u64(view, 8), width, height, scale: view.getFloat32(20, true),
    content: new Uint8Array(view.buffer, view.byteOffset + kPictureHead),
  };
}

function decode_series(view: DataView): SeriesFrame {
  need(view, kSeriesHead, 'a series');
  const channels = view.getUint8(1);
  const samples = view.getUint16(8, true);
  if (channels < 1) throw new CodecError('a series has at least one channel');
  if (samples < 1) throw new CodecError('a series has at least one sample');
  const size = 8 + 8 * channels;
  exactly(view, kSeriesHead + samples * size, 'this series');
  const ticks = new Float64Array(samples);
  const values = new Float64Array(samples * channels);
  for (let i = 0; i < samples; ++i) {
    const at = kSeriesHead + i * size;
    ticks[i] = u64(view, at);
    for (let c = 0; c < channels; ++c) values[i * channels + c] = view.getFloat64(at + 8 + 8 * c, true);
  }
  return { kind: 'series', ...decode_reading(view), channels, ticks, values };
}

function decode_bodies(view: DataView): BodiesFrame {
  need(view, kBodiesHead, 'a bodies frame');
  const count = view.getUint16(2, true);
  exactly(view, kBodiesHead + count * kBodySize, 'this bodies frame');
  return {
    kind: 'bodies',
    complete: (view.getUint8(1) & 1) !== 0,
    run: view.getUint32(4, true),
    tick: u64(view, 8),
    bodies: Array.from({ length: count }, (_, i) => {
      const at = kBodiesHead + i * kBodySize;
      return { index: view.getUint16(at, true), place: decode_body(view, at) };
    }),
  };
}

function decode_body(view: DataView, at: number): BodyPlace {
  const part = (i: number): number => view.getInt16(at + 16 + 2 * i, true) / 32767;
  return {
    x: view.getInt32(at + 4, true) / 1e4,
    y: view.getInt32(at + 8, true) / 1e4,
    z: view.getInt32(at + 12, true) / 1e4,
    turn: [part(0), part(1), part(2), part(3)],
    scale: view.getUint16(at + 24, true) * kScale,
    variant: view.getUint8(at + 3),
    present: (view.getUint8(at + 2) & 1) === 0,
  };
}

function decode_roads(view: DataView): RoadsFrame {
  need(view, kRoadsHead, 'a roads frame');
  const count = view.getUint16(2, true);
  exactly(view, kRoadsHead + count * kRoadSize, 'this roads frame');
  return {
    kind: 'roads', run: view.getUint32(4, true), tick: u64(view, 8),
    vehicles: Array.from({ length: count }, (_, i) => decode_road(view, kRoadsHead + i * kRoadSize)),
  };
}

function decode_road(view: DataView, at: number): RoadWatch {
  const f32 = (offset: number): number => view.getFloat32(at + offset, true);
  return {
    vehicle: view.getUint32(at, true), light: kLights[view.getUint8(at + 4)] ?? 'none', light_distance: f32(5), speed_limit: f32(9),
    off_road: f32(13), other_lane: f32(17), collisions: [f32(21), f32(25), f32(29)],
  };
}

function decode_pursuit(view: DataView): PursuitFrame {
  need(view, kPursuitHead, 'a pursuit frame');
  const count = view.getUint16(2, true);
  exactly(view, kPursuitHead + count * kPursuerSize, 'this pursuit frame');
  return {
    kind: 'pursuit', run: view.getUint32(4, true), tick: u64(view, 8),
    vehicles: Array.from({ length: count }, (_, i) => decode_pursuer(view, kPursuitHead + i * kPursuerSize)),
  };
}

function decode_pursuer(view: DataView, at: number): Pursuer {
  let place = at + 20; // of the next number
  const number = (): number => view.getFloat32((place += 4) - 4, true);
  const pair = (): Pair => [number(), number()];
  const [why, flags, hits] = [view.getUint8(at + 6), view.getUint8(at + 7), view.getUint16(at + 14, true)];
  return {
    vehicle: view.getUint32(at, true), controller: view.getUint8(at + 4), mode: view.getUint8(at + 5), why: kCarrotWhys[why] ?? 'none',
    arrived: (flags & 1) !== 0, compatible: (flags & 2) !== 0, by_pursuit: (flags & 4) !== 0, adaptive: (flags & 8) !== 0, in_flight: (flags & 16) !== 0,
    index: view.getUint16(at + 8, true), segment: view.getUint16(at + 10, true), points: view.getUint16(at + 12, true), flight: view.getUint32(at + 16, true),
    // in the order of their bytes
    flight_time: number(), lookahead: number(), position: pair(), velocity: pair(), accel_command: pair(), velocity_command: pair(),
    wind: pair(), air: pair(), drag: pair(), carrot: pair(), closest: pair(), hits: [pair(), pair(), pair(), pair()].slice(0, hits),
    position_error: pair(), position_error_rate: pair(), velocity_error: pair(), velocity_error_rate: pair(),
    gains: [number(), number(), number(), number()], cross_track: number(), along: number(), planned_speed: number(),
    mean_error: number(), largest_error: number(), effort: number(),
  };
}

// --- encoding: what the server does; tests and the stand-in server use it -------------------------------

function cut(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, Math.round(value)));
}

function angle(value: number): number {
  const steps = Math.round(value / kAngle) % 65536;
  return steps >= 32768 ? steps - 65536 : steps < -32768 ? steps + 65536 : steps;
}

function put_u64(view: DataView, offset: number, value: number): void {
  view.setUint32(offset, value % 0x100000000, true);
  view.setUint32(offset + 4, Math.floor(value / 0x100000000), true);
}

export function encode_frame(frame: Frame): ArrayBuffer {
  switch (frame.kind) {
    case 'state': return encode_state(frame);
    case 'ranges': return encode_ranges(frame);
    case 'picture': return encode_picture(frame);
    case 'series': return encode_series(frame);
    case 'bodies': return encode_bodies(frame);
    case 'points': return encode_points(frame);
    case 'pursuit': return encode_pursuit(frame);
    case 'roads': return encode_roads(frame);
  }
}

function encode_state(frame: StateFrame): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(kStateHead + frame.vehicles.length * kVehicleSize));
  view.setUint8(0, 1);
  view.setUint8(1, (frame.paused ? 1 : 0) | (frame.waiting ? 2 : 0) | (frame.replay ? 4 : 0));
  view.setUint16(2, frame.vehicles.length, true);
  view.setUint32(4, frame.run, true);
  put_u64(view, 8, frame.tick);
  view.setFloat32(16, frame.speed, true);
  frame.vehicles.forEach((vehicle, i) => encode_vehicle(view, kStateHead + i * kVehicleSize, vehicle));
  return view.buffer;
}

function encode_vehicle(view: DataView, at: number, v: VehicleState): void {
  const far = 2147483648;
  view.setInt32(at, cut(v.x * 1e4, -far, far - 1), true);
  view.setInt32(at + 4, cut(v.y * 1e4, -far, far - 1), true);
  view.setInt32(at + 8, cut(v.z * 1e4, -far, far - 1), true);
  view.setInt16(at + 12, angle(v.yaw), true);
  view.setInt16(at + 14, angle(v.pitch), true);
  view.setInt16(at + 16, angle(v.roll), true);
  view.setInt16(at + 18, cut(v.speed * 500, -32768, 32767), true);
  view.setInt16(at + 20, cut(v.yaw_rate * 1e3, -32768, 32767), true);
  view.setInt16(at + 22, cut(v.steer * 1e4, -32768, 32767), true);
  view.setInt8(at + 24, cut(v.drive * 127, -127, 127));
  view.setUint8(at + 25, cut(v.brake * 255, 0, 255));
  view.setUint16(at + 26, v.laps, true);
  view.setUint32(at + 28, Math.round(v.lap_time * 1e3), true);
  view.setUint16(at + 32, v.next_gate, true);
  view.setUint8(at + 34, (v.frozen ? 1 : 0) | (v.touched ? 2 : 0) | (v.finished ? 4 : 0) | (v.held ? 8 : 0) | (v.present ? 0 : 16));
  view.setUint8(at + 35, v.place);
}

/// The head that all readings share, in a frame of so many bytes.
function begin_reading(kind: number, more: number, { subscription, left_out }: { subscription: number; left_out: number }, size: number): DataView {
  const view = new DataView(new ArrayBuffer(size));
  view.setUint8(0, kind);
  view.setUint8(1, more);
  view.setUint16(2, subscription, true);
  view.setUint32(4, left_out, true);
  return view;
}

function encode_ranges(frame: RangesFrame): ArrayBuffer {
  const view = begin_reading(2, 0, frame, kRangesHead + 2 * frame.ranges.length);
  put_u64(view, 8, frame.tick);
  view.setFloat32(16, frame.scale, true);
  view.setUint16(20, frame.ranges.length, true);
  frame.ranges.forEach((range, i) => {
    view.setUint16(kRangesHead + 2 * i, Number.isFinite(range) ? cut(range / frame.scale, 0, kNothing - 1) : kNothing, true);
  });
  return view.buffer;
}

function encode_points(frame: PointsFrame): ArrayBuffer {
  const count = frame.tags.length;
  const view = begin_reading(6, 0, frame, kPointsHead + count * kPointSize);
  put_u64(view, 8, frame.tick);
  view.setFloat32(16, frame.scale, true);
  view.setUint32(20, count, true);
  for (let i = 0; i < count; ++i) {
    const at = kPointsHead + i * kPointSize;
    for (let axis = 0; axis < 3; ++axis) view.setInt16(at + 2 * axis, cut(frame.positions[3 * i + axis]! / frame.scale, -32768, 32767), true);
    view.setUint8(at + 6, frame.intensities[i]!);
    view.setUint8(at + 7, frame.tags[i]!);
  }
  return view.buffer;
}

function encode_picture(frame: PictureFrame): ArrayBuffer {
  const view = begin_reading(3, kFormats.indexOf(frame.format), frame, kPictureHead + frame.content.length);
  put_u64(view, 8, frame.tick);
  view.setUint16(16, frame.width, true);
  view.setUint16(18, frame.height, true);
  view.setFloat32(20, frame.scale, true);
  new Uint8Array(view.buffer).set(frame.content, kPictureHead);
  return view.buffer;
}

function encode_series(frame: SeriesFrame): ArrayBuffer {
  const size = 8 + 8 * frame.channels;
  const view = begin_reading(4, frame.channels, frame, kSeriesHead + frame.ticks.length * size);
  view.setUint16(8, frame.ticks.length, true);
  frame.ticks.forEach((tick, i) => {
    const at = kSeriesHead + i * size;
    put_u64(view, at, tick);
    for (let c = 0; c < frame.channels; ++c) view.setFloat64(at + 8 + 8 * c, frame.values[i * frame.channels + c] ?? 0, true);
  });
  return view.buffer;
}

function encode_bodies(frame: BodiesFrame): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(kBodiesHead + frame.bodies.length * kBodySize));
  view.setUint8(0, 5);
  view.setUint8(1, frame.complete ? 1 : 0);
  view.setUint16(2, frame.bodies.length, true);
  view.setUint32(4, frame.run, true);
  put_u64(view, 8, frame.tick);
  const far = 2147483648;
  frame.bodies.forEach(({ index, place }, i) => {
    const at = kBodiesHead + i * kBodySize;
    view.setUint16(at, index, true);
    view.setUint8(at + 2, place.present ? 0 : 1);
    view.setUint8(at + 3, place.variant);
    [place.x, place.y, place.z].forEach((each, k) => view.setInt32(at + 4 + 4 * k, cut(each * 1e4, -far, far - 1), true));
    place.turn.forEach((each, k) => view.setInt16(at + 16 + 2 * k, cut(each * 32767, -32767, 32767), true));
    view.setUint16(at + 24, cut(place.scale / kScale, 0, 65535), true);
  });
  return view.buffer;
}

function encode_roads(frame: RoadsFrame): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(kRoadsHead + frame.vehicles.length * kRoadSize));
  view.setUint8(0, 8);
  view.setUint16(2, frame.vehicles.length, true);
  view.setUint32(4, frame.run, true);
  put_u64(view, 8, frame.tick);
  frame.vehicles.forEach((watch, i) => {
    const at = kRoadsHead + i * kRoadSize;
    view.setUint32(at, watch.vehicle, true);
    view.setUint8(at + 4, kLights.indexOf(watch.light));
    [watch.light_distance, watch.speed_limit, watch.off_road, watch.other_lane, ...watch.collisions].forEach((value, k) => view.setFloat32(at + 5 + 4 * k, value, true));
  });
  return view.buffer;
}

function encode_pursuit(frame: PursuitFrame): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(kPursuitHead + frame.vehicles.length * kPursuerSize));
  view.setUint8(0, 7);
  view.setUint16(2, frame.vehicles.length, true);
  view.setUint32(4, frame.run, true);
  put_u64(view, 8, frame.tick);
  frame.vehicles.forEach((vehicle, i) => encode_pursuer(view, kPursuitHead + i * kPursuerSize, vehicle));
  return view.buffer;
}

function encode_pursuer(view: DataView, at: number, v: Pursuer): void {
  view.setUint32(at, v.vehicle, true);
  view.setUint8(at + 4, v.controller);
  view.setUint8(at + 5, v.mode);
  view.setUint8(at + 6, kCarrotWhys.indexOf(v.why));
  view.setUint8(at + 7, (v.arrived ? 1 : 0) | (v.compatible ? 2 : 0) | (v.by_pursuit ? 4 : 0) | (v.adaptive ? 8 : 0) | (v.in_flight ? 16 : 0));
  [v.index, v.segment, v.points, v.hits.length].forEach((each, i) => view.setUint16(at + 8 + 2 * i, each, true));
  view.setUint32(at + 16, v.flight, true);
  const hits = Array.from({ length: kMostHits }, (_, i): Pair => v.hits[i] ?? [0, 0]);
  [
    v.flight_time, v.lookahead, v.position, v.velocity, v.accel_command, v.velocity_command, v.wind, v.air, v.drag, v.carrot, v.closest, ...hits,
    v.position_error, v.position_error_rate, v.velocity_error, v.velocity_error_rate, v.gains, v.cross_track, v.along, v.planned_speed,
    v.mean_error, v.largest_error, v.effort,
  ].flat().forEach((each, i) => view.setFloat32(at + 20 + 4 * i, each, true));
}
