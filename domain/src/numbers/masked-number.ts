// Masks a phone number for readers without the right to see it: country, operator code and last digits stay.

const SHOWN_FIRST = 4;
const SHOWN_LAST = 4;

/** `7916•••4567`. A short number keeps only its last two digits. */
export function maskNumber(digits: string): string {
  if (digits === '') return '';
  return digits.length < SHOWN_FIRST + SHOWN_LAST + 2
    ? `•••${digits.slice(-2)}`
    : `${digits.slice(0, SHOWN_FIRST)}•••${digits.slice(-SHOWN_LAST)}`;
}
