import { Alert } from '@mantine/core';
import { useFormat } from '../../kit/format.ts';
import { useText } from '../../kit/text.tsx';
import type { Progress } from './dispatch-shapes.ts';

/** Why it does not move, when it does not: never a frozen bar without a word. */
export function ProgressNotice({ progress }: { readonly progress: Progress }) {
  const t = useText();
  const { dateTime, relative, number } = useFormat();
  const { status, counts, pausedUntil, heldBy, isStalled, endedAt } = progress;
  if (status === 'STOPPED' && endedAt === null)
    return (
      <Alert color="orange" title={t('dispatches.notice.stopped')}>
        {t('dispatches.notice.stoppedText', { count: counts.withOperator, number: number(counts.withOperator) })}
      </Alert>
    );
  if (status !== 'STARTED') return null;
  if (heldBy !== null)
    return (
      <Alert color="orange" title={t(`dispatches.notice.held.${heldBy}`)}>
        {t(`dispatches.notice.heldText.${heldBy}`)}
      </Alert>
    );
  if (pausedUntil !== null)
    return (
      <Alert color="gray" title={t('dispatches.notice.paused', { at: dateTime(pausedUntil) })}>
        {t('dispatches.notice.pausedText', { when: relative(pausedUntil) })}
      </Alert>
    );
  if (isStalled)
    return (
      <Alert color="red" title={t('dispatches.notice.stalled')} role="alert">
        {t('dispatches.notice.stalledText')}
      </Alert>
    );
  if (counts.queued === 0 && counts.withOperator > 0)
    return (
      <Alert color="gray" title={t('dispatches.notice.receipts')}>
        {t('dispatches.notice.receiptsText', { count: counts.withOperator, number: number(counts.withOperator) })}
      </Alert>
    );
  return null;
}
