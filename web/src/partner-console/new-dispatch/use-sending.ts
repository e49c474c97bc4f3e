// Turns the draft into a dispatch, with progress. All state is in the draft, so that a reopened tab continues.

import { useNavigate } from '@tanstack/react-router';
import type * as consoleContract from '@volley/contract/console/dispatches.ts';
import type * as contract from '@volley/contract/partner/dispatches.ts';
import { useCallback, useRef, useState } from 'react';
import { callApi, callPartner } from '../../api/call.ts';
import { useSession } from '../../api/session.ts';
import { rememberSentFile } from './company-memory.ts';
import { scheduleOf } from './draft.ts';
import { tokensIn } from './draft-text.ts';
import { withRetry } from './file/with-retry.ts';
import { leftOutOf, NOTHING_SENT, sendFile } from './send-file.ts';
import type { StepProps } from './step-props.ts';

export type Sending = {
  readonly isSending: boolean;
  readonly error: unknown;
  readonly send: () => Promise<void>;
};

export function useSending({ draft, changeSafely, file, onFinish }: StepProps): Sending {
  const navigate = useNavigate();
  const { csrfToken } = useSession();
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>();
  const isRunning = useRef(false);
  const send = useCallback(async () => {
    const { scan } = file;
    if (isRunning.current || draft.companyId === undefined || scan === undefined) return;
    isRunning.current = true;
    setSending(true);
    setError(undefined);
    try {
      const { companyId, name, channelType, text, senderIds, timing } = draft;
      const upload = draft.upload ?? { ...NOTHING_SENT, startedAt: new Date().toISOString() };
      await changeSafely({ upload });
      const schedule = scheduleOf(timing, new Date(upload.startedAt ?? Date.now()));
      const head = { companyId, name: name.trim(), senderIds: [...senderIds], channelType, text };
      const wish = {
        tokens: tokensIn(text),
        csrfToken,
        draft: { ...head, ...(schedule !== undefined && { schedule }) },
      };
      const id = await sendFile(draft.id, upload, {
        fill: (batch) => file.client.ask('fill', { ...batch, ...wish }),
        noteLeftOut: (dispatchId) => noteLeftOut(dispatchId, leftOutOf(scan, draft)),
        start: (dispatchId, idempotencyKey) =>
          withRetry(() =>
            callPartner<typeof contract.startDispatch>(
              'POST /dispatches/{id}/start',
              { params: { id: dispatchId } },
              { idempotencyKey },
            ),
          ),
        keep: (next) => changeSafely({ upload: next }),
      });
      rememberSentFile(companyId, { print: scan.print, dispatchId: id, at: new Date().toISOString() });
      await onFinish();
      await navigate({ to: '/dispatches/$id', params: { id: String(id) } });
    } catch (failure) {
      setError(failure);
    } finally {
      isRunning.current = false;
      setSending(false);
    }
  }, [draft, changeSafely, file, onFinish, navigate, csrfToken]);
  return { isSending, error, send };
}

/** Shown on the dispatch's page under the messages not sent. */
async function noteLeftOut(id: number, leftOut: ReturnType<typeof leftOutOf>): Promise<void> {
  if (leftOut.duplicates + leftOut.badNumbers === 0) return;
  await withRetry(() =>
    callApi<typeof consoleContract.noteLeftOut>('PUT /dispatches/{id}/left-out', { params: { id }, body: leftOut }),
  );
}
