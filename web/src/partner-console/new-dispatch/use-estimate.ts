// The price of the draft, requested while the third or the last step is open, and again when its inputs change. A file
// is counted once per text and sender names; another sending time only reprices it.
import type * as contract from '@volley/contract/console/estimate.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { callApi } from '../../api/call.ts';
import { useSession } from '../../api/session.ts';
import { type Draft, scheduleOf } from './draft.ts';
import { tokensIn } from './draft-text.ts';
import { countFile, type FileCounts, type FileEstimate } from './estimate-file.ts';
import type { FileState } from './use-file.ts';

export type EstimateState = {
  readonly result: FileEstimate | undefined;
  /** False while the result belongs to another sending time. */
  readonly isFresh: boolean;
  readonly counted: number;
  readonly error: unknown;
  readonly again: () => void;
};

type Known = Pick<EstimateState, 'result' | 'counted' | 'error'> & {
  readonly counting: string;
  readonly pricing: string;
};

const UNKNOWN: Known = { result: undefined, counted: 0, error: undefined, counting: '', pricing: '' };

export function useEstimate(draft: Draft, { client, scan }: FileState): EstimateState {
  const [known, setKnown] = useState<Known>(UNKNOWN);
  const [round, setRound] = useState(0);
  const counts = useRef<{ readonly counting: string; readonly sums: FileCounts }>(undefined);
  const { csrfToken } = useSession();
  const { companyId, senderIds, channelType, text, timing, step } = draft;
  const scheduled = timing.mode !== 'now';
  const isWanted = step === 'cost' || step === 'review';
  const counting = JSON.stringify([companyId, senderIds, channelType, text, scheduled, round, scan?.print, scan?.good]);
  const pricing = `${counting} ${scheduled ? JSON.stringify(timing) : ''}`;
  const isAnswered = known.pricing === pricing && known.result !== undefined;
  useEffect(() => {
    if (!isWanted || isAnswered || companyId === undefined || scan === undefined || senderIds.length === 0) return;
    const leaving = new AbortController();
    const tell = (next: Partial<Known>) => {
      if (!leaving.signal.aborted) setKnown((before) => ({ ...before, counting, ...next }));
    };
    const count = (): Promise<FileCounts> => {
      tell(UNKNOWN);
      const wish = {
        tokens: tokensIn(text),
        csrfToken,
        draft: { companyId, senderIds: [...senderIds], channelType, text, scheduled },
      };
      return countFile({
        count: (row) => {
          leaving.signal.throwIfAborted();
          return client.ask('count', { row, ...wish });
        },
        onProgress: (counted) => tell({ counted, counting }),
      });
    };
    const estimate = async (): Promise<FileEstimate> => {
      const sums = counts.current?.counting === counting ? counts.current.sums : await count();
      counts.current = { counting, sums };
      const { groups, ...rest } = sums;
      const schedule = scheduleOf(timing, new Date());
      const body = { companyId, groups: [...groups], ...(schedule !== undefined && { schedule }) };
      return { ...rest, price: await callApi<typeof contract.priceEstimate>('POST /estimate/price', { body }) };
    };
    estimate().then(
      (result) => tell({ result, error: undefined, counting, pricing }),
      (error: unknown) => tell({ error, result: undefined, counting, pricing }),
    );
    return () => leaving.abort();
    // `pricing` covers all inputs of the result.
  }, [client, pricing, isWanted, isAnswered]);
  const again = useCallback(() => setRound((before) => before + 1), []);
  const isCurrent = known.counting === counting;
  return {
    result: isCurrent ? known.result : undefined,
    isFresh: known.pricing === pricing,
    counted: isCurrent ? known.counted : 0,
    error: isCurrent ? known.error : undefined,
    again,
  };
}
