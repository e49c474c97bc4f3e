// The form `login`: one message per call, with login and password in its body. A message has an id of ours. If the
// contract has the control of duplicates, the aggregator takes each id once, and reports name messages by it. Otherwise
// they name them by the aggregator's id, and our reference, the end of our id, finds a message whose answer was lost.

import {
  meaningOfAnswer,
  readProviderCode,
  readProviderId,
  type StatusMeaning,
} from '@volley/domain/links/provider-answer.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import type { Answer, Dialect, Verdict } from '../dialect.ts';
import type { HookStatus } from '../hook.ts';
import { type Members, membersOf, textOf, wholeOf } from '../json-members.ts';
import type { Submission } from '../link-job.ts';
import { plainTextOf, type ViberContent, viberContentOf } from './content.ts';
import { LOGIN_ERRORS, LOGIN_REPORT_ERRORS } from './errors.ts';
import { type Form, jsonRequest, lifetimeOf, type PartnerLink } from './form.ts';

const TTL_SECONDS_MIN = 30;
const TTL_SECONDS_MAX = 86_400;
/** The aggregator names no time to wait. */
const PAUSE_MS = 1_000;
const REFERENCE = /-(\d{1,5})$/;

/** By the `status` of a report. */
const STATES: ReadonlyMap<number, StatusMeaning['state']> = new Map<number, StatusMeaning['state']>([
  [0, 'none'],
  [2, 'delivered'],
  [5, 'undelivered'],
  [9, 'read'],
]);

export const loginForm: Form = {
  say: (link, submission, reportUrl) => {
    const content = contentOf(submission);
    if (content === undefined) return { errorCode: ERROR.messengerContent };
    const { destination, channelType, senderName } = submission;
    const ttl = lifetimeOf(submission.ttlSeconds, TTL_SECONDS_MIN, TTL_SECONDS_MAX);
    return jsonRequest(pathOf(link), {
      ...credentials(link),
      id: ownIdOf(submission),
      destAddr: destination,
      // Texts arrive as the client wrote them.
      shortenLinks: false,
      ...(reportUrl !== undefined && { notifyUrl: reportUrl }),
      message: {
        type: channelType,
        data: { ...content, serviceNumber: senderName, ...(ttl !== undefined && { ttl, ttlUnit: 'SECONDS' }) },
      },
    });
  },
  hear,
  isOwnError: ({ body }) => codeOf(body) !== undefined,
  greet: (link) => jsonRequest(pathOf(link), credentials(link)),
  hearGreeting,
  readReports: (body, { settings }) => reportOf(membersOf(body), isControlled(settings)),
};

/** The aggregator takes each of our ids once. */
export const isControlled = ({ form, duplicateControl }: PartnerLink['settings']): boolean =>
  form === 'login' && duplicateControl === 'on';

const ownIdOf = ({ messageId, reference }: Submission): string => `${messageId}-${reference}`;

const pathOf = ({ basePath }: PartnerLink): string => (basePath === '' ? '/' : basePath);

const credentials = ({ account, secret }: PartnerLink) => ({ login: account, password: secret });

function contentOf(submission: Submission): object | undefined {
  if (submission.channelType === 'VIBER') {
    const content = viberContentOf(submission);
    return content && { instantContent: instantContentOf(content) };
  }
  const text = plainTextOf(submission);
  return text === undefined ? undefined : { text };
}

function instantContentOf(content: ViberContent): object {
  switch (content.kind) {
    case 'text':
      return { type: 'TEXT', data: { text: content.text } };
    case 'image':
      return { type: 'IMAGE_URL', data: { imageURL: content.imageUrl } };
    case 'button': {
      const { text, caption, action, imageUrl } = content;
      return { type: 'BUTTON', data: { text, caption, action, ...(imageUrl !== '' && { imageURL: imageUrl }) } };
    }
  }
}

function hear(answer: Answer, submission: Submission, { settings }: PartnerLink): ReturnType<Dialect['hear']> {
  const { status, body, retryAfterMs } = answer;
  const code = codeOf(body);
  const ownIds = isControlled(settings) ? [ownIdOf(submission)] : undefined;
  if (status >= 200 && status < 300 && code === undefined) return hearTaken(body, ownIds);
  const known = code === undefined ? undefined : LOGIN_ERRORS.get(code);
  const providerCode = providerCodeOf(answer);
  switch (known?.kind) {
    case 'taken':
      // The answer does not repeat the aggregator's id.
      return status === 409 ? { kind: 'taken', ids: ownIds ?? [] } : byStatus(answer);
    case 'refused':
      return { ...known, providerCode };
    case 'closed':
      return { kind: 'closed', scope: 'link', reason: `answered ${wordsOf(answer)}` };
    case 'throttled':
      return { kind: 'throttled', scope: 'link', forMs: Math.max(retryAfterMs, PAUSE_MS) };
    case 'temporary':
      return { kind: 'temporary', providerCode, afterMs: retryAfterMs };
    case undefined:
      return byStatus(answer);
  }
}

function hearTaken(body: unknown, ownIds: readonly string[] | undefined): ReturnType<Dialect['hear']> {
  const id = readProviderId(membersOf(body)['mtNum']);
  if (id === undefined) return { kind: 'lost', reason: 'the answer has no message id' };
  return { kind: 'taken', ids: ownIds ?? [id] };
}

/** An answer without a known code: of a proxy, or newer than this table. */
function byStatus(answer: Answer): Verdict {
  const { status, body, retryAfterMs } = answer;
  const providerCode = providerCodeOf(answer);
  const { kind, errorCode = ERROR.operatorFailure } = meaningOfAnswer(status, undefined);
  switch (kind) {
    case 'link-refused':
      return { kind: 'closed', scope: 'link', reason: `answered ${wordsOf(answer)}` };
    case 'throttled':
      return { kind: 'throttled', scope: 'link', forMs: Math.max(retryAfterMs, PAUSE_MS) };
    case 'temporary':
      return { kind: 'temporary', providerCode, afterMs: retryAfterMs };
    case 'ok':
    case 'permanent':
    case 'our-mistake':
      return { kind: 'refused', errorCode, providerCode, ...(codeOf(body) !== undefined && { isUnknown: true }) };
  }
}

/** A call without a message is refused for its form, after login and password were found right. */
function hearGreeting(answer: Answer): string | undefined {
  const { status, body } = answer;
  const known = LOGIN_ERRORS.get(codeOf(body) ?? -1);
  const isIn = known === undefined ? status < 300 || status === 400 || status === 406 : known.kind === 'refused';
  return isIn && status >= 200 ? undefined : wordsOf(answer);
}

const codeOf = (body: unknown): number | undefined => wholeOf(membersOf(membersOf(body)['error'])['code']);

function wordsOf({ status, body }: Answer): string {
  const { description } = membersOf(membersOf(body)['error']);
  return [String(status), String(codeOf(body) ?? ''), textOf(description)].filter((word) => word !== '').join(' ');
}

const providerCodeOf = ({ status, body }: Answer) => readProviderCode(codeOf(body)) ?? String(status);

/** Members of a report: https://docs.rapporto.ru/api/eng/rest_eng/eng_rest_status.html */
function reportOf({ id, mtNum, status, errorCode, destAddr }: Members, isByOwnId: boolean): HookStatus[] {
  const code = readProviderCode(errorCode) ?? '';
  const meaning = meaningOfReport(wholeOf(status), code);
  const operatorId = (isByOwnId ? readProviderId(id) : undefined) ?? readProviderId(mtNum);
  if (meaning === undefined || operatorId === undefined) return [];
  return [{ id: operatorId, meaning, code, to: destAddr, reference: REFERENCE.exec(textOf(id))?.[1] }];
}

function meaningOfReport(status: number | undefined, code: string): StatusMeaning | undefined {
  const state = status === undefined ? undefined : STATES.get(status);
  return state === 'undelivered'
    ? { state, errorCode: LOGIN_REPORT_ERRORS.get(code) ?? ERROR.operatorFailure }
    : state && { state };
}
