// Which sensor a panel shows, and what is said of its readings. A panel belongs to a shape of reading, not to a sensor: it
// shows any sensor of that shape that the vehicle watched can be asked for. Pure.

import type { ReadingShape, RoomVehicle, SensorName } from '../net/messages';
import { title_of } from './words';

/// Panels of one shape are alike, so that several sensors of it can be seen at once. `first`: the sensor that one begins with.
export const kSensorPanels = {
  picture: { shape: 'picture', first: 'camera' },
  picture_2: { shape: 'picture', first: 'depth' },
  picture_3: { shape: 'picture', first: 'semantic' },
  ranges: { shape: 'ranges', first: 'lidar' },
  points: { shape: 'points', first: 'lidar3d' },
  plots: { shape: 'vector', first: 'imu' },
  plots_2: { shape: 'vector', first: 'speed' },
  path: { shape: 'vector', first: 'gps' },
} as const satisfies Record<string, { shape: ReadingShape; first: string }>;
export type SensorPanelId = keyof typeof kSensorPanels;

/// Those of a vehicle that a panel can show, the run's own first.
export function sensors_for(panel: SensorPanelId, vehicle: RoomVehicle | undefined): SensorName[] {
  const fitting = (vehicle?.sensors ?? []).filter(({ shape }) => shape === kSensorPanels[panel].shape);
  return [...fitting.filter(({ mounted }) => mounted), ...fitting.filter(({ mounted }) => !mounted)];
}

/// The one that was chosen; where the vehicle has none of that name, the one that the panel begins with, or the first.
export function shown_sensor(panel: SensorPanelId, sensors: readonly SensorName[], chosen: string | undefined): SensorName | null {
  const named = (name: string | undefined): SensorName | undefined => sensors.find((each) => each.name === name);
  return named(chosen) ?? named(kSensorPanels[panel].first) ?? sensors[0] ?? null;
}

/// As shown_sensor, in a room whose client brought sensors along: its first in the first panel of a shape, and so on. None of others
/// unless it was chosen: one more that is read costs the client time.
export function shown_of_client(panel: SensorPanelId, sensors: readonly SensorName[], chosen: string | undefined, own: readonly { name: string }[]): SensorName | null {
  const alike = (Object.keys(kSensorPanels) as SensorPanelId[]).filter((each) => kSensorPanels[each].shape === kSensorPanels[panel].shape);
  const named = (name: string | undefined): SensorName | undefined => sensors.find((each) => each.name === name);
  return named(chosen) ?? named(own[alike.indexOf(panel)]?.name) ?? null;
}

/// "lidar@front" -> "Lidar, front".
export function sensor_title(name: string): string {
  const [kind = '', place = ''] = name.split('@');
  return place === '' ? title_of(kind) : `${title_of(kind)}, ${place}`;
}

/// "20 Hz simulated, 3 left out"; of readings a simulated second, and of those that were not shown lately.
export function rate_words(rate: number, left_out: number): string {
  return `${Number(rate.toPrecision(3))} Hz simulated${left_out > 0 ? `, ${left_out} left out` : ''}`;
}

/// In whose axes a vector is told.
export function frame_words(frame: string): string {
  switch (frame) {
    case 'vehicle': return 'axes of the vehicle';
    case 'world': return 'axes of the world';
    case 'start': return 'axes of its start';
    default: return frame;
  }
}

export const kLeftOut_s = 2;

/// How many readings were left out in the last seconds of real time.
export class LeftOut {
  private kept: { at: number; count: number }[] = [];

  add(now: number, count: number): void {
    if (count > 0) this.kept.push({ at: now, count });
    this.forget(now);
  }

  count(now: number): number {
    this.forget(now);
    return this.kept.reduce((sum, { count }) => sum + count, 0);
  }

  private forget(now: number): void {
    while (this.kept[0] !== undefined && this.kept[0].at < now - kLeftOut_s) this.kept.shift();
  }
}
