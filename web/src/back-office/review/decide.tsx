// The path of a decision for cards, rows and the page of a name: asks for a plan or a comment if needed, then holds the
// decision for ten seconds with an undo.
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type * as contract from '@volley/contract/back-office/moderation/senders.ts';
import type { ReviewVerdict } from '@volley/domain/senders/sender-review.ts';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { callStaff } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { readAgain } from '../../api/use-api.ts';
import { askInDialog } from '../../kit/dialog/dialogs.tsx';
import { useText } from '../../kit/text.tsx';
import { useNotice } from '../../kit/use-notice.ts';
import { VERDICT_TEXT } from '../parts/sender-status.tsx';
import { type Decided, DecisionForm } from './decision-form.tsx';
import type { Judged } from './judged-name.ts';
import { createPending, UNDO_MS } from './pending.ts';

const BOARD = ['GET /review/senders', 'GET /review/senders/{id}', 'GET /senders'] as const;
let onFailed: (error: unknown) => void = () => undefined;

const pending = createPending(async ({ id, status, managerComment, plan }) => {
  try {
    await callStaff<typeof contract.judgeSender>('POST /senders/{id}/status', {
      params: { id },
      body: { status, ...(managerComment !== undefined && { managerComment }), ...(plan !== undefined && { plan }) },
    });
  } catch (error) {
    onFailed(error);
  }
  await readAgain(queryClient, 'staff', ...BOARD);
});

/** Ids of names with a held decision. */
export function usePendingIds(): readonly number[] {
  return useSyncExternalStore(pending.subscribe, pending.ids);
}

/** Resolves to whether a decision was made. */
export type Decide = (names: readonly Judged[], status: ReviewVerdict) => Promise<boolean>;

export function useDecide(): Decide {
  const t = useText();
  const notice = useNotice();
  useEffect(() => {
    onFailed = notice.failed;
    const ask = (event: BeforeUnloadEvent) => {
      if (pending.ids().length > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [notice]);
  return useCallback(
    async (names, status) => {
      const decided = needsWords(status) ? await askDecision(names, status, t(VERDICT_TEXT[status])) : {};
      if (decided === undefined) return false;
      for (const { id, senderName } of names) pending.add({ id, senderName, status, ...decided });
      tellUndo(
        names,
        t('backOffice.review.decided', {
          verdict: t(VERDICT_TEXT[status]),
          count: names.length,
          name: names[0]?.senderName ?? '',
        }),
        t('backOffice.undo'),
      );
      return true;
    },
    [t],
  );
}

const needsWords = (status: ReviewVerdict) => status !== 'INTERNAL_REVIEW' && status !== 'APPROVED';

function askDecision(names: readonly Judged[], status: ReviewVerdict, title: string): Promise<Decided | undefined> {
  const head = { title: `${title}: ${names.length === 1 ? names[0]?.senderName : names.length}`, size: 'lg' };
  return askInDialog(head, (done, cancel) => (
    <DecisionForm names={names} status={status} onDecided={done} onCancel={cancel} />
  ));
}

function tellUndo(names: readonly Judged[], message: string, undo: string): void {
  const id = `decision ${names.map((name) => name.id).join(' ')}`;
  const takeBack = () => {
    for (const name of names) pending.undo(name.id);
    notifications.hide(id);
  };
  notifications.show({
    id,
    autoClose: UNDO_MS,
    withCloseButton: false,
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm">{message}</Text>
        <Button size="compact-sm" variant="default" flex="none" onClick={takeBack}>
          {undo}
        </Button>
      </Group>
    ),
  });
}
