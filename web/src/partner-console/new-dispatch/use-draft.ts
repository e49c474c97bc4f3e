// The draft of the page, stored in the browser on every change.
import type * as contract from '@volley/contract/console/drafts.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { callApi } from '../../api/call.ts';
import { type Draft, newDraft } from './draft.ts';
import { dropDraft, keepDraft, loadDraft } from './draft-store.ts';

export type DraftState = {
  /** Undefined until the storage has been read. */
  readonly draft: Draft | undefined;
  /** The draft was restored from storage. */
  readonly isResumed: boolean;
  readonly change: (change: Partial<Draft>) => void;
  /** Resolves when stored, for positions that must not be lost. */
  readonly changeSafely: (change: Partial<Draft>) => Promise<void>;
  readonly startOver: () => void;
  readonly finish: () => Promise<void>;
};

const KEEP_AFTER_MS = 400;

export function useDraft(login: string, from: number | undefined, company: number | undefined): DraftState {
  const [draft, setDraft] = useState<Draft>();
  const [isResumed, setResumed] = useState(false);
  const latest = useRef<Draft>(undefined);
  const show = useCallback((next: Draft) => {
    latest.current = next;
    setDraft(next);
  }, []);

  useEffect(() => {
    let isStale = false;
    void beginDraft(login, from, company).then((begun) => {
      if (isStale) return;
      show(begun.draft);
      setResumed(begun.isResumed);
    });
    return () => {
      isStale = true;
    };
  }, [login, from, company, show]);

  useEffect(() => {
    if (draft === undefined) return;
    const timer = setTimeout(() => void keepDraft(login, draft), KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [login, draft]);

  const change = useCallback(
    (next: Partial<Draft>) => {
      if (latest.current !== undefined) show({ ...latest.current, ...next });
    },
    [show],
  );
  const changeSafely = useCallback(
    async (next: Partial<Draft>) => {
      change(next);
      if (latest.current !== undefined) await keepDraft(login, latest.current);
    },
    [login, change],
  );
  const startOver = useCallback(() => {
    setResumed(false);
    show({ ...newDraft(), companyId: latest.current?.companyId });
  }, [show]);
  const finish = useCallback(async () => {
    latest.current = undefined;
    setDraft(undefined);
    await dropDraft(login);
  }, [login]);
  return { draft, isResumed, change, changeSafely, startOver, finish };
}

async function beginDraft(login: string, from: number | undefined, company: number | undefined) {
  const kept = await loadDraft(login);
  // An unfinished upload takes precedence over a new draft.
  if (kept?.upload !== undefined) return { draft: kept, isResumed: true };
  if (from !== undefined) return { draft: await clonedDraft(from), isResumed: false };
  if (kept !== undefined && (kept.file !== undefined || kept.text !== '')) return { draft: kept, isResumed: true };
  return { draft: { ...newDraft(), companyId: company }, isResumed: false };
}

async function clonedDraft(id: number): Promise<Draft> {
  const draft = newDraft();
  try {
    const source = await callApi<typeof contract.getDraftOfDispatch>('GET /drafts/{id}', { params: { id } });
    const { companyId, name, channelType, text, senderIds, schedule } = source;
    const hasWindow = schedule !== null && (schedule.hours.length < 24 || schedule.days.length < 7);
    return {
      ...draft,
      companyId,
      name,
      text,
      senderIds,
      // The API has no other values.
      channelType: channelType as Draft['channelType'],
      ...(hasWindow && { timing: { mode: 'window', startAt: '', hours: schedule.hours, days: schedule.days } }),
    };
  } catch {
    // The dispatch is not accessible or gone: start with an empty draft.
    return draft;
  }
}
