// The form `key`: an access key in a header, and a path and an object per channel. A call takes many messages and
// answers about each; calls here have one. The aggregator has no id of ours, so it cannot find duplicates; reports
// repeat our reference.

import { vkTemplateOf } from '@volley/domain/links/link-settings.ts';
import { meaningOfAnswer, readProviderCode, readProviderId } from '@volley/domain/links/provider-answer.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import type { Answer, Dialect, Verdict } from '../dialect.ts';
import { listOf, type Members, membersOf, textOf } from '../json-members.ts';
import type { Submission } from '../link-job.ts';
import { plainTextOf, type ViberContent, viberContentOf } from './content.ts';
import { type ErrorMeaning, findViberError } from './errors.ts';
import { type Form, jsonRequest, lifetimeOf, type PartnerLink } from './form.ts';
import { readKeyReports } from './key-reports.ts';

const TTL_SECONDS_MIN = 15;
const VIBER_TTL_SECONDS_MAX = 14 * 86_400;
const VK_TTL_SECONDS_MAX = 86_400;
const CAPTION_LENGTH_MAX = 30;
/** The aggregator names no time to wait. */
const PAUSE_MS = 1_000;
const TAKEN = 'OK';

export const keyForm: Form = {
  say: (link, submission, reportUrl) => {
    const message =
      submission.channelType === 'VIBER' ? viberOf(submission, reportUrl) : vkOf(link, submission, reportUrl);
    return typeof message === 'number' ? { errorCode: message } : requestOf(link, submission.channelType, message);
  },
  hear,
  isOwnError: (answer) => codesOf(resultOf(answer)).length > 0,
  // A list without messages.
  greet: (link) => requestOf(link, link.channelType),
  hearGreeting: ({ status }) => ((status >= 200 && status < 300) || status === 400 ? undefined : String(status)),
  readReports: readKeyReports,
};

function requestOf({ basePath, secret }: PartnerLink, channel?: string, ...messages: readonly object[]) {
  const path = `${basePath}/${channel === 'VK' ? 'vk' : 'viber'}/messages`;
  return jsonRequest(path, { messages }, { authorization: `Key ${secret}` });
}

/** A number is the code of a message that cannot be said. */
function viberOf(submission: Submission, callbackUrl: string | undefined): object | number {
  const content = viberContentOf(submission);
  const shown = content && shownOf(content);
  if (shown === undefined) return ERROR.messengerContent;
  const validity = lifetimeOf(submission.ttlSeconds, TTL_SECONDS_MIN, VIBER_TTL_SECONDS_MAX);
  return {
    from: submission.senderName,
    to: submission.destination,
    ...shown,
    ...(validity !== undefined && { validity }),
    ...(callbackUrl !== undefined && { callbackUrl }),
    options: [echoOf(submission)],
  };
}

/** Reports repeat it. */
const echoOf = ({ reference }: Submission) => ({ reference: String(reference) });

/** Undefined: the aggregator takes no picture without a button, and no longer caption. */
function shownOf(content: ViberContent): object | undefined {
  switch (content.kind) {
    case 'text':
      return { text: content.text };
    case 'image':
      return undefined;
    case 'button': {
      const { text, caption, action, imageUrl } = content;
      if (Array.from(caption).length > CAPTION_LENGTH_MAX) return undefined;
      return { text, caption, action, ...(imageUrl !== '' && { image: imageUrl }) };
    }
  }
}

/** VK takes templates only: the whole text is the variable `text` of the one that the link names for the sender. */
function vkOf({ settings }: PartnerLink, submission: Submission, reportUrl: string | undefined): object | number {
  const text = submission.channelType === 'VK' ? plainTextOf(submission) : undefined;
  if (text === undefined) return ERROR.messengerContent;
  const tmpl = vkTemplateOf(settings, submission.senderName);
  if (tmpl === '') return ERROR.notFound;
  const routes = textOf(settings['vkRoutes']);
  const policy = textOf(settings['vkDeliveryPolicy']);
  const ttl = lifetimeOf(submission.ttlSeconds, TTL_SECONDS_MIN, VK_TTL_SECONDS_MAX);
  return {
    service: submission.senderName,
    phone: submission.destination,
    tmpl,
    tmpl_data: { text },
    ...(routes !== '' && { routes: routes.split(',') }),
    ...(policy !== '' && { delivery_policy: policy }),
    ...(ttl !== undefined && { ttl }),
    ...(reportUrl !== undefined && { status_url: reportUrl }),
    callbackData: echoOf(submission),
  };
}

function hear(answer: Answer, { channelType }: Submission): ReturnType<Dialect['hear']> {
  const { status } = answer;
  const result = resultOf(answer);
  const codes = codesOf(result);
  const isTaken = status >= 200 && status < 300 && (codes.length === 0 || codes[0] === TAKEN);
  if (isTaken) return hearTaken(result);
  const known =
    channelType === 'VIBER' ? codes.map(findViberError).find((meaning) => meaning !== undefined) : undefined;
  return known === undefined ? byStatus(answer, codes) : verdictOf(answer, codes, known);
}

/** The result about the one message of the call. */
const resultOf = ({ body }: Answer): Members => membersOf(listOf(membersOf(body)['result'])[0]);

function hearTaken({ messageId }: Members): ReturnType<Dialect['hear']> {
  const id = readProviderId(messageId);
  return id === undefined ? { kind: 'lost', reason: 'the answer has no message id' } : { kind: 'taken', ids: [id] };
}

/** The code of the result, and the reasons that it names. */
function codesOf({ code, reasons }: Members): readonly string[] {
  const keys = listOf(reasons).map((reason) => membersOf(reason)['key']);
  return [code, ...keys].flatMap((one) => readProviderCode(one) ?? []);
}

function verdictOf(answer: Answer, codes: readonly string[], meaning: ErrorMeaning): Verdict {
  const providerCode = readProviderCode(codes.join(' ')) ?? String(answer.status);
  switch (meaning.kind) {
    case 'refused':
      return { ...meaning, providerCode };
    case 'closed':
      return { kind: 'closed', scope: 'link', reason: `answered ${providerCode}` };
    case 'temporary':
    case 'throttled':
    case 'taken':
      return { kind: 'temporary', providerCode, afterMs: answer.retryAfterMs };
  }
}

function byStatus({ status, retryAfterMs }: Answer, codes: readonly string[]): Verdict {
  const providerCode = readProviderCode(codes.join(' ')) ?? String(status);
  const { kind, errorCode = ERROR.operatorFailure } = meaningOfAnswer(status, undefined);
  switch (kind) {
    case 'link-refused':
      return { kind: 'closed', scope: 'link', reason: `answered ${status}` };
    case 'throttled':
      return { kind: 'throttled', scope: 'link', forMs: Math.max(retryAfterMs, PAUSE_MS) };
    case 'temporary':
      return { kind: 'temporary', providerCode, afterMs: retryAfterMs };
    case 'ok':
    case 'permanent':
    case 'our-mistake':
      return { kind: 'refused', errorCode, providerCode, ...(codes.length > 0 && { isUnknown: true }) };
  }
}
