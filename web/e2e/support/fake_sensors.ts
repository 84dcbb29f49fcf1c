// Sensors of the stand-in server: one of each shape and more, with readings that look like something.

import type { PictureContent, SensorFrame, SensorName, SensorSpec, Subscribed, VectorForm, VehicleState } from '../../src/net/messages';
import { grey_png } from './things';

const kVectors: Record<string, VectorForm> = {
  imu: { frame: 'vehicle', channels: [
    { name: 'ax', unit: 'm/s²', title: 'acceleration forward (x)' }, { name: 'ay', unit: 'm/s²', title: 'acceleration left (y)' },
    { name: 'az', unit: 'm/s²', title: 'acceleration up (z)' }, { name: 'wz', unit: 'rad/s', title: 'yaw rate (z)' },
  ] },
  speed: { frame: 'vehicle', channels: [{ name: 'speed', unit: 'm/s', title: 'speed' }] },
  gps: { frame: 'world', channels: [{ name: 'x', unit: 'm', title: 'east' }, { name: 'y', unit: 'm', title: 'north' }] },
  compass: { frame: 'world', channels: [{ name: 'heading', unit: 'rad', title: 'heading' }] },
};
const kPictures: Record<string, PictureContent> = { camera: 'colour', depth: 'depth', semantic: 'semantic' };
const kTags = ['none', 'road', 'wall', 'vehicle'];
const [kWide, kHigh] = [320, 240];

const names = (shape: SensorName['shape'], ...all: string[]): SensorName[] => all.map((name) => ({ name, kind: name, shape, mounted: name === 'imu' }));
export const kFakeSensors: SensorName[] = [
  ...names('ranges', 'lidar'), ...names('points', 'lidar3d'), ...names('picture', ...Object.keys(kPictures)), ...names('vector', ...Object.keys(kVectors)),
];

/// What the server answers; null: there is no such sensor.
export function fake_sensor({ sensor, vehicle, format = 'png' }: SensorSpec, subscription: number): Subscribed | null {
  const found = kFakeSensors.find(({ name }) => name === sensor);
  if (found === undefined) return null;
  const { name, kind, shape, mounted } = found;
  const about: Subscribed = { type: 'subscribed', subscription, vehicle, sensor: name, kind, unit: 'ideal', rate: 12.5, mounted, at: [0.2, 0, 0.1], turn: [0, 0, 0, 1], shape };
  const content = kPictures[name];
  if (content !== undefined) {
    const tags = content === 'semantic' ? { tags: kTags } : {};
    return { ...about, picture: { content, format, width: kWide, height: kHigh, fx: 230, fy: 230, cx: 160, cy: 120, far: content === 'depth' ? 20 : 0, ...tags } };
  }
  if (shape === 'ranges') return { ...about, ranges: { beams: 360, start: -Math.PI, span: 2 * Math.PI * (359 / 360), min_range: 0.1, max_range: 10 } };
  if (shape === 'points') return { ...about, points: { channels: 8, max_range: 20, tags: kTags } };
  return { ...about, vector: kVectors[name]! };
}

/// Walls beside the car, as a lidar sees them at an angle.
function wall(angle: number): number {
  return 1.5 / Math.max(1e-6, Math.abs(Math.sin(angle)));
}

export function fake_reading({ sensor, format = 'png' }: SensorSpec, subscription: number, tick: number, state: VehicleState): SensorFrame {
  const head = { subscription, left_out: 0, tick };
  const content = kPictures[sensor];
  if (content !== undefined) return { kind: 'picture', ...head, format, width: kWide, height: kHigh, scale: 0.001, content: pixels(content, format === 'raw', tick) };
  if (sensor === 'lidar') {
    const ranges = Float32Array.from({ length: 360 }, (_, i) => wall((i * Math.PI) / 180 + tick / 500)).map((range) => (range >= 10 ? Infinity : range));
    return { kind: 'ranges', ...head, scale: 10 / 65534, ranges };
  }
  if (sensor === 'lidar3d') return points(head);
  const values: Record<string, number[]> = {
    imu: [Math.sin(tick / 40), Math.cos(tick / 40), 9.81, state.yaw_rate], speed: [state.speed], compass: [state.yaw + 0.05 * Math.sin(tick / 7)],
    gps: [state.x + 0.3 * Math.sin(tick / 30), state.y + 0.3 * Math.cos(tick / 23)],
  };
  const told = values[sensor] ?? [];
  return { kind: 'series', subscription, left_out: 0, channels: told.length, ticks: Float64Array.of(tick), values: Float64Array.from(told) };
}

/// What is asked for as JPEG is a PNG all the same: browsers look at the bytes.
function pixels(content: PictureContent, raw: boolean, tick: number): Uint8Array {
  const count = kWide * kHigh;
  if (content === 'depth') return new Uint8Array(Uint16Array.from({ length: count }, (_, i) => 200 + Math.floor(i / kWide) * 60).buffer);
  const tag = (x: number, y: number): number => (y < 100 ? 0 : x < 100 ? 2 : 1);
  if (!raw) return grey_png(kWide, kHigh, (x, y) => (content === 'semantic' ? tag(x, y) : (x + y + tick) % 256));
  return Uint8Array.from({ length: content === 'semantic' ? count : 3 * count }, (_, i) => i % 256);
}

function points(head: { subscription: number; left_out: number; tick: number }): SensorFrame {
  const [channels, columns] = [8, 180];
  const count = channels * columns;
  const [positions, intensities, tags] = [new Float32Array(3 * count), new Uint8Array(count), new Uint8Array(count)];
  for (let i = 0; i < count; ++i) {
    const angle = (2 * Math.PI * (i % columns)) / columns;
    const reach = Math.min(20, wall(angle));
    positions.set([Math.cos(angle) * reach, Math.sin(angle) * reach, 0.06 * Math.floor(i / columns)], 3 * i);
    intensities[i] = Math.round(255 * Math.exp(-0.1 * reach));
    tags[i] = reach < 3 ? 2 : 1;
  }
  return { kind: 'points', ...head, scale: 20 / 32767, positions, intensities, tags };
}
