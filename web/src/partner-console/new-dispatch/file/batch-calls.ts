// Requests with a batch of recipients, made in the worker that reads them, so the page carries neither rows nor JSON.
import type * as estimate from '@volley/contract/console/estimate.ts';
import type * as dispatches from '@volley/contract/partner/dispatches.ts';
import { callApi, callPartner, setCsrfToken } from '../../../api/call.ts';
import type { Filled, Questions } from './import-protocol.ts';
import { type ReadyFile, readBatch } from './recipient-rows.ts';
import { withRetry } from './with-retry.ts';

export async function countBatch(
  file: ReadyFile,
  { row, tokens, csrfToken, draft }: Questions['count']['ask'],
): Promise<Questions['count']['answer']> {
  const { messages, nextRow } = await readBatch(file, row, tokens);
  setCsrfToken(csrfToken);
  const summary =
    messages.length === 0
      ? undefined
      : await withRetry(() =>
          callApi<typeof estimate.estimateRecipients>('POST /estimate', { body: { ...draft, messages } }),
        );
  return { recipients: messages.length, nextRow, summary };
}

export async function fillBatch(
  file: ReadyFile,
  { row, tokens, csrfToken, draft, dispatchId, idempotencyKey }: Questions['fill']['ask'],
): Promise<Questions['fill']['answer']> {
  const { messages, nextRow } = await readBatch(file, row, tokens);
  setCsrfToken(csrfToken);
  const call = () =>
    dispatchId === undefined
      ? callPartner<typeof dispatches.createDispatch>(
          'POST /dispatches',
          { body: { ...draft, messages } },
          { idempotencyKey },
        )
      : callPartner<typeof dispatches.appendMessages>(
          'POST /dispatches/{id}/messages',
          { params: { id: dispatchId }, body: { messages } },
          { idempotencyKey },
        );
  const filled = messages.length === 0 ? undefined : await withRetry<Filled>(call);
  return {
    recipients: messages.length,
    nextRow,
    // The response names every message; the page needs only these members.
    filled: filled && { id: filled.id, success: filled.success, failed: filled.failed },
  };
}
