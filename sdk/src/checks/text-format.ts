// Formats of texts, with the wording of their refusal. The same timestamps pass as in the service: a test compares
// them.

type TextFormat = { readonly isFine: (text: string) => boolean; readonly words: string };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const DATETIME =
  /^(2\d{3})-(\d{2})-(\d{2})T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.\d{1,9})?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/;
const YEAR_MAX = 2100;

export const TEXT_FORMATS: Readonly<Record<string, TextFormat>> = {
  uuid: { isFine: (text) => UUID.test(text), words: 'must be a UUID' },
  'date-time': { isFine: isDatetime, words: 'must be an ISO 8601 timestamp with an offset or Z' },
  'callback-url': {
    isFine: (text) => isWebAddress(text) && /^https?:\/\/[^/?#\\]/i.test(text) && !/\s/.test(text),
    words: 'must be an http or https URL',
  },
  'service-address': {
    isFine: isServiceAddress,
    words: 'must be an http or https URL, such as https://volley.example',
  },
  // Printable ASCII without blanks, because the value is part of a header.
  key: { isFine: (text) => /^[\x21-\x7e]+$/.test(text), words: 'must not contain blanks, line breaks or non-ASCII' },
};

function isDatetime(text: string): boolean {
  const [, year, month, day] = DATETIME.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return year <= YEAR_MAX && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth;
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** `fetch` refuses an address with a login, and paths are appended to the address. */
function isServiceAddress(text: string): boolean {
  // A URL drops blanks at its ends, and the mark of an empty search is no search.
  if (!isWebAddress(text) || /[\s?#]/.test(text)) return false;
  const { username, password } = new URL(text);
  return `${username}${password}` === '';
}
