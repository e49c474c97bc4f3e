import { Skeleton } from '@mantine/core';
import { memo, useMemo } from 'react';
import { EmptyState } from '../../kit/empty-state.tsx';
import { useFormat } from '../../kit/format.ts';
import { Section } from '../../kit/section.tsx';
import { BarTable } from '../../kit/table/bar-table.tsx';
import { useText } from '../../kit/text.tsx';
import { type Breakdown, messagesOf } from './dispatch-shapes.ts';
import { ReasonLink } from './reason-link.tsx';

type Props = { readonly id: number; readonly failures: Breakdown['failures'] | undefined };

export const Failures = memo(function Failures({ id, failures }: Props) {
  const t = useText();
  const { percent } = useFormat();
  const bars = useMemo(() => {
    const all = failures?.reduce((sum, { count }) => sum + count, 0) ?? 0;
    return (failures ?? []).map(({ errorCode, count }) => ({
      key: `error ${errorCode}`,
      label: <ReasonLink errorCode={errorCode} />,
      value: count,
      tone: 'bad' as const,
      note: percent(count / all),
      link: errorCode > 0 ? messagesOf(id, { error: errorCode }) : messagesOf(id, { state: 'failed' }),
    }));
  }, [id, failures, percent]);
  return (
    <Section title={t('dispatches.failures')}>
      {failures === undefined ? (
        <Skeleton height={160} />
      ) : bars.length === 0 ? (
        <EmptyState title={t('dispatches.noFailures')} text={t('dispatches.noFailuresText')} />
      ) : (
        <BarTable
          label={t('dispatches.failures')}
          heads={[t('dispatches.column.reason'), t('dispatches.column.messages'), t('dispatches.column.share')]}
          bars={bars}
        />
      )}
    </Section>
  );
});
