// A vehicle in a test that flies east at 2 m/s, 0.1 m to the left of its path.

import type { Pursuer } from '../net/messages';

export function pursuer_at(time: number, more: Partial<Pursuer> = {}): Pursuer {
  return {
    vehicle: 0, controller: 0, mode: 0, why: 'circle', arrived: false, compatible: false, by_pursuit: true, adaptive: false, in_flight: true,
    index: 1, segment: 1, points: 2, flight: 1, flight_time: time, lookahead: 1, position: [2 * time, 0.1], velocity: [2, 0], accel_command: [0, 0],
    velocity_command: [2, 0], wind: [0, 0], air: [0, 0], drag: [0, 0], carrot: [2 * time + 1, 0], closest: [2 * time, 0], hits: [[2 * time + 1, 0]],
    position_error: [0.6, -0.8], position_error_rate: [0, 0], velocity_error: [0, 0], velocity_error_rate: [0, 0], gains: [1.5, 0, 2, 0],
    cross_track: 0.1, along: 2 * time, planned_speed: 0, mean_error: 0.1, largest_error: 0.1, effort: 0, ...more,
  };
}
