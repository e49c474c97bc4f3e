// The language of template patterns. `%d` stands for digits, `%w` for one word (a run without blanks); `{a,b}` bounds
// how many digits or words, words of one variable being parted by single spaces; `+` means that many or more. All
// the rest stands for itself, and the whole text must match, in its very case.
//
// A match is decided without going back: after each piece of the pattern the set of places in the text where it may
// have ended is known, and one pass over the text makes the next set. So the work is at most pieces × characters,
// whatever pattern and text were thought up.

export const TEMPLATE_PATTERN_LENGTH_MAX = 1000;

const VARIABLES_MAX = 50;
const COUNT_MAX = 1000;

type Literal = { readonly kind: 'literal'; readonly text: string; readonly fallbacks: readonly number[] };
type Runs = { readonly kind: 'digits' | 'words'; readonly min: number; readonly max: number };
type Piece = Literal | Runs;

export type TemplatePattern = { readonly prefix: string; readonly pieces: readonly Piece[]; readonly suffix: string };

/** A variable with its bounds, or one whose bounds cannot be read. */
const VARIABLE = /%([dw])(?:\{(\d{1,4})(?:,(\d{1,4}))?\})?(\+)?(\{)?/g;

/** What is wrong with the pattern, ready to follow the field's path; undefined when nothing is. */
export function templatePatternProblem(pattern: string): string | undefined {
  if (Array.from(pattern).length > TEMPLATE_PATTERN_LENGTH_MAX) {
    return `must have at most ${TEMPLATE_PATTERN_LENGTH_MAX} characters`;
  }
  if (pattern.trim() === '') return 'must not be blank';
  const variables = [...pattern.matchAll(VARIABLE)];
  if (variables.length > VARIABLES_MAX) return `must have at most ${VARIABLES_MAX} variables`;
  for (const [, , least, most, , brace] of variables) {
    const max = Number(most ?? least ?? 1);
    if (brace !== undefined || max < 1 || max > COUNT_MAX || Number(least ?? 0) > max) {
      return `may bound a variable only by {a,b} with a not above b and b from 1 to ${COUNT_MAX}`;
    }
  }
  return undefined;
}

/** Call it with a pattern that has no problem. */
export function compileTemplatePattern(pattern: string): TemplatePattern {
  const pieces: Piece[] = [];
  let end = 0;
  const literal = (text: string) => text !== '' && pieces.push({ kind: 'literal', text, fallbacks: fallbacksOf(text) });
  for (const found of pattern.matchAll(VARIABLE)) {
    const [whole, letter, least, most, plus] = found;
    literal(pattern.slice(end, found.index));
    end = found.index + whole.length;
    const min = Number(least ?? 1);
    // Digits without bounds are any number of them; a word without bounds is one.
    const isOpen = plus !== undefined || (letter === 'd' && least === undefined);
    const max = isOpen ? Number.POSITIVE_INFINITY : Number(most ?? least ?? 1);
    pieces.push({ kind: letter === 'd' ? 'digits' : 'words', min, max });
  }
  literal(pattern.slice(end));
  const [first] = pieces;
  const last = pieces.length > 1 ? pieces.at(-1) : undefined;
  return {
    prefix: first?.kind === 'literal' ? first.text : '',
    pieces,
    suffix: last?.kind === 'literal' ? last.text : '',
  };
}

export function matchesTemplatePattern({ prefix, pieces, suffix }: TemplatePattern, text: string): boolean {
  // Most texts are told apart by how they begin or end or by what they hold, without a look at the variables.
  if (!text.startsWith(prefix) || !text.endsWith(suffix) || !holdsInOrder(text, pieces)) return false;
  let places = new Uint8Array(text.length + 1);
  places[0] = 1;
  for (const piece of pieces) {
    const next = piece.kind === 'literal' ? afterLiteral(places, piece, text) : afterRuns(places, piece, text);
    if (next === undefined) return false;
    places = next;
  }
  return places[text.length] === 1;
}

function holdsInOrder(text: string, pieces: readonly Piece[]): boolean {
  let from = 0;
  for (const piece of pieces) {
    if (piece.kind !== 'literal') continue;
    const at = text.indexOf(piece.text, from);
    if (at < 0) return false;
    from = at + piece.text.length;
  }
  return true;
}

type Places = Uint8Array<ArrayBuffer>;

/** One pass that finds every occurrence, however they overlap: `fallbacks` is where to go on after a difference. */
function afterLiteral(places: Places, { text: literal, fallbacks }: Literal, text: string): Places | undefined {
  const next = new Uint8Array(text.length + 1);
  let isReached = false;
  let same = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    while (same > 0 && (same === literal.length || literal.charCodeAt(same) !== code)) same = fallbacks[same - 1] ?? 0;
    if (literal.charCodeAt(same) === code) same += 1;
    if (same === literal.length && places[at + 1 - same] === 1) {
      next[at + 1] = 1;
      isReached = true;
    }
  }
  return isReached ? next : undefined;
}

/** For each beginning of the text: how long its longest proper end is that is also a beginning. */
function fallbacksOf(text: string): readonly number[] {
  const fallbacks = [0];
  for (let at = 1, same = 0; at < text.length; at += 1) {
    while (same > 0 && text.charCodeAt(same) !== text.charCodeAt(at)) same = fallbacks[same - 1] ?? 0;
    if (text.charCodeAt(same) === text.charCodeAt(at)) same += 1;
    fallbacks.push(same);
  }
  return fallbacks;
}

/**
 * A place is reached when some place before it lies in the same unbroken stretch and between them are `min` to `max`
 * units. Units are numbered from the beginning of the text; `upTo[place]` counts the starts before a place, so one
 * subtraction tells whether any lies in a range.
 */
function afterRuns(places: Places, piece: Runs, text: string): Places | undefined {
  const { min, max } = piece;
  const next = min === 0 ? places.slice() : new Uint8Array(text.length + 1);
  const upTo = new Int32Array(text.length + 1);
  /** Where unit number n begins. */
  const unitStarts: number[] = [];
  const isWords = piece.kind === 'words';
  let starts = 0;
  /** Number of the first unit of this stretch. */
  let stretch = 0;
  let isReached = min === 0;
  let wasInside = false;
  for (let end = 1; end <= text.length; end += 1) {
    const code = text.charCodeAt(end - 1);
    const isInside = isWords ? !isBlank(code) : isDigit(code);
    // A single space joins two words; anything else between them ends the stretch, as does a word's absence.
    if (!isInside && !(isWords && code === SPACE && wasInside)) stretch = unitStarts.length;
    if (isInside && (!isWords || !wasInside)) unitStarts.push(end - 1);
    if (isInside) starts += places[end - 1] ?? 0;
    upTo[end] = starts;
    wasInside = isInside;
    if (!isInside) continue;
    const unit = unitStarts.length - 1;
    const newest = unit + 1 - Math.max(min, 1);
    const oldest = Math.max(stretch, unit + 1 - max);
    if (newest < oldest) continue;
    const before = upTo[unitStarts[oldest] ?? 0] ?? 0;
    const until = newest === unit ? starts : (upTo[unitStarts[newest + 1] ?? 0] ?? 0);
    if (until > before) {
      next[end] = 1;
      isReached = true;
    }
  }
  return isReached ? next : undefined;
}

const SPACE = 0x20;

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isBlank(code: number): boolean {
  return code <= SPACE || code === 0xa0 || (code > 0xff && /\s/.test(String.fromCharCode(code)));
}
