// A vehicle of the stand-in server that follows a path people edit: a point with a proportional cascade behind a carrot.

import type { ClientMessage, Pair, Parameter, Pursuer, RoomFlight, RoomPath, VehicleState } from '../../src/net/messages';

type PathMessage = Extract<ClientMessage, { type: 'path' }>;

const kLookahead = 1;
const kMostAccel = 5;
const kStart: Pair = [3.2, 2.4];

export class FakeFlight {
  readonly parameters: Parameter[] = [
    this.parameter('controller', 'Controller', 'whole', '', 'controller', 2, 0, 6, 'Which law turns errors into commands.', ['pd', 'pid', 'pursuit', 'regulated', 'lqr', 'mpc', 'own']),
    this.parameter('kp_position', 'Gain of position', 'number', '1/s', 'position loop', 1.5, 0, 10, 'Speed asked for each metre of error.'),
    this.parameter('kp_velocity', 'Gain of velocity', 'number', '1/s', 'velocity loop', 2, 0, 10, 'Acceleration asked for each metre a second of error.'),
    this.parameter('lookahead_distance', 'Lookahead', 'number', 'm', 'pursuit', kLookahead, 0.1, 5, 'How far ahead on the path the carrot is.'),
  ];
  readonly flights: RoomFlight[] = [];
  path: RoomPath = { vehicle: 0, points: [], closed: false, undo: 0 };
  private before: Pair[][] = [];
  private at: Pair = kStart;
  private velocity: Pair = [0, 0];
  private index = 0;
  private time = 0; // of the flight
  private sum = 0; // of the distance from the path over time
  private largest = 0;
  private told: Pursuer | null = null;

  private parameter(name: string, title: string, kind: Parameter['kind'], unit: string, section: string, value: number, low: number, high: number, help: string, choices?: string[]): Parameter {
    return { name: `driver.0.${name}`, group: 'driver', vehicle: 0, title, kind, unit, section, help, value, low, high, standard: value, ...(choices === undefined ? {} : { choices }) };
  }

  /// Why it cannot be done; empty: it was.
  set(name: string, value: number): string {
    const found = this.parameters.find((each) => each.name === name);
    if (found === undefined) return `there is no parameter "${name}"`;
    if (value < found.low || value > found.high) return `${name} must be from ${found.low} to ${found.high}, got ${value}`;
    found.value = value;
    return '';
  }

  edit({ act, index = 0, point = [0, 0], points = [], shape, size = 3 }: PathMessage): string {
    const old = this.path.points;
    const needs = act === 'move' || act === 'delete';
    if (needs && index >= old.length) return `there is no waypoint ${index}`;
    const next: Record<PathMessage['act'], () => Pair[]> = {
      add: () => [...old, point], insert: () => [...old.slice(0, index), point, ...old.slice(index)], move: () => old.map((each, i) => (i === index ? point : each)),
      delete: () => old.filter((_, i) => i !== index), undo: () => this.before.pop() ?? [], clear: () => [], set: () => points, fly_again: () => old,
      shape: () => Array.from({ length: 24 }, (_, i): Pair => {
        const angle = (2 * Math.PI * i) / 23;
        return [kStart[0] + (size / 2) * Math.sin(angle), kStart[1] + (size / 2) * Math.sin((shape === 'figure_eight' ? 2 : 5) * angle) * 0.6];
      }),
    };
    const now = next[act]();
    if (act !== 'undo' && act !== 'fly_again') this.before.push(old);
    this.path = { ...this.path, points: now, undo: this.before.length };
    if (act === 'fly_again' || act === 'set' || act === 'shape') {
      this.index = 0;
      if (act === 'fly_again') [this.at, this.velocity] = [kStart, [0, 0]];
      this.begin();
    } else if (old.length === 0 && now.length > 0) this.begin();
    if (now.length === 0) this.index = 0;
    return '';
  }

  private begin(): void {
    const flying = this.flights.at(-1);
    if (flying !== undefined && !flying.done) this.end(flying, false);
    this.time = this.sum = this.largest = 0;
    this.flights.push({
      number: this.flights.length + 1, vehicle: 0, controller: this.parameters[0]!.choices![this.parameters[0]!.value]!, began: 0, lasted: 0, done: false, arrived: false,
      mean_error: 0, largest_error: 0, effort: 0, length: 0, changed: Object.fromEntries(this.parameters.filter(({ value, standard }) => value !== standard).map(({ name, value }) => [name, value])),
    });
  }

  private end(flight: RoomFlight, arrived: boolean): void {
    Object.assign(flight, { done: true, arrived, lasted: this.time, mean_error: this.sum / Math.max(1e-6, this.time), largest_error: this.largest, effort: 12.3 }, arrived ? { rise: 0.6 * this.time, settling: this.time, overshoot: 0.04 } : {});
  }

  /// True when a flight has ended.
  step(dt: number, state: VehicleState): boolean {
    const { points } = this.path;
    const [kp, kv, reach] = [1, 2, 3].map((i) => this.parameters[i]!.value) as [number, number, number];
    const flight = this.flights.at(-1);
    while (this.index < points.length - 1 && Math.hypot(points[this.index]![0] - this.at[0], points[this.index]![1] - this.at[1]) < 0.4) ++this.index;
    const goal = points[this.index] ?? this.at;
    const from = points[this.index - 1] ?? this.at;
    const way: Pair = [goal[0] - from[0], goal[1] - from[1]];
    const length = Math.max(1e-9, Math.hypot(...way));
    const along = Math.min(length, Math.max(0, ((this.at[0] - from[0]) * way[0] + (this.at[1] - from[1]) * way[1]) / length));
    const closest: Pair = [from[0] + (way[0] * along) / length, from[1] + (way[1] * along) / length];
    const cross = ((this.at[1] - from[1]) * way[0] - (this.at[0] - from[0]) * way[1]) / length;
    const ahead = Math.min(length, along + reach);
    const carrot: Pair = [from[0] + (way[0] * ahead) / length, from[1] + (way[1] * ahead) / length];
    const error: Pair = [carrot[0] - this.at[0], carrot[1] - this.at[1]];
    const command: Pair = [kp * error[0], kp * error[1]];
    const lag: Pair = [command[0] - this.velocity[0], command[1] - this.velocity[1]];
    const cut = Math.min(1, kMostAccel / Math.max(1e-9, Math.hypot(kv * lag[0], kv * lag[1])));
    const accel: Pair = [kv * lag[0] * cut, kv * lag[1] * cut];
    const wind: Pair = [0.4 + 0.2 * Math.sin(this.time), 0.3 * Math.cos(1.7 * this.time)];
    if (points.length > 0) {
      this.velocity = [this.velocity[0] + dt * (accel[0] + 0.2 * wind[0]), this.velocity[1] + dt * (accel[1] + 0.2 * wind[1])];
      this.at = [this.at[0] + dt * this.velocity[0], this.at[1] + dt * this.velocity[1]];
    }
    const arrived = this.index === points.length - 1 && Math.hypot(goal[0] - this.at[0], goal[1] - this.at[1]) < 0.1 && Math.hypot(...this.velocity) < 0.2;
    if (flight !== undefined && !flight.done) {
      this.time += dt;
      this.sum += dt * Math.abs(cross);
      this.largest = Math.max(this.largest, Math.abs(cross));
    }
    Object.assign(state, { x: this.at[0], y: this.at[1], yaw: 0, speed: Math.hypot(...this.velocity) });
    this.told = {
      vehicle: 0, controller: this.parameters[0]!.value, mode: 0, why: points.length === 0 ? 'none' : ahead < length ? 'circle' : 'end', arrived, compatible: false,
      by_pursuit: true, adaptive: false, in_flight: flight !== undefined && !flight.done, index: this.index, segment: this.index, points: points.length,
      flight: flight?.number ?? 0, flight_time: this.time, lookahead: reach, position: this.at, velocity: this.velocity, accel_command: accel, velocity_command: command,
      wind, air: [0, 0], drag: [-0.1 * this.velocity[0], -0.1 * this.velocity[1]], carrot, closest, hits: ahead < length ? [carrot] : [],
      position_error: error, position_error_rate: [-this.velocity[0], -this.velocity[1]], velocity_error: lag, velocity_error_rate: [0, 0], gains: [kp, -0.05, kv, 0],
      cross_track: cross, along: this.way_before() + along, planned_speed: 0, mean_error: this.sum / Math.max(1e-6, this.time), largest_error: this.largest, effort: 3 * this.time,
    };
    if (flight === undefined || flight.done || !arrived) return false;
    this.end(flight, true);
    return true;
  }

  private way_before(): number {
    return this.path.points.slice(1, this.index).reduce((sum, [x, y], i) => sum + Math.hypot(x - this.path.points[i]![0], y - this.path.points[i]![1]), 0);
  }

  pursuers(): Pursuer[] {
    return this.told === null ? [] : [this.told];
  }
}
