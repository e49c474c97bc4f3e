// The price of the draft, asked of the service while the third step or the last is open, and again when what it
// depends on changes.
import type * as contract from '@volley/contract/console/estimate.ts';
import { useCallback, useEffect, useState } from 'react';
import { callApi } from '../../api/call.ts';
import { useSession } from '../../api/session.ts';
import type { Draft } from './draft.ts';
import { tokensIn } from './draft-text.ts';
import { estimateFile, type FileEstimate } from './estimate-file.ts';
import type { FileState } from './use-file.ts';

export type EstimateState = {
  readonly result: FileEstimate | undefined;
  readonly counted: number;
  readonly error: unknown;
  readonly again: () => void;
};

type Known = Omit<EstimateState, 'again'> & { readonly question: string };

const UNKNOWN: Known = { result: undefined, counted: 0, error: undefined, question: '' };

export function useEstimate(draft: Draft, { client, scan }: FileState): EstimateState {
  const [known, setKnown] = useState<Known>(UNKNOWN);
  const [round, setRound] = useState(0);
  const { csrfToken } = useSession();
  const { companyId, senderIds, channelType, text, step } = draft;
  const scheduled = draft.timing.mode !== 'now';
  const isWanted = step === 'cost' || step === 'review';
  const question = JSON.stringify([companyId, senderIds, channelType, text, scheduled, round, scan?.print, scan?.good]);
  const isAnswered = known.question === question && known.result !== undefined;
  useEffect(() => {
    if (!isWanted || isAnswered || companyId === undefined || scan === undefined || senderIds.length === 0) return;
    const leaving = new AbortController();
    const tell = (next: Partial<Known>) => {
      if (!leaving.signal.aborted) setKnown((before) => ({ ...before, question, ...next }));
    };
    tell(UNKNOWN);
    const wish = {
      tokens: tokensIn(text),
      csrfToken,
      draft: { companyId, senderIds: [...senderIds], channelType, text, scheduled },
    };
    estimateFile({
      count: (row) => {
        leaving.signal.throwIfAborted();
        return client.ask('count', { row, ...wish });
      },
      price: (groups) =>
        callApi<typeof contract.priceEstimate>('POST /estimate/price', { body: { companyId, groups: [...groups] } }),
      onProgress: (counted) => tell({ counted, question }),
    }).then(
      (result) => tell({ result, question }),
      (error: unknown) => tell({ error, question }),
    );
    return () => leaving.abort();
    // `question` stands for everything the answer depends on.
  }, [client, question, isWanted, isAnswered]);
  const again = useCallback(() => setRound((before) => before + 1), []);
  const isCurrent = known.question === question;
  return {
    result: isCurrent ? known.result : undefined,
    counted: isCurrent ? known.counted : 0,
    error: isCurrent ? known.error : undefined,
    again,
  };
}
