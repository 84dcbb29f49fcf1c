// Keeps pictures coming: when they take too long the canvas gets fewer pixels, when there is time it gets them back.

const kSlow_ms = 42; // a picture that takes longer is too slow
const kQuick_ms = 20;

export class Quality {
  ratio: number;
  fps = 0;
  private readonly most: number;
  private readonly least: number;
  private average = 30;
  private last = 0;
  private settled = 0; // when the last change was made
  private raises = 0;

  constructor(readonly software: boolean, device_ratio = globalThis.devicePixelRatio ?? 1) {
    this.most = software ? Math.min(1, device_ratio) : Math.min(2, device_ratio);
    this.least = software ? 0.4 : 0.6;
    this.ratio = this.most;
  }

  /// Once a picture; true when `ratio` changed.
  finished(now_ms: number): boolean {
    const took = now_ms - this.last;
    this.last = now_ms;
    if (took > 400) return false; // hidden or loading
    this.average += (took - this.average) * 0.06;
    this.fps = 1000 / this.average;
    const since = now_ms - this.settled;
    if (this.average > kSlow_ms && since > 900 && this.ratio > this.least) return this.set(this.ratio * 0.84, now_ms);
    // each return to more pixels that failed makes the next one wait longer
    if (this.average < kQuick_ms && since > 3000 * 2 ** this.raises && this.ratio < this.most) {
      this.raises = Math.min(5, this.raises + 1);
      return this.set(this.ratio * 1.12, now_ms);
    }
    return false;
  }

  private set(ratio: number, now_ms: number): boolean {
    this.ratio = Math.min(this.most, Math.max(this.least, ratio));
    this.settled = now_ms;
    this.average = 30;
    return true;
  }
}
