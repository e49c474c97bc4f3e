// The introduction of each document: addresses, limits, and the table of error codes from the dictionary.
import { API_CODES } from '../dictionary/api-codes.ts';

const ERRORS = [
  '## Errors',
  '`{"error": {"code", "msg"}}`. The code is the HTTP status times ten plus a number that distinguishes cases. Every 4000 lists the faults in `details`. The refusals of each call are listed with it; any call may also get the codes of the transport, such as 405/4050 for an unknown method.',
  [
    '| HTTP | Code | Meaning |',
    '|---|---|---|',
    ...API_CODES.map(({ code, en }) => `| ${Math.floor(code / 10)} | ${code} | ${en.title} |`),
  ].join('\n'),
].join('\n\n');

const BODIES =
  'Bodies are JSON in UTF-8, at most 256 KiB, or 40 MiB for calls with lists of recipients, messages or numbers. Unknown members are ignored, and the header `X-Warnings` names them.';

const DATES = 'A datetime has an offset or `Z`; answers are in UTC with whole seconds. Amounts are exact decimals.';

const REPEATS =
  'POST requests may carry an `Idempotency-Key`: the same key and body within 24 hours get the first answer again.';

export const PARTNER_INTRODUCTION = [
  'Companies, sender names, dispatches, messages, prices and the blacklist, for partners.',
  '## Base address',
  'The paths begin at the address of the installation. `POST /auth/token` exchanges login and password for a token, which every other request carries as `Authorization: Bearer <token>`.',
  '## Limits',
  `A partner may make 20 requests per second, 40 in a burst, and 10 sign-ins per minute. The headers \`X-RateLimit-*\` show the rest; 429 says in \`Retry-After\` how long to wait. ${BODIES} Files have at most 10 MiB.`,
  '## Conventions',
  `${DATES} ${REPEATS} Lists come in pages.`,
  ERRORS,
].join('\n\n');

export const MESSAGING_INTRODUCTION = [
  'Messages, cascades, dispatches, codes and their events, under a key of the account.',
  '## Base address',
  'The paths begin with `/api/v1` and are also available under `/v1` and `/api/v1/v1`; a trailing slash is ignored. A key is sent as `Authorization: Bearer <key>` or `Authorization: Basic <key>`; both schemes work for every key. Browsers cannot call the API: it does not answer preflight requests. Only the paths under `/widget/v1` are for browsers, from pages of the sites that a widget names.',
  '## Limits',
  `A key may make 50 requests per second, 100 in a burst. The headers \`X-RateLimit-*\` show the rest; 429 says in \`Retry-After\` how long to wait. ${BODIES}`,
  '## Conventions',
  `${DATES} ${REPEATS} Events are posted to callback URLs and can be read with \`GET /events\`.`,
  ERRORS,
].join('\n\n');

export const BACK_OFFICE_INTRODUCTION = [
  'Companies, prices, review, links and switches, for staff. The paths begin with `/admin/v1`. `POST /admin/v1/auth/token` exchanges login and password for a token; every other request carries it as `Authorization: Bearer <token>`. A role opens the calls of its capabilities; the others are refused with 403/4030.',
  BODIES,
  ERRORS,
].join('\n\n');
