// What the roads say to vehicles: the newest word of each. Its words for people. Pure.

import { slot_of } from '../net/messages';
import type { Light, RoadWatch, RoadsFrame } from '../net/messages';

export class Roads {
  private frame: RoadsFrame | null = null;

  /// Forgets everything; the next frames belong to another room.
  reset(): void {
    this.frame = null;
  }

  push(frame: RoadsFrame): void {
    this.frame = frame;
  }

  /// Of the vehicle in a slot; null: nothing is known of it.
  newest(slot: number): RoadWatch | null {
    return this.frame?.vehicles.find(({ vehicle }) => slot_of(vehicle) === slot) ?? null;
  }
}

const kLightWords: Readonly<Record<Light, string>> = { none: '', red: 'Red', yellow: 'Yellow', green: 'Green' };

/// "Red in 24 m"; "No light near".
export function light_words({ light, light_distance }: Pick<RoadWatch, 'light' | 'light_distance'>): string {
  return light === 'none' ? 'No light near' : `${kLightWords[light]} in ${Math.round(light_distance)} m`;
}

const kTold = 1.1; // km/h over the limit, from which it is told: a driver at the limit is not always over it

/// Whether a speed in m/s is over the limit.
export function is_fast({ speed_limit }: Pick<RoadWatch, 'speed_limit'>, speed: number): boolean {
  return speed_limit > 0 && 3.6 * (Math.abs(speed) - speed_limit) > kTold;
}

/// A share as whole percents; a little is not nothing.
export function percent(share: number): string {
  return share > 0 && share < 0.01 ? '< 1' : String(Math.round(100 * share));
}
