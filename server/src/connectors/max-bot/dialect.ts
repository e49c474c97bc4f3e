// A bot of MAX writes to the people who have started it. MAX reports no delivery: what it accepts counts as delivered,
// and the message says so.

import { PROTOCOL_FACTS } from '@volley/domain/links/provider-protocol.ts';
import { must } from '@volley/domain/must.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import type { Dialect, Verdict } from '../dialect.ts';
import type { Submission } from '../link-job.ts';
import { hearMe, hearMessage, hearSubscription, hearSubscriptions, isOwnError } from './hear.ts';
import {
  hookUrl,
  isUserId,
  type MaxApi,
  meRequest,
  messageRequest,
  subscriptionRequest,
  subscriptionsRequest,
} from './speak.ts';
import { uploadPicture } from './upload.ts';

export const maxBot = (api: MaxApi): Dialect => ({
  doubt: PROTOCOL_FACTS.MAX_BOT.doubt,
  prepare: async (submission, ask, files) =>
    refusalOf(api, submission) ?? (await uploadPicture(api, submission, ask, files)),
  commit: (submission, _nowMs, prepared) =>
    must(messageRequest(api, submission, prepared), `request of message ${submission.messageId}`),
  hear: hearMessage,
  isOwnError,
  health: (_nowMs, account) => meRequest(api, account),
  hearHealth: (answer, account) => hearMe(answer, account !== undefined),
  subscribe: (account, senderId) => subscriptionRequest(api, account, senderId),
  hearSubscription,
  inquireSubscription: (account) => subscriptionsRequest(api, account),
  hearSubscribed: (answer, senderId) => hearSubscriptions(answer, hookUrl(api, senderId)),
});

/** Without a call. */
function refusalOf(api: MaxApi, submission: Submission): Verdict | undefined {
  if (!isUserId(submission.address))
    return { kind: 'refused', errorCode: ERROR.botNotStarted, providerCode: 'id', address: 'gone' };
  return messageRequest(api, submission) === undefined
    ? { kind: 'refused', errorCode: ERROR.messengerContent, providerCode: 'buttons' }
    : undefined;
}
