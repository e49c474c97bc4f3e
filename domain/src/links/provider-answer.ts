// Translates answers and statuses of HTTP channel providers into message errors. Providers of the plain protocol use
// the codes of this service.
import { ERROR, findMessageError, type ReceiptMeaning, type SubmitAnswer } from '../sending/message-error.ts';

/** `link-refused`: the provider refuses the link, not the message; sending pauses until it accepts the link again. */
export type ProviderAnswer = Omit<SubmitAnswer, 'kind'> & {
  kind: Exclude<SubmitAnswer['kind'], 'queue-full'> | 'link-refused';
};

/** Meaning of the answer to one message; `code`: error code in the body, if any. */
export function meaningOfAnswer(status: number, code: number | undefined): ProviderAnswer {
  if (status >= 200 && status < 300) return { kind: 'ok' };
  if (status === 429) return { kind: 'throttled' };
  // A redirect: the configured address is wrong. The listed 4xx: the provider denies access.
  if (status < 400 || [401, 402, 403, 404, 405, 410].includes(status)) return { kind: 'link-refused' };
  if (status >= 500 || status === 408) return { kind: 'temporary', errorCode: ERROR.operatorFailure };
  const known = code === undefined ? undefined : findMessageError(code)?.code;
  if (known !== undefined) return { kind: 'permanent', errorCode: known };
  return [400, 413, 415].includes(status)
    ? { kind: 'our-mistake', errorCode: ERROR.internalFailure }
    : { kind: 'permanent', errorCode: ERROR.operatorFailure };
}

const ID_LENGTH_MAX = 200;

/**
 * Id that a provider gave a message: text, or an integer that JSON carries exactly. NUL and lone surrogates are
 * removed, because PostgreSQL cannot store them; answers and statuses pass through here, so both stay equal.
 */
export function readProviderId(value: unknown): string | undefined {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== 'string') return undefined;
  const id = text.toWellFormed().replaceAll('\0', '');
  return id !== '' && id.length <= ID_LENGTH_MAX ? id : undefined;
}

const CODE_LENGTH_MAX = 64;

/** Error code in the words of a provider: text or an integer, cut, without characters that PostgreSQL cannot store. */
export function readProviderCode(value: unknown): string | undefined {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== 'string') return undefined;
  const code = text.toWellFormed().replaceAll('\0', '').trim();
  // A character takes at most two units; whole characters are cut, so no half of a pair remains.
  return code === ''
    ? undefined
    : Array.from(code.slice(0, 2 * CODE_LENGTH_MAX))
        .slice(0, CODE_LENGTH_MAX)
        .join('');
}

export const CHANNEL_STATUSES = ['sent', 'delivered', 'read', 'undelivered', 'rejected'] as const;

export type ChannelStatus = (typeof CHANNEL_STATUSES)[number];

/** `sent`: the provider has the message, which proves it if its answer was lost. */
export type StatusMeaning = Omit<ReceiptMeaning, 'state'> & { state: ReceiptMeaning['state'] | 'read' | 'sent' };

/** `sent` is optional and changes nothing. */
export function meaningOfStatus(status: ChannelStatus, code: number | undefined): StatusMeaning {
  const known = code === undefined ? undefined : findMessageError(code)?.code;
  switch (status) {
    case 'sent':
      return { state: 'none' };
    case 'delivered':
    case 'read':
      return { state: status };
    case 'undelivered':
      return { state: 'undelivered', errorCode: known ?? ERROR.operatorFailure };
    case 'rejected':
      return { state: 'unsent', errorCode: known ?? ERROR.operatorFailure };
  }
}
