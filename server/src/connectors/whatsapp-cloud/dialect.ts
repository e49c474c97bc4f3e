// WhatsApp over Meta's Cloud API. A business number writes texts to people who have written to it within a day, and
// templates that Meta has approved to everybody. Statuses repeat our reference, so they prove a message whose answer
// was lost.

import { PROTOCOL_FACTS } from '@volley/domain/links/provider-protocol.ts';
import { must } from '@volley/domain/must.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import type { Dialect, Verdict } from '../dialect.ts';
import { isProblem, messageOf } from './content.ts';
import { hearMessage, hearNumber, isBusy, isOwnError } from './hear.ts';
import { hearTemplates, templatesRequest } from './registry.ts';
import { type CloudApi, messageRequest, numberRequest } from './speak.ts';
import { uploadFile } from './upload.ts';

export const whatsappCloud = (api: CloudApi): Dialect => ({
  doubt: PROTOCOL_FACTS.WHATSAPP_CLOUD.doubt,
  prepare: async (submission, ask, files) => {
    const message = messageOf(submission);
    return isProblem(message) ? refused(message.problem) : uploadFile(api, submission, ask, files);
  },
  commit: (submission, _nowMs, prepared) => {
    const message = messageOf(submission, prepared);
    const sayable = isProblem(message) ? undefined : message;
    return messageRequest(api, submission, must(sayable, `content of message ${submission.messageId}`));
  },
  hear: hearMessage,
  isOwnError,
  health: (_nowMs, account) => numberRequest(api, account),
  hearHealth: (answer, account) => hearNumber(answer, account !== undefined),
  isBusy,
  listTemplates: (account, after) => templatesRequest(api, account, after),
  hearTemplates,
});

/** Neither a session nor a template that Meta takes. */
const isAbsent = (problem: string) => problem === 'window' || problem.startsWith('template ');

/** Without a call. */
const refused = (problem: string): Verdict => ({
  kind: 'refused',
  errorCode: isAbsent(problem) ? ERROR.notFound : ERROR.textUnusable,
  providerCode: problem,
});
