// The name of an uploaded file is only ever shown: the bytes are stored under an id. Still it loses everything that
// could mislead whoever reads it, and what the database cannot hold.

const NAME_LENGTH_MAX = 255;

/** Controls with NUL among them, marks that turn the direction of writing, breaks of lines, the byte order mark. */
const MISLEADING = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\u{FEFF}]/gu;

/** The last part of a path, cleaned; `undefined` when nothing that can be shown is left or it is too long. */
export function cleanFileName(given: string): string | undefined {
  const whole = given.toWellFormed().replaceAll(MISLEADING, '').normalize('NFC');
  const name = (whole.split(/[/\\]/).at(-1) ?? '').trim();
  const length = Array.from(name).length;
  return length === 0 || length > NAME_LENGTH_MAX ? undefined : name;
}

/** `pdf` of `Contract.PDF`; a name that is nothing but an ending has none. */
export function endingOf(name: string): string {
  return /[^.]\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}
