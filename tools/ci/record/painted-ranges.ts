// Ranges of a script that ran. V8 reports nested ranges: a block without a range of its own ran as often as the range
// around it. Painting them in V8's order, from the outside inwards, gives each character its own answer.
import type { Profiler } from 'node:inspector';

/** A byte per character: 1 if it ran. */
export type Painting = Uint8Array;

/**
 * Undefined if no function ran. The module itself is left out: it runs when it is imported, in whichever file comes
 * first.
 */
export function paint(functions: readonly Profiler.FunctionCoverage[]): Painting | undefined {
  const length = Math.max(...functions.flatMap(({ ranges }) => ranges.map(({ endOffset }) => endOffset)), 0);
  const painting = new Uint8Array(length);
  for (const { functionName, ranges } of functions) {
    const isModule = functionName === '' && ranges[0]?.startOffset === 0;
    for (const { startOffset, endOffset, count } of ranges)
      painting.fill(count > 0 && !isModule ? 1 : 0, startOffset, endOffset);
  }
  return painting.includes(1) ? painting : undefined;
}

/** Whether the second has a character that the first has not. */
export function addsTo(known: Painting | undefined, painting: Painting): boolean {
  return painting.some((ran, at) => ran === 1 && known?.[at] !== 1);
}

export function unite(known: Painting | undefined, painting: Painting): Painting {
  if (known === undefined) return painting;
  const [long, short] = known.length >= painting.length ? [known, painting] : [painting, known];
  const both = Uint8Array.from(long);
  for (const [at, ran] of short.entries()) if (ran === 1) both[at] = 1;
  return both;
}

/** Start and end of every painted range, in turn. */
export function rangesOf(painting: Painting): number[] {
  const ranges: number[] = [];
  let before = 0;
  for (const [at, ran] of painting.entries()) {
    if (ran !== before) ranges.push(at);
    before = ran;
  }
  return before === 1 ? [...ranges, painting.length] : ranges;
}

export function paintingOf(ranges: readonly number[]): Painting {
  const painting = new Uint8Array(ranges.at(-1) ?? 0);
  for (let at = 0; at + 1 < ranges.length; at += 2) painting.fill(1, ranges[at], ranges[at + 1]);
  return painting;
}
