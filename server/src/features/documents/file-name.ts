// Names of uploaded files are only shown; the bytes are stored under an id. Removes characters that could mislead a
// reader or that PostgreSQL cannot store.

const NAME_LENGTH_MAX = 255;

/** Control characters, bidirectional marks, line separators, byte order mark. */
const MISLEADING = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\u{FEFF}]/gu;

/** The last part of a path, cleaned; `undefined` if it is empty or too long. */
export function cleanFileName(given: string): string | undefined {
  const whole = given.toWellFormed().replaceAll(MISLEADING, '').normalize('NFC');
  const name = (whole.split(/[/\\]/).at(-1) ?? '').trim();
  const length = Array.from(name).length;
  return length === 0 || length > NAME_LENGTH_MAX ? undefined : name;
}

/** `pdf` of `Contract.PDF`; empty for `.pdf`. */
export function endingOf(name: string): string {
  return /[^.]\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}
