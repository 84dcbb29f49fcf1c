// In which numbers a flight is told: metres or the pixels of the original, y up or down. The world is metres with y up; only
// what is written is turned. Pure.

import type { Point } from './path';

/// What a person chose.
export interface UnitChoice {
  length: 'm' | 'px';
  y: 'up' | 'down';
}

/// The original's window in the world: how many pixels a metre has, and where its corners are, in m.
export interface PixelFrame {
  per_metre: number;
  left: number;
  top: number;
  bottom: number;
}

/// The original's window of 640 x 480 pixels, as levels made after it have it.
export const kOriginalWindow: PixelFrame = { per_metre: 100, left: 0, top: 4.8, bottom: 0 };

export class Units {
  readonly length: string;
  readonly speed: string;
  readonly accel: string;
  private readonly scale: number;
  private readonly sign: number;
  private readonly origin: Point;

  constructor(choice: UnitChoice, pixels: PixelFrame = kOriginalWindow) {
    const px = choice.length === 'px';
    this.length = px ? 'px' : 'm';
    this.speed = `${this.length}/s`;
    this.accel = `${this.length}/s²`;
    this.scale = px ? pixels.per_metre : 1;
    this.sign = choice.y === 'down' ? -1 : 1;
    // pixels count from a corner of the window, metres from the world's origin
    this.origin = px ? [pixels.left, choice.y === 'down' ? pixels.top : pixels.bottom] : [0, 0];
  }

  /// A length, speed or acceleration without a direction.
  size(metres: number): number {
    return metres * this.scale;
  }

  /// A difference of places, a velocity or an acceleration.
  vector([x, y]: Point): Point {
    return [x * this.scale, y * this.scale * this.sign];
  }

  place([x, y]: Point): Point {
    return this.vector([x - this.origin[0], y - this.origin[1]]);
  }

  /// Where in the world a place is that was told so.
  world([x, y]: Point): Point {
    return [x / this.scale + this.origin[0], (y * this.sign) / this.scale + this.origin[1]];
  }

  /// A unit of the world in these: "m/s²" -> "px/s²"; units without a length stay.
  unit(metric: string): string {
    return this.length === 'm' ? metric : metric.replace(/^m(?=$|\/)/, 'px').replace(/^1\/m$/, '1/px');
  }

  /// A figure in a unit of the world as it is told in these; one without a length stays.
  figure(value: number, metric: string): number {
    if (/^m(?:$|\/)/.test(metric)) return value * this.scale;
    return metric === '1/m' ? value / this.scale : value;
  }

  /// The figure of the world that was told so.
  metric(value: number, metric: string): number {
    if (/^m(?:$|\/)/.test(metric)) return value / this.scale;
    return metric === '1/m' ? value * this.scale : value;
  }
}
