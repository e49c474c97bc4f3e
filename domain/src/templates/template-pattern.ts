// Language of template patterns. `%d` matches digits, `%w` one word (a run without blanks). `{a,b}` limits the number
// of digits or words; single spaces separate the words of a variable. `+` means that many or more. All other
// characters match themselves. The whole text must match, case-sensitive.
//
// Matching never backtracks: for each piece of the pattern it keeps the set of positions where the piece may end, and
// one pass over the text computes the next set. The work is at most pieces × characters for every pattern and text.

export const TEMPLATE_PATTERN_LENGTH_MAX = 1000;

const VARIABLES_MAX = 50;
const COUNT_MAX = 1000;

type Literal = { readonly kind: 'literal'; readonly text: string; readonly fallbacks: readonly number[] };
type Runs = { readonly kind: 'digits' | 'words'; readonly min: number; readonly max: number };
type Piece = Literal | Runs;

export type TemplatePattern = { readonly prefix: string; readonly pieces: readonly Piece[]; readonly suffix: string };

/** A variable with its limits, or with limits that cannot be parsed. */
const VARIABLE = /%([dw])(?:\{(\d{1,4})(?:,(\d{1,4}))?\})?(\+)?(\{)?/g;

/** Problem as text that follows the path of the field; undefined if valid. */
export function templatePatternProblem(pattern: string): string | undefined {
  if (Array.from(pattern).length > TEMPLATE_PATTERN_LENGTH_MAX) {
    return `must be at most ${TEMPLATE_PATTERN_LENGTH_MAX} characters long`;
  }
  if (pattern.trim() === '') return 'must not be blank';
  const variables = [...pattern.matchAll(VARIABLE)];
  if (variables.length > VARIABLES_MAX) return `must have at most ${VARIABLES_MAX} variables`;
  for (const [, , least, most, , brace] of variables) {
    const max = Number(most ?? least ?? 1);
    if (brace !== undefined || max < 1 || max > COUNT_MAX || Number(least ?? 0) > max) {
      return `must limit variables by {a,b} with a at most b and b from 1 to ${COUNT_MAX}`;
    }
  }
  return undefined;
}

/** Requires a pattern without a problem. */
export function compileTemplatePattern(pattern: string): TemplatePattern {
  const pieces: Piece[] = [];
  let end = 0;
  const literal = (text: string) => text !== '' && pieces.push({ kind: 'literal', text, fallbacks: fallbacksOf(text) });
  for (const found of pattern.matchAll(VARIABLE)) {
    const [whole, letter, least, most, plus] = found;
    literal(pattern.slice(end, found.index));
    end = found.index + whole.length;
    const min = Number(least ?? 1);
    // %d without limits: any number of digits. %w without limits: one word.
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

export const matchesTemplatePattern = (pattern: TemplatePattern, text: string): boolean =>
  reachedPlaces(pattern, text) !== undefined;

/**
 * The parts of the text that the variables match, in their order; undefined: the text does not match. Where the text
 * can be divided in several ways, earlier variables are longer.
 */
export function templateValues(pattern: TemplatePattern, text: string): string[] | undefined {
  const reached = reachedPlaces(pattern, text);
  if (reached === undefined) return undefined;
  const values: string[] = [];
  let end = text.length;
  for (let at = pattern.pieces.length - 1; at >= 0; at -= 1) {
    const [piece, places] = [pattern.pieces[at], reached[at]];
    if (piece === undefined || places === undefined) break;
    const start = piece.kind === 'literal' ? end - piece.text.length : startOfRuns(places, piece, text, end);
    if (piece.kind !== 'literal') values.unshift(text.slice(start, end));
    end = start;
  }
  return values;
}

/**
 * Before each piece, and at the end, the places that the pieces before it reach; undefined: the text does not match.
 */
function reachedPlaces({ prefix, pieces, suffix }: TemplatePattern, text: string): Places[] | undefined {
  // Literals reject most texts before variables are evaluated.
  if (!text.startsWith(prefix) || !text.endsWith(suffix) || !holdsInOrder(text, pieces)) return undefined;
  let places = new Uint8Array(text.length + 1);
  places[0] = 1;
  const reached = [places];
  for (const piece of pieces) {
    const next = piece.kind === 'literal' ? afterLiteral(places, piece, text) : afterRuns(places, piece, text);
    if (next === undefined) return undefined;
    places = next;
    reached.push(places);
  }
  return places[text.length] === 1 ? reached : undefined;
}

/** The last place from which the runs reach `end`, which they do. */
function startOfRuns(places: Places, { kind, min, max }: Runs, text: string, end: number): number {
  if (min === 0 && places[end] === 1) return end;
  let units = kind === 'words' ? 1 : 0;
  for (let at = end - 1; at >= 0; at -= 1) {
    const code = text.charCodeAt(at);
    const isInside = kind === 'words' ? !isBlank(code) : isDigit(code);
    if (kind === 'digits' || !isInside) units += 1;
    if (isInside && places[at] === 1 && units >= min && units <= max) return at;
  }
  throw new Error(`no start of ${kind} before place ${end}`);
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

/** Finds every occurrence in one pass, overlapping ones included (Knuth-Morris-Pratt). */
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

/** KMP table: per prefix, the length of its longest proper suffix that is also a prefix. */
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
 * A position is reachable if an earlier position lies in the same unbroken stretch with `min` to `max` units between
 * them. Units are numbered from the start of the text; `upTo[place]` counts the starts before a position, so one
 * subtraction answers whether a range contains any.
 */
function afterRuns(places: Places, piece: Runs, text: string): Places | undefined {
  const { min, max } = piece;
  const next = min === 0 ? places.slice() : new Uint8Array(text.length + 1);
  const upTo = new Int32Array(text.length + 1);
  /** Start of unit n. */
  const unitStarts: number[] = [];
  const isWords = piece.kind === 'words';
  let starts = 0;
  /** First unit of this stretch. */
  let stretch = 0;
  let isReached = min === 0;
  let wasInside = false;
  for (let end = 1; end <= text.length; end += 1) {
    const code = text.charCodeAt(end - 1);
    const isInside = isWords ? !isBlank(code) : isDigit(code);
    // A single space joins two words; any other separator ends the stretch, as does a missing word.
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
