// A Telegram bot writes to the people who have started it. Telegram reports no delivery: what it accepts counts as
// delivered, and the message says so.

import { PROTOCOL_FACTS } from '@volley/domain/links/provider-protocol.ts';
import { must } from '@volley/domain/must.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import type { Dialect, Verdict } from '../dialect.ts';
import type { Submission } from '../link-job.ts';
import { hearMe, hearMessage, hearWebhook, isOwnError } from './hear.ts';
import { type BotApi, meRequest, messageRequest, webhookInfoRequest, webhookRequest, webhookUrl } from './speak.ts';

export const telegramBot = (api: BotApi): Dialect => ({
  doubt: PROTOCOL_FACTS.TELEGRAM_BOT.doubt,
  prepare: (submission) => Promise.resolve(refusalOf(api, submission) ?? { kind: 'prepared', facts: {} }),
  commit: (submission) => must(messageRequest(api, submission), `request of message ${submission.messageId}`),
  hear: hearMessage,
  isOwnError,
  health: (_nowMs, account) => meRequest(api, account),
  hearHealth: (answer, account) => hearMe(answer, account !== undefined),
  subscribe: (account, senderId) => webhookRequest(api, account, senderId),
  hearSubscription: (answer) => hearMe(answer, true),
  inquireSubscription: (account) => webhookInfoRequest(api, account),
  hearSubscribed: (answer, senderId) => hearWebhook(answer, webhookUrl(api, senderId)),
});

/** Without a call: an id that is no number of Telegram's would be rounded to the id of another person. */
function refusalOf(api: BotApi, submission: Submission): Verdict | undefined {
  if (!Number.isSafeInteger(Number(submission.address)))
    return { kind: 'refused', errorCode: ERROR.botNotStarted, providerCode: 'id', address: 'gone' };
  return messageRequest(api, submission) === undefined
    ? { kind: 'refused', errorCode: ERROR.messengerContent, providerCode: 'buttons' }
    : undefined;
}
