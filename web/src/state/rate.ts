// How often something comes: counted over the last two seconds of real time, so that what arrives in bursts, or late once,
// does not make it jump.

const kWindow_s = 2;
const kFirst_s = 0.5; // before it, too little is known

export class RateMeter {
  private times: number[] = []; // real s
  private began: number | null = null;

  add(now: number): void {
    this.began ??= now;
    this.times.push(now);
    this.forget(now);
  }

  /// Times a second of real time; null while nobody can know, and when nothing comes.
  rate(now: number): number | null {
    this.forget(now);
    const known = this.began === null ? 0 : Math.min(kWindow_s, now - this.began);
    return known < kFirst_s || this.times.length === 0 ? null : this.times.length / known;
  }

  private forget(now: number): void {
    while (this.times[0] !== undefined && this.times[0] < now - kWindow_s) this.times.shift();
  }
}
