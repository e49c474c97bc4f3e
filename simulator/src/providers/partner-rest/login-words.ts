// The form `login`: login and password in the body, one message per call, errors by number.
import {
  type Body,
  type FormWords,
  isNumber,
  membersOf,
  type PartnerMessage,
  type PartnerReply,
  textOf,
  wholeOf,
} from './partner-form.ts';

/** By error code: HTTP status and description. */
const errors: ReadonlyMap<number, readonly [status: number, description: string]> = new Map([
  [1, [503, 'Service is temporarily unavailable']],
  [2, [403, 'IP address is not allowed']],
  [3, [429, 'Too many requests']],
  [4, [400, 'Malformed request']],
  [5, [401, 'Unknown login']],
  [6, [401, 'Wrong password']],
  [7, [400, 'Unknown service number']],
  [8, [406, 'Unusable destination address']],
  [9, [406, 'Unsupported message type']],
  [10, [409, 'Duplicate message']],
  [11, [406, 'Unusable ttl']],
  [100, [500, 'Internal error']],
]);

const textLengths: Readonly<Record<string, number>> = { VIBER: 1_000, VK: 2_048, MAX: 4_000 };
const ttlSecondsMin = 30;
const ttlSecondsMax = 86_400;

export function loginError(code: number): PartnerReply {
  const [status, description] = errors.get(code) ?? [400, 'Unknown error'];
  return { status, body: { error: { code, description }, extendedDescription: description } };
}

const reported = {
  delivered: { status: 2, errorCode: '0' },
  read: { status: 9, errorCode: '0' },
  expired: { status: 5, errorCode: '7' },
  'no-account': { status: 5, errorCode: '8' },
  blocked: { status: 5, errorCode: '1' },
} as const;

export const loginWords: FormWords = {
  account: 'partner-login',
  taken: ({ clientId }, id) => ({ status: 200, body: { mtNum: id, ...(clientId !== undefined && { id: clientId }) } }),
  refused: (what) => loginError(what === 'number' ? 8 : 7),
  throttled: loginError(3),
  failing: loginError(1),
  duplicate: loginError(10),
  report: ({ clientId, channel, number, sender, text }, id, state) => ({
    ...(clientId !== undefined && { id: clientId }),
    mtNum: id,
    ...reported[state],
    type: channel,
    doneDate: new Date().toISOString(),
    sourceAddr: sender,
    destAddr: number,
    text,
    partCount: '001',
  }),
};

/** The message of a call, or the answer to a call without a usable one. */
export function readLogin(body: Body, credentials: { login: string; password: string }): PartnerMessage | PartnerReply {
  if (body['login'] !== credentials.login) return loginError(5);
  if (body['password'] !== credentials.password) return loginError(6);
  const { type, data } = membersOf(body['message']);
  const channel = textOf(type);
  const content = membersOf(data);
  const number = textOf(body['destAddr']);
  if (channel === '' || number === '') return loginError(4);
  if (!Object.hasOwn(textLengths, channel)) return loginError(9);
  if (!isNumber(number)) return loginError(8);
  const sender = textOf(content['serviceNumber']);
  if (sender === '') return loginError(7);
  const shown = channel === 'VIBER' ? viberText(membersOf(content['instantContent'])) : textOf(content['text']);
  if (shown === undefined || shown.length > (textLengths[channel] ?? 0)) return loginError(4);
  if (channel !== 'VIBER' && shown === '') return loginError(4);
  const ttl = content['ttl'];
  const ttlSeconds = wholeOf(ttl);
  if (ttl !== undefined && (ttlSeconds === undefined || ttlSeconds < ttlSecondsMin || ttlSeconds > ttlSecondsMax))
    return loginError(11);
  const clientId = textOf(body['id']);
  const reportUrl = textOf(body['notifyUrl']);
  return {
    channel,
    sender,
    number,
    text: shown,
    content,
    ttlSeconds,
    clientId: clientId === '' ? undefined : clientId,
    reportUrl: reportUrl === '' ? undefined : reportUrl,
  };
}

/** Undefined: not a content of Viber. */
function viberText({ type, data }: Body): string | undefined {
  const { text, imageURL, caption, action } = membersOf(data);
  switch (type) {
    case 'TEXT':
      return textOf(text) === '' ? undefined : textOf(text);
    case 'IMAGE_URL':
      return textOf(imageURL) === '' ? undefined : '';
    case 'BUTTON':
      return [text, caption, action].every((member) => textOf(member) !== '') ? textOf(text) : undefined;
    default:
      return undefined;
  }
}
