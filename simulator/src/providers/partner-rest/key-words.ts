// The form `key`: an access key in a header, a path per channel, a list of messages and a result for each. Calls of
// this service have one message, and the simulator takes no more.
import {
  type Body,
  type FormWords,
  isNumber,
  listOf,
  membersOf,
  type PartnerMessage,
  type PartnerReply,
  textOf,
  wholeOf,
} from './partner-form.ts';

const channels: Readonly<Record<string, 'VIBER' | 'VK'>> = { '/viber/messages': 'VIBER', '/vk/messages': 'VK' };
const viberTextMax = 1_000;
const captionMax = 30;
const ttlMin = 15;
const viberTtlMax = 1_209_600;
const vkTtlMax = 86_400;
const imageForm = /^https?:\/\/\S+$/;

export const keyResult = (code: string, reason?: string): PartnerReply => ({
  status: 200,
  body: { result: [{ code, ...(reason !== undefined && { reasons: [{ key: reason }] }) }] },
});

const reported = {
  delivered: { status: 'delivered' },
  read: { status: 'read' },
  expired: { status: 'expired' },
  'no-account': { status: 'undelivered', errorCode: 9 },
  blocked: { status: 'undelivered', errorCode: 8 },
} as const;

export const keyWords: FormWords = {
  account: 'partner-key',
  taken: (_message, id) => ({ status: 200, body: { result: [{ code: 'OK', messageId: id }] } }),
  refused: (what) => keyResult(what === 'number' ? 'INVALID_PHONE' : 'SRVC_BAD_SERVICE_ID'),
  throttled: { status: 429, body: {} },
  failing: { status: 503, body: {} },
  duplicate: keyResult('DUPLICATE'),
  report: ({ channel, number, content }, id, state) => ({
    messageId: id,
    ...reported[state],
    ...(channel === 'VIBER'
      ? { to: number, options: content['options'] }
      : { phone: number, callbackData: content['callbackData'] }),
  }),
};

/** The message of a call, or the answer to a call without a usable one. */
export function readKey(
  { pathname, authorization, body }: { pathname: string; authorization: string; body: Body },
  key: string,
): PartnerMessage | PartnerReply {
  const channel = channels[pathname];
  if (channel === undefined) return { status: 404, body: {} };
  if (authorization !== `Key ${key}`) return { status: 401, body: {} };
  const messages = listOf(body['messages']);
  if (messages.length === 0) return { status: 200, body: { result: [] } };
  if (messages.length > 1) return { status: 413, body: {} };
  const message = membersOf(messages[0]);
  return channel === 'VIBER' ? readViber(message) : readVk(message);
}

function readViber(message: Body): PartnerMessage | PartnerReply {
  const { from, to, text, image, caption, action, validity, callbackUrl } = message;
  if (!isNumber(textOf(to))) return keyResult('INVALID_PHONE');
  if (textOf(from) === '') return keyResult('SRVC_BAD_SERVICE_ID');
  const hasButton = textOf(caption) !== '' && textOf(action) !== '';
  const isShown = hasButton ? image === undefined || imageForm.test(textOf(image)) : image === undefined;
  const isText = textOf(text) !== '' && textOf(text).length <= viberTextMax;
  if (!isShown || !isText || textOf(caption).length > captionMax) return keyResult('SRVC_BAD_DATA');
  if (!isLifetime(validity, viberTtlMax)) return keyResult('SRVC_INVALID_TTL');
  return messageOf(message, {
    channel: 'VIBER',
    sender: textOf(from),
    number: textOf(to),
    text: textOf(text),
    ttlSeconds: wholeOf(validity),
    reportUrl: textOf(callbackUrl),
  });
}

function readVk(message: Body): PartnerMessage | PartnerReply {
  const { phone, service, tmpl, tmpl_data: values, ttl, status_url: reportUrl } = message;
  if (!isNumber(textOf(phone))) return keyResult('INVALID_PHONE');
  if (textOf(service) === '' || textOf(tmpl) === '') return keyResult('REJECTED', 'EMPTY_FIELD');
  if (!isLifetime(ttl, vkTtlMax)) return keyResult('REJECTED', 'INVALID_TTL');
  return messageOf(message, {
    channel: 'VK',
    sender: textOf(service),
    number: textOf(phone),
    text: textOf(membersOf(values)['text']),
    ttlSeconds: wholeOf(ttl),
    reportUrl: textOf(reportUrl),
  });
}

const messageOf = (content: Body, message: Omit<PartnerMessage, 'content' | 'clientId'>): PartnerMessage => ({
  ...message,
  content,
  clientId: undefined,
  reportUrl: message.reportUrl === '' ? undefined : message.reportUrl,
});

function isLifetime(value: unknown, max: number): boolean {
  const seconds = wholeOf(value);
  return value === undefined || (seconds !== undefined && seconds >= ttlMin && seconds <= max);
}
