import { useFormat } from '../../kit/format.ts';
import { Notice } from '../../kit/notice.tsx';
import { useText } from '../../kit/text.tsx';
import type { Progress } from './dispatch-shapes.ts';

/** Explains a dispatch without progress. */
export function ProgressNotice({ progress }: { readonly progress: Progress }) {
  const t = useText();
  const { dateTime, relative, number } = useFormat();
  const { status, counts, pausedUntil, heldBy, isStalled, endedAt } = progress;
  if (status === 'STOPPED' && endedAt === null)
    return (
      <Notice tone="warn" title={t('dispatches.notice.stopped')}>
        {t('dispatches.notice.stoppedText', { count: counts.withOperator, number: number(counts.withOperator) })}
      </Notice>
    );
  if (status !== 'STARTED') return null;
  if (heldBy !== null)
    return (
      <Notice tone="warn" title={t(`dispatches.notice.held.${heldBy}`)}>
        {t(`dispatches.notice.heldText.${heldBy}`)}
      </Notice>
    );
  if (pausedUntil !== null)
    return (
      <Notice tone="neutral" title={t('dispatches.notice.paused', { at: dateTime(pausedUntil) })}>
        {t('dispatches.notice.pausedText', { when: relative(pausedUntil) })}
      </Notice>
    );
  if (isStalled)
    return (
      <Notice tone="bad" title={t('dispatches.notice.stalled')} role="alert">
        {t('dispatches.notice.stalledText')}
      </Notice>
    );
  if (counts.queued === 0 && counts.withOperator > 0)
    return (
      <Notice tone="neutral" title={t('dispatches.notice.receipts')}>
        {t('dispatches.notice.receiptsText', { count: counts.withOperator, number: number(counts.withOperator) })}
      </Notice>
    );
  return null;
}
