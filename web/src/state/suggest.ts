// Which known name somebody meant who typed another, as the command line guesses it (core/suggest.h).

/// How many letters must be put in, left out, changed, or swapped with their neighbour to make `b` of `a`.
export function edit_distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; ++i) {
    const row = [i];
    for (let j = 1; j <= b.length; ++j) {
      const change = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(change, last[j]! + 1, row[j - 1]! + 1, swapped ? before[j - 2]! + 1 : Infinity);
    }
    [before, last] = [last, row];
  }
  return last[b.length]!;
}

const kLongest = 60; // of a word worth a guess
const plain = (word: string): string => word.trim().toLowerCase().replace(/[\s-]/g, '_');

/// The things whose names are nearest to what was typed, nearest first, three at most. At most a third of its letters differ.
export function nearest<T>(typed: string, things: readonly T[], names_of: (thing: T) => readonly string[]): T[] {
  const word = plain(typed);
  if (word === '' || word.length > kLongest) return [];
  const reach = word.length < 4 ? 1 : Math.max(2, Math.floor(word.length / 3));
  return things
    .map((thing) => ({ thing, distance: Math.min(...names_of(thing).map((name) => edit_distance(word, plain(name)))) }))
    .filter(({ distance }) => distance <= reach)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ thing }) => thing);
}
