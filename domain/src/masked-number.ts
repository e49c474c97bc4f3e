// A number for eyes that may not read it: country, operator's code and the last digits, enough to tell two apart.

const SHOWN_FIRST = 4;
const SHOWN_LAST = 4;

/** `7916•••4567`. Numbers too short to hide anything in are hidden but for their last two digits. */
export function maskNumber(digits: string): string {
  if (digits === '') return '';
  return digits.length < SHOWN_FIRST + SHOWN_LAST + 2
    ? `•••${digits.slice(-2)}`
    : `${digits.slice(0, SHOWN_FIRST)}•••${digits.slice(-SHOWN_LAST)}`;
}
