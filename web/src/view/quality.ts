// How many pixels a picture gets. While things move, pictures must keep coming: when they take too long they get fewer
// pixels, when there is time they get them back. The first picture of a room has every pixel of the screen, whatever
// moves. What stands still is drawn once so, and not again until it changes.

import type { QualityChoice } from '../state/store';

export const kQualities: readonly { choice: QualityChoice; title: string }[] = [
  { choice: 'sharp', title: 'Sharp' }, { choice: 'balanced', title: 'Balanced (automatic)' }, { choice: 'fast', title: 'Fast' },
];

const kSlow_ms = 42; // a picture that takes longer is too slow
const kQuick_ms = 28; // so far below it that the next step up stays below it
const kRest_ms = 250; // without a change: it stands still
const kLongest_ms = 400; // hidden or loading
const kMostRatio = 2;

export class Quality {
  ratio: number; // canvas pixels for each of the page's, while things move
  drawn = 0; // of the picture on screen
  still = false; // the picture on screen is sharp, and nothing changes
  fps = 0;
  private choice: QualityChoice = 'balanced';
  private average = 30;
  private last = 0; // when the last picture ended; 0: none just before this one
  private settled = 0; // when the ratio last changed
  private raised = false; // by that change
  private failures = 0; // returns to more pixels that were too slow
  private changed_at = 0;
  private timed = false; // the picture under way says how long moving ones take

  constructor(readonly software: boolean, private readonly device_ratio: () => number = () => globalThis.devicePixelRatio) {
    this.ratio = this.most;
  }

  /// Canvas pixels for each of the page's in a picture that stands.
  get rest(): number {
    return Math.min(kMostRatio, this.device_ratio());
  }

  private get most(): number {
    if (this.choice === 'fast') return this.least;
    return this.software && this.choice === 'balanced' ? Math.min(1, this.rest) : this.rest;
  }

  private get least(): number {
    return this.choice === 'sharp' ? this.rest : this.software ? 0.4 : 0.6;
  }

  choose(choice: QualityChoice): void {
    this.choice = choice;
    this.failures = 0;
    this.ratio = this.most;
    this.still = false;
  }

  /// The ratio to draw the next picture with; 0: the one on screen is good. `arriving`: in a room that was not seen yet.
  next(changed: boolean, now_ms: number, arriving = false): number {
    this.timed = changed && !arriving;
    if (changed || (arriving && this.drawn !== this.rest)) {
      this.still = false;
      this.changed_at = now_ms;
      return this.use(arriving ? this.rest : Math.min(this.most, Math.max(this.least, this.ratio)));
    }
    this.last = 0;
    if (this.still || now_ms - this.changed_at < kRest_ms) return 0;
    this.still = true;
    return this.drawn === this.rest ? 0 : this.use(this.rest);
  }

  private use(ratio: number): number {
    this.drawn = ratio;
    return ratio;
  }

  /// After each picture.
  finished(now_ms: number): void {
    const took = now_ms - this.last;
    const first = this.last === 0;
    this.last = this.timed ? now_ms : 0;
    if (first || !this.timed || took > kLongest_ms) return;
    this.average += (took - this.average) * 0.06;
    this.fps = 1000 / this.average;
    const since = now_ms - this.settled;
    if (this.average > kSlow_ms && since > 900 && this.ratio > this.least) {
      this.failures = this.raised && since < 6000 ? Math.min(3, this.failures + 1) : 0;
      this.set(this.ratio * 0.84, now_ms);
    } else if (this.average < kQuick_ms && since > 1500 * 2 ** this.failures && this.ratio < this.most) {
      // each return to more pixels that failed makes the next one wait longer, for 12 s at most
      this.set(this.ratio * 1.12, now_ms);
    }
  }

  private set(ratio: number, now_ms: number): void {
    this.raised = ratio > this.ratio;
    this.ratio = Math.min(this.most, Math.max(this.least, ratio));
    this.settled = now_ms;
    this.average = 35;
  }
}

/// "Software drawing, 60 % of the pixels, 24 pictures/s": what is used now.
export function quality_words({ software, drawn, rest, still, fps }: Pick<Quality, 'software' | 'drawn' | 'rest' | 'still' | 'fps'>): string {
  const share = Math.min(1, (drawn / rest) ** 2);
  const pixels = share > 0.995 ? 'all pixels' : `${Math.round(100 * share)} % of the pixels`;
  return `${software ? 'Software drawing' : 'Drawn by the graphics card'}, ${pixels}, ${still ? 'stands still' : `${Math.round(fps)} pictures/s`}`;
}

const kSame = 2e-4; // m, rad: a fifth of a pixel at most

/// Whether what a picture is drawn from has changed since the last one that was drawn.
export class Changes {
  private drawn: number[] = [];
  private now: number[] = [];

  /// Numbers of this moment; kept as drawn when they differ.
  changed(numbers: Iterable<number>): boolean {
    this.now.length = 0;
    for (const value of numbers) this.now.push(value);
    const same = this.now.length === this.drawn.length && this.now.every((value, i) => Math.abs(value - this.drawn[i]!) <= kSame);
    if (!same) [this.drawn, this.now] = [this.now, this.drawn];
    return !same;
  }
}
