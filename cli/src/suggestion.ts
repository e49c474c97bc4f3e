// The nearest known word to a misspelled one.

/** Undefined if no word is near: at most one edit per three letters, and at least one. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  const near = known
    .map((one) => ({ one, edits: editsBetween(word, one) }))
    .filter(({ one, edits }) => edits <= Math.max(1, Math.floor(Math.max(word.length, one.length) / 3)))
    .toSorted((a, b) => a.edits - b.edits);
  return near[0]?.one;
}

/** ` Did you mean …?`, or an empty text. */
export function suggestionFor(word: string, known: readonly string[]): string {
  const found = nearestWord(word, known);
  return found === undefined ? '' : ` Did you mean \`${found}\`?`;
}

/** Inserted, deleted, replaced and swapped letters. */
function editsBetween(one: string, two: string): number {
  let before: number[] = [];
  let row = Array.from({ length: two.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= two.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === two[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && one[i - 1] === two[j - 2] && one[i - 2] === two[j - 1];
      const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, replaced, swapped));
    }
    before = row;
    row = next;
  }
  return row[two.length] ?? 0;
}
