// The last seconds of some channels, as columns a plot can take. Time is simulated seconds.

export class Series {
  readonly times: number[] = [];
  readonly columns: number[][];

  constructor(channels: number, private readonly span: number) {
    this.columns = Array.from({ length: channels }, () => []);
  }

  /// A sample from before the last one (restart, seek) begins anew.
  add(time: number, values: ArrayLike<number>, offset = 0): void {
    const last = this.times.at(-1);
    if (last !== undefined && time < last) this.clear();
    if (last === time) return;
    this.times.push(time);
    this.columns.forEach((column, i) => column.push(values[offset + i] ?? NaN));
    this.forget(time - this.span);
  }

  clear(): void {
    this.times.length = 0;
    for (const column of this.columns) column.length = 0;
  }

  private forget(before: number): void {
    // in blocks, so that not every sample moves the arrays
    let old = 0;
    while (old < this.times.length && this.times[old]! < before) ++old;
    if (old < 64 && old < this.times.length / 2) return;
    this.times.splice(0, old);
    for (const column of this.columns) column.splice(0, old);
  }
}
