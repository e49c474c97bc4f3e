// A community of VK writes to the people who allow it. VK reports no delivery: what it accepts counts as delivered, and
// the message says so. An answer that was lost leaves no doubt: the message is written again under the same
// `random_id`.

import { PROTOCOL_FACTS } from '@volley/domain/links/provider-protocol.ts';
import { must } from '@volley/domain/must.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import type { Dialect, Verdict } from '../dialect.ts';
import type { Submission } from '../link-job.ts';
import { hearServers, serversRequest, setUpServer } from './callback-server.ts';
import { errorOf, hearMessage, hearPermissions, isBusy } from './hear.ts';
import { isUserId, messageRequest, permissionsRequest, type VkApi } from './speak.ts';
import { uploadPicture } from './upload.ts';

export const vkBot = (api: VkApi): Dialect => ({
  doubt: PROTOCOL_FACTS.VK_BOT.doubt,
  prepare: async (submission, ask, files) =>
    refusalOf(api, submission) ?? (await uploadPicture(api, submission, ask, files)),
  commit: (submission, _nowMs, prepared) =>
    must(messageRequest(api, submission, prepared), `request of message ${submission.messageId}`),
  hear: hearMessage,
  isOwnError: (answer) => errorOf(answer) !== undefined,
  health: (_nowMs, account) => permissionsRequest(api, account),
  hearHealth: (answer, account) => hearPermissions(answer, account !== undefined),
  isBusy,
  subscribeInSteps: (account, senderId, steps) => setUpServer(api, account, senderId, steps),
  inquireSubscription: (account) => serversRequest(api, account),
  hearSubscribed: (answer, senderId) => hearServers(answer, api, senderId),
});

/** Without a call. */
function refusalOf(api: VkApi, submission: Submission): Verdict | undefined {
  if (!isUserId(submission.address))
    return { kind: 'refused', errorCode: ERROR.botNotStarted, providerCode: 'id', address: 'gone' };
  return messageRequest(api, submission) === undefined
    ? { kind: 'refused', errorCode: ERROR.messengerContent, providerCode: 'buttons' }
    : undefined;
}
