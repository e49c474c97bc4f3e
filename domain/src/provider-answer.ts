// What providers of HTTP channels answer and report, translated into the codes of messages. Providers of the plain
// protocol use our own codes; WhatsApp has a list of its own.
import { findMessageError, type ReceiptMeaning, type SubmitAnswer } from './message-error.ts';

/** `link-refused`: the provider refuses us, not the message; nothing more is sent until it takes us back. */
export type ProviderAnswer = Omit<SubmitAnswer, 'kind'> & {
  kind: Exclude<SubmitAnswer['kind'], 'queue-full'> | 'link-refused';
};

const PROVIDER_FAILED = 502;
const OUR_MISTAKE = 7500;

/** What the answer to one message means; `code` is the error in its body, if there was one. */
export function meaningOfAnswer(status: number, code: number | undefined): ProviderAnswer {
  if (status >= 200 && status < 300) return { kind: 'ok' };
  if (status === 429) return { kind: 'throttled' };
  // A redirect means that the address is not the one we were given; the others, that we are not let in.
  if (status < 400 || [401, 402, 403, 404, 405, 410].includes(status)) return { kind: 'link-refused' };
  if (status >= 500 || status === 408) return { kind: 'temporary', errorCode: PROVIDER_FAILED };
  const known = code === undefined ? undefined : findMessageError(code)?.code;
  if (known !== undefined) return { kind: 'permanent', errorCode: known };
  return [400, 413, 415].includes(status)
    ? { kind: 'our-mistake', errorCode: OUR_MISTAKE }
    : { kind: 'permanent', errorCode: PROVIDER_FAILED };
}

const ID_LENGTH_MAX = 200;

/**
 * A provider's id of a message, as answers and statuses write it: a text, or a whole number that JSON carries exactly.
 * What no database holds is left out of it, on both sides alike.
 */
export function readProviderId(value: unknown): string | undefined {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== 'string') return undefined;
  const id = text.toWellFormed().replaceAll('\0', '');
  return id !== '' && id.length <= ID_LENGTH_MAX ? id : undefined;
}

export const CHANNEL_STATUSES = ['sent', 'delivered', 'read', 'undelivered', 'rejected'] as const;

export type ChannelStatus = (typeof CHANNEL_STATUSES)[number];

export type StatusMeaning = Omit<ReceiptMeaning, 'state'> & { state: ReceiptMeaning['state'] | 'read' };

/** `sent` says nothing new; a provider may report it or not. */
export function meaningOfStatus(status: ChannelStatus, code: number | undefined): StatusMeaning {
  const known = code === undefined ? undefined : findMessageError(code)?.code;
  switch (status) {
    case 'sent':
      return { state: 'none' };
    case 'delivered':
    case 'read':
      return { state: status };
    case 'undelivered':
      return { state: 'undelivered', errorCode: known ?? PROVIDER_FAILED };
    case 'rejected':
      return { state: 'unsent', errorCode: known ?? PROVIDER_FAILED };
  }
}

const same = (codes: readonly number[], errorCode: number) => codes.map((code) => [code, errorCode] as const);

/** Codes of failed WhatsApp messages; what is not listed is a failure of the provider. */
const WHATSAPP_ERRORS: ReadonlyMap<number, number> = new Map([
  // No account, or a client too old for the message.
  ...same([131_026], 456),
  // The subscriber opted out, or has had enough for a while.
  ...same([131_049, 131_050], 505),
  // Outside the 24 hours after the subscriber's message, or no such template.
  ...same([131_047, 132_001, 132_015, 132_016], 7404),
  ...same([132_000, 132_005, 132_007, 132_012], 7403),
  ...same([100, 131_008, 131_009], OUR_MISTAKE),
  ...same([130_429, 131_048, 131_056, 80_007], 7429),
]);

/** A WhatsApp status as the webhook writes it. `failed` may come after `sent`, so it is no rejection. */
export function meaningOfWhatsappStatus(status: string, code: number | undefined): StatusMeaning {
  switch (status) {
    case 'delivered':
      return { state: 'delivered' };
    case 'read':
    case 'played':
      return { state: 'read' };
    case 'failed':
      return { state: 'undelivered', errorCode: WHATSAPP_ERRORS.get(code ?? 0) ?? PROVIDER_FAILED };
    default:
      return { state: 'none' };
  }
}
