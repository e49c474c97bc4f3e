// The written form of a phone number: `+7 916 123-45-67` for Russia and Kazakhstan, the country code and groups of
// three for other countries. Masked digits (`7916•••4567`) keep their place.

/** Calling codes of one and two digits. All other codes have three. */
const ONE_DIGIT = new Set(['1', '7']);
const TWO_DIGITS = new Set(
  '20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98'.split(
    ' ',
  ),
);

const RUSSIAN = /^7([\d•]{3})([\d•]{3})([\d•]{2})([\d•]{2})$/;
/** At least ten places that start with an open country code. */
const GROUPABLE = /^[1-9][\d•]{9,14}$/;
const MASK = '•••';

/** Text that is not a phone number, such as a short code or `•••89`, is returned as it is. */
export function groupNumber(digits: string): string {
  const russian = RUSSIAN.exec(digits);
  if (russian !== null) return `+7 ${russian[1]} ${russian[2]}-${russian[3]}-${russian[4]}`;
  if (!GROUPABLE.test(digits)) return digits;
  const code = callingCode(digits);
  const rest = digits.slice(code.length);
  // A mask hides an unknown number of digits, so the digits around it are not grouped.
  return `+${code} ${rest.includes(MASK) ? rest : inThrees(rest)}`;
}

function callingCode(digits: string): string {
  if (ONE_DIGIT.has(digits.slice(0, 1))) return digits.slice(0, 1);
  return digits.slice(0, TWO_DIGITS.has(digits.slice(0, 2)) ? 2 : 3);
}

/** The last group takes four digits rather than leave one alone. */
function inThrees(digits: string): string {
  return digits.replace(/\d{3}(?=\d{2})/g, '$& ').trimEnd();
}
