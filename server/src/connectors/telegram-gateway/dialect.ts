// The Telegram Gateway sends verification codes by number. Its check of a number makes a request, the code is sent
// under the id of that request at most once, and the request can be asked about: a code is neither lost nor sent twice.

import { PROTOCOL_FACTS } from '@volley/domain/links/provider-protocol.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import type { Dialect, Prepared } from '../dialect.ts';
import { hearCheck, hearHealth, hearSend, hearStatus, isOwnError } from './hear.ts';
import { checkRequest, codeOf, type Gateway, sendRequest, statusRequest } from './speak.ts';

/** No request has this id. */
const NO_REQUEST = '0';

export const telegramGateway = (gateway: Gateway): Dialect => ({
  doubt: PROTOCOL_FACTS.TELEGRAM_GATEWAY.doubt,
  prepare: async (submission, ask) => {
    if (codeOf(submission) === undefined) return { kind: 'unsuitable', errorCode: ERROR.messengerContent };
    const reply = await ask(checkRequest(gateway, submission));
    return reply.kind === 'answer' ? hearCheck(reply) : reply;
  },
  commit: (submission, _nowMs, prepared) => sendRequest(gateway, submission, requestIdOf(prepared)),
  hear: (answer, _submission, prepared) => hearSend(answer, prepared),
  isOwnError,
  inquire: (_submission, _nowMs, prepared) => statusRequest(gateway, requestIdOf(prepared)),
  hearInquiry: hearStatus,
  health: () => statusRequest(gateway, NO_REQUEST),
  hearHealth,
});

const requestIdOf = ({ requestId = '' }: Prepared): string => requestId;
