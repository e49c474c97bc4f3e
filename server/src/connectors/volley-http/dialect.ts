// Our own protocol, for any provider that speaks it (docs/guides/http-channel.md).
import { meaningOfAnswer } from '@volley/domain/links/provider-answer.ts';
import { PROTOCOL_FACTS } from '@volley/domain/links/provider-protocol.ts';
import { providerWords } from '@volley/domain/sending/sender-account.ts';
import type { Dialect } from '../dialect.ts';
import { hasError, hear, refusalText } from './hear.ts';
import { healthRequest, messageRequest, type Signer, signerOf } from './speak.ts';

export const volleyHttp = (signer: Signer): Dialect => ({
  doubt: PROTOCOL_FACTS.VOLLEY_HTTP.doubt,
  commit: (submission, nowMs) => messageRequest(signerOf(signer, submission.account), submission, nowMs),
  hear,
  isOwnError: ({ body }) => hasError(body),
  health: (nowMs, account) => healthRequest(signerOf(signer, account), nowMs),
  hearHealth: ({ status, body }) =>
    meaningOfAnswer(status, undefined).kind === 'ok'
      ? undefined
      : providerWords(refusalText(status, body), [signer.secret]),
});
