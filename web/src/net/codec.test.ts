import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { CodecError, decode_frame, decode_text, encode_frame, encode_text } from './codec';
import { kCarrotWhys, kLights } from './messages';
import type { BodiesFrame, Frame, PointsFrame, Pursuer, PursuitFrame, RangesFrame, SeriesFrame, StateFrame } from './messages';

function bytes_of(hex: string): ArrayBuffer {
  const digits = hex.replace(/\s+/g, '');
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16)).buffer;
}

function hex_of(bytes: ArrayBuffer): string {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

// the conversation of docs/protocols/web.md
const kState = '01000100 01000000 fa00000000000000 0000803f 983a0000 1ca8ffff 00000000 004000000000 dc05 f401 e803 7f00 0200 d2040000 0300 0800';
const kRanges = '02000500 00000000 fa00000000000000 00000039 03000000 0080 ffff feff';
const kSeries = '04010600 00000000 01000000 00000000 fa00000000000000 0000000000000840';
const kPoints = '06000900 00000000 fa00000000000000 0000003b 02000000 000200ff4000 8007 0080ff7fffff ffff';
const kBodies = '05000200 01000000 fa00000000000000 02000001 983a0000 1ca8ffff f4010000 00000000825a825a 000c 07000100 000000000000000000000000 000000000000ff7f 0008';

describe('frames of the protocol page', () => {
  test('the state frame says what the page says', () => {
    const frame = decode_frame(bytes_of(kState)) as StateFrame;

    expect(frame).toMatchObject({ kind: 'state', run: 1, tick: 250, speed: 1, paused: false, replay: false });
    const vehicle = frame.vehicles[0]!;
    expect(vehicle).toMatchObject({ x: 1.5, y: -2.25, z: 0, speed: 3, yaw_rate: 0.5, steer: 0.1, drive: 1, brake: 0 });
    expect(vehicle).toMatchObject({ laps: 2, lap_time: 1.234, next_gate: 3, held: true, frozen: false, place: 0 });
    expect(vehicle.yaw).toBeCloseTo(Math.PI / 2, 12);
  });

  test('the ranges frame has two hits and a miss between them', () => {
    const frame = decode_frame(bytes_of(kRanges)) as RangesFrame;

    expect(frame).toMatchObject({ kind: 'ranges', subscription: 5, left_out: 0, tick: 250 });
    expect([...frame.ranges]).toEqual([4, Infinity, 65534 / 8192]);
  });

  test('the points frame has a point with what it hit, and one at the ends of its numbers', () => {
    const frame = decode_frame(bytes_of(kPoints)) as PointsFrame;

    expect(frame).toMatchObject({ kind: 'points', subscription: 9, left_out: 0, tick: 250 });
    expect([...frame.positions]).toEqual([1, -0.5, 0.125, -64, 32767 / 512, -1 / 512]);
    expect([[...frame.intensities], [...frame.tags]]).toEqual([[128, 255], [7, 255]]);
  });

  test('what was left out is told', () => {
    expect(decode_frame(bytes_of(kRanges.replace('00000000', '03000000')))).toMatchObject({ left_out: 3 });
  });

  test('the series has one sample', () => {
    const frame = decode_frame(bytes_of(kSeries)) as SeriesFrame;

    expect(frame).toMatchObject({ kind: 'series', subscription: 6, channels: 1 });
    expect([[...frame.ticks], [...frame.values]]).toEqual([[250], [3]]);
  });

  test('the bodies frame has one that moved and one that is nowhere', () => {
    const frame = decode_frame(bytes_of(kBodies)) as BodiesFrame;

    expect(frame).toMatchObject({ kind: 'bodies', complete: false, run: 1, tick: 250 });
    expect(frame.bodies.map(({ index, place }) => [index, place.present])).toEqual([[2, true], [7, false]]);
    const { place } = frame.bodies[0]!;
    expect(place).toMatchObject({ x: 1.5, y: -2.25, z: 0.05, scale: 1.5, variant: 1 });
    expect(place.turn[3]).toBeCloseTo(Math.SQRT1_2, 4); // a quarter turn to the left, in steps of 1/32767
    expect(place.turn[2]).toBe(place.turn[3]);
  });

  test.each([kState, kRanges, kSeries, kPoints, kBodies])('%s survives decoding and encoding', (hex) => {
    expect(hex_of(encode_frame(decode_frame(bytes_of(hex))!))).toBe(hex.replace(/\s+/g, ''));
  });
});

describe('bad frames', () => {
  test.each([kState, kRanges, kSeries, kPoints, kBodies])('%s cut anywhere is an error, never a wrong frame', (hex) => {
    const whole = bytes_of(hex);
    for (let size = 0; size < whole.byteLength; ++size) {
      expect(() => decode_frame(whole.slice(0, size)), `at ${size} bytes`).toThrow(CodecError);
    }
  });

  test('unknown kinds are skipped', () => {
    expect(decode_frame(bytes_of('7f0000'))).toBeNull();
  });

  test('a tick of 2^53 is refused', () => {
    expect(() => decode_frame(bytes_of(kRanges.replace('fa00000000000000', 'fa00000000002000')))).toThrow(/2\^53/);
  });

  test('a raw picture whose size does not fit is refused', () => {
    const head = '03000700 00000000 fa00000000000000 02000100 6f12833a';
    expect(() => decode_frame(bytes_of(`${head} 010203`))).toThrow(/1, 2 or 3 bytes a pixel, found 3 bytes/);
    expect(decode_frame(bytes_of(`${head} 0100 0200`))).toMatchObject({ format: 'raw', width: 2, height: 1 });
    expect(() => decode_frame(bytes_of(`0303${head.slice(4)} 0100 0200`))).toThrow(/format 3/);
  });

  test('a frame of four thousand million points is refused before anything is made for them', () => {
    expect(() => decode_frame(bytes_of(kPoints.replace('02000000', 'ffffffff')))).toThrow(/must be 34359738384 bytes/);
  });
});

const kPursuer: Pursuer = {
  vehicle: 3, controller: 2, mode: 1, why: 'circle', arrived: false, compatible: true, by_pursuit: true, adaptive: false, in_flight: true,
  index: 2, segment: 1, points: 5, flight: 7, flight_time: 1.5, lookahead: 1, position: [2, 3], velocity: [0.5, -0.25], accel_command: [1, 2],
  velocity_command: [3, 4], wind: [5, 6], air: [7, 8], drag: [9, 10], carrot: [11, 12], closest: [13, 14], hits: [[15, 16], [17, 18]],
  position_error: [19, 20], position_error_rate: [21, 22], velocity_error: [23, 24], velocity_error_rate: [25, 26], gains: [27, 28, 29, 30],
  cross_track: -31, along: 32, planned_speed: 33, mean_error: 34, largest_error: 35, effort: 36,
};

describe('pursuit frames', () => {
  const frame: PursuitFrame = { kind: 'pursuit', run: 4, tick: 250, vehicles: [kPursuer, { ...kPursuer, vehicle: 4, why: 'none', hits: [], arrived: true }] };

  test('survive encoding and decoding', () => {
    expect(decode_frame(encode_frame(frame))).toEqual(frame);
  });

  test('cut anywhere or with a byte too many are errors', () => {
    const whole = encode_frame(frame);
    for (let size = 1; size < whole.byteLength; size += 7) expect(() => decode_frame(whole.slice(0, size)), `at ${size} bytes`).toThrow(CodecError);
    expect(() => decode_frame(new Uint8Array([...new Uint8Array(whole), 0]).buffer)).toThrow(CodecError);
  });

  test('with a reason that this page does not know have none', () => {
    const with_byte = (at: number, value: number): ArrayBuffer => {
      const bytes = new Uint8Array(encode_frame(frame));
      bytes[16 + at] = value;
      return bytes.buffer;
    };
    expect((decode_frame(with_byte(6, 9)) as PursuitFrame).vehicles[0]!.why).toBe('none');
    expect((decode_frame(with_byte(14, 5)) as PursuitFrame).vehicles[0]!.hits.length).toBe(4);
  });
});

describe('text', () => {
  test('an id is added to the message', () => {
    expect(JSON.parse(encode_text({ type: 'restart', seed: 42, settings: { cells: 10, scale: 0.5 } }, 8)))
      .toEqual({ type: 'restart', seed: 42, settings: { cells: 10, scale: 0.5 }, id: 8 });
    expect(JSON.parse(encode_text({ type: 'join', room: 'oval-1' }, 7))).toEqual({ type: 'join', room: 'oval-1', id: 7 });
  });

  test.each(['', '[]', 'null', '{"id":1}', '{"type":3}'])('%s is no message', (text) => {
    expect(() => decode_text(text)).toThrow(CodecError);
  });
});

// --- the vectors that C++ reads too -------------------------------------------------------------------

const read = <T>(name: string): T =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../../../tests/conformance/web/${name}`, import.meta.url)), 'utf8')) as T;

interface Vector {
  name: string;
  hex: string;
  frame: { kind: number; [field: string]: unknown };
}

/// A frame of ours in the whole numbers of the wire.
function as_stored(frame: Frame): Record<string, unknown> {
  switch (frame.kind) {
    case 'state': return {
      kind: 1, run: frame.run, tick: frame.tick, speed: frame.speed,
      flags: (frame.paused ? 1 : 0) | (frame.waiting ? 2 : 0) | (frame.replay ? 4 : 0),
      vehicles: frame.vehicles.map((v) => ({
        x: Math.round(v.x * 1e4), y: Math.round(v.y * 1e4), z: Math.round(v.z * 1e4),
        yaw: Math.round((v.yaw * 32768) / Math.PI), pitch: Math.round((v.pitch * 32768) / Math.PI), roll: Math.round((v.roll * 32768) / Math.PI),
        speed: Math.round(v.speed * 500), yaw_rate: Math.round(v.yaw_rate * 1e3), steer: Math.round(v.steer * 1e4),
        drive: Math.round(v.drive * 127), brake: Math.round(v.brake * 255), laps: v.laps, lap_ms: Math.round(v.lap_time * 1e3),
        next_gate: v.next_gate, place: v.place,
        flags: (v.frozen ? 1 : 0) | (v.touched ? 2 : 0) | (v.finished ? 4 : 0) | (v.held ? 8 : 0),
      })),
    };
    case 'ranges': return {
      kind: 2, subscription: frame.subscription, left_out: frame.left_out, tick: frame.tick, scale: frame.scale,
      ranges: [...frame.ranges].map((r) => (Number.isFinite(r) ? Math.round(r / frame.scale) : 65535)),
    };
    case 'points': return {
      kind: 6, subscription: frame.subscription, left_out: frame.left_out, tick: frame.tick, scale: frame.scale,
      points: [...frame.tags].map((tag, i) => {
        const [x, y, z] = [0, 1, 2].map((axis) => Math.round(frame.positions[3 * i + axis]! / frame.scale));
        return { x, y, z, intensity: frame.intensities[i], tag };
      }),
    };
    case 'picture': return {
      kind: 3, format: ['raw', 'png', 'jpeg'].indexOf(frame.format), subscription: frame.subscription, left_out: frame.left_out, tick: frame.tick,
      width: frame.width, height: frame.height, scale: frame.scale, content: hex_of(frame.content.slice().buffer as ArrayBuffer),
    };
    case 'bodies': return {
      kind: 5, flags: frame.complete ? 1 : 0, run: frame.run, tick: frame.tick,
      bodies: frame.bodies.map(({ index, place }) => ({
        index, flags: place.present ? 0 : 1, x: Math.round(place.x * 1e4), y: Math.round(place.y * 1e4), z: Math.round(place.z * 1e4),
        turn: place.turn.map((each) => Math.round(each * 32767)), variant: place.variant, scale: Math.round(place.scale * 2048),
      })),
    };
    case 'pursuit': return {
      kind: 7, run: frame.run, tick: frame.tick,
      vehicles: frame.vehicles.map(({ hits, arrived, compatible, by_pursuit, adaptive, in_flight, why, ...rest }) => ({
        ...rest, why: kCarrotWhys.indexOf(why), hits: hits.length, hit: [0, 1, 2, 3].flatMap((i) => hits[i] ?? [0, 0]),
        flags: (arrived ? 1 : 0) | (compatible ? 2 : 0) | (by_pursuit ? 4 : 0) | (adaptive ? 8 : 0) | (in_flight ? 16 : 0),
      })),
    };
    case 'roads': return {
      kind: 8, run: frame.run, tick: frame.tick,
      vehicles: frame.vehicles.map(({ light, ...rest }) => ({ ...rest, light: kLights.indexOf(light) })),
    };
    case 'series': return {
      kind: 4, channels: frame.channels, subscription: frame.subscription, left_out: frame.left_out,
      samples: [...frame.ticks].map((tick, i) => ({ tick, values: [...frame.values.slice(i * frame.channels, (i + 1) * frame.channels)] })),
    };
  }
}

/// Bits that version 1 gives no meaning to are not kept.
function known_flags(frame: Vector['frame']): Record<string, unknown> {
  const known: Record<string, unknown> = { ...frame };
  if (typeof frame['flags'] === 'number') known['flags'] = frame['flags'] & 7;
  if (Array.isArray(frame['vehicles']) && frame.kind === 8) {
    known['vehicles'] = (frame['vehicles'] as { light: number }[]).map((vehicle) => ({ ...vehicle, light: vehicle.light < kLights.length ? vehicle.light : 0 }));
  } else if (Array.isArray(frame['vehicles'])) {
    const pursuit = frame.kind === 7;
    known['vehicles'] = (frame['vehicles'] as { flags: number; why: number; hits: number }[]).map((vehicle) => ({
      ...vehicle, flags: vehicle.flags & (pursuit ? 31 : 15), ...(pursuit ? { why: vehicle.why < kCarrotWhys.length ? vehicle.why : 0, hits: Math.min(4, vehicle.hits) } : {}),
    }));
  }
  return known;
}

describe('shared vectors', () => {
  test.each(read<Vector[]>('frames.json'))('$name', ({ hex, frame }) => {
    const decoded = decode_frame(bytes_of(hex))!;

    expect(as_stored(decoded)).toEqual(known_flags(frame));
    expect(decode_frame(encode_frame(decoded))).toEqual(decoded);
  });

  test.each(read<{ name: string; hex: string }[]>('broken_frames.json'))('$name is refused or skipped', ({ hex }) => {
    let frame: Frame | null = null;
    try {
      frame = decode_frame(bytes_of(hex));
    } catch (error) {
      expect(error).toBeInstanceOf(CodecError);
    }
    expect(frame).toBeNull();
  });
});
