// Message lengths of a file after substitution, row by row, with the rule of the server.
import { segmentText, type TextEncoding } from '@volley/domain/text/text-segmentation.ts';
import { compileText, RENDERED_LENGTH_MAX, renderText } from '@volley/domain/text/text-substitution.ts';
import { eachRecipient, type ReadyFile, type RecipientRow } from './recipient-rows.ts';
import type { Watch } from './row-source.ts';

export const PARTS_MAX = 10;

export type Measured = {
  readonly messages: number;
  /** Messages by number of parts, from 1; the last entry holds all that are too long. */
  readonly histogram: readonly number[];
  readonly min: number;
  /** The median length in parts. */
  readonly typical: number;
  readonly max: number;
  readonly longestRow: number;
  readonly totalParts: number;
  readonly unicode: number;
  readonly customTexts: number;
  /** Rows without a value, by placeholder. */
  readonly empty: Readonly<Record<string, number>>;
  readonly tooLong: { readonly count: number; readonly firstRow: number };
  /** The text is empty after substitution. */
  readonly blank: { readonly count: number; readonly firstRow: number };
};

export type RenderedRow = {
  readonly text: string;
  readonly encoding: TextEncoding;
  readonly parts: number;
  readonly isCustom: boolean;
};

/** Marks a text that is too long to build. */
const TOO_LONG = 'x'.repeat(RENDERED_LENGTH_MAX + 1);

export function rowRenderer(text: string, countsParts: boolean): (row: RecipientRow) => RenderedRow {
  const compiled = compileText(text);
  let last: RenderedRow | undefined;
  return ({ substitutions, customText }) => {
    const rendered = customText === undefined ? renderText(compiled, substitutions) : { text: customText };
    // A placeholder without a column is reported separately; here it stays in the text.
    const full = 'text' in rendered ? rendered.text : 'tooLong' in rendered ? TOO_LONG : text;
    const isCustom = customText !== undefined;
    if (last?.text !== full || last.isCustom !== isCustom)
      last = { text: full, ...(countsParts ? segmentText(full) : { encoding: 'UCS2', parts: 1 }), isCustom };
    return last;
  };
}

export async function measureText(
  file: ReadyFile,
  { text, countsParts }: { readonly text: string; readonly countsParts: boolean },
  watch: Watch = {},
): Promise<Measured> {
  const tokens = [...new Set(compileText(text).tokens)];
  const render = rowRenderer(text, countsParts);
  const histogram = Array.from({ length: PARTS_MAX + 1 }, () => 0);
  const empty: Record<string, number> = {};
  const totals = { messages: 0, totalParts: 0, unicode: 0, customTexts: 0, longestRow: 0, longest: -1 };
  const tooLong = { count: 0, firstRow: 0 };
  const blank = { count: 0, firstRow: 0 };
  await eachRecipient(
    file,
    1,
    (recipient) => {
      const { text: full, encoding, parts, isCustom } = render(recipient);
      totals.messages += 1;
      totals.totalParts += parts;
      histogram[Math.min(parts, PARTS_MAX + 1) - 1] = (histogram[Math.min(parts, PARTS_MAX + 1) - 1] ?? 0) + 1;
      if (encoding === 'UCS2') totals.unicode += 1;
      const weight = parts * 10_000 + full.length;
      if (weight > totals.longest) [totals.longest, totals.longestRow] = [weight, recipient.row];
      if (parts > PARTS_MAX) note(tooLong, recipient.row);
      if (full === '') note(blank, recipient.row);
      if (isCustom) totals.customTexts += 1;
      else
        for (const token of tokens) if (recipient.substitutions[token] === '') empty[token] = (empty[token] ?? 0) + 1;
      return undefined;
    },
    watch,
  );
  const { longest: _, ...shown } = totals;
  return { ...shown, histogram, empty, tooLong, blank, ...spreadOf(histogram, totals.messages) };
}

function note(found: { count: number; firstRow: number }, row: number): void {
  if (found.count === 0) found.firstRow = row;
  found.count += 1;
}

function spreadOf(histogram: readonly number[], messages: number) {
  let passed = 0;
  let typical = 0;
  for (const [at, count] of histogram.entries()) {
    passed += count;
    if (typical === 0 && passed * 2 >= messages && count > 0) typical = at + 1;
  }
  return {
    min: histogram.findIndex((count) => count > 0) + 1,
    typical,
    max: histogram.findLastIndex((count) => count > 0) + 1,
  };
}
