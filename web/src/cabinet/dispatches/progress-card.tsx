import { Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { BudgetBar } from '../../kit/budget-bar.tsx';
import { useFormat } from '../../kit/format.ts';
import { ListLink } from '../../kit/list-link.tsx';
import { Section } from '../../kit/section.tsx';
import { SegmentedBar } from '../../kit/segmented-bar.tsx';
import { useText } from '../../kit/text.tsx';
import { type DispatchShown, messagesOf, type Progress, segmentsOf } from './dispatch-shapes.ts';
import classes from './progress-card.module.css';
import { ProgressNotice } from './progress-notice.tsx';

type Props = { readonly dispatch: DispatchShown; readonly progress: Progress };

export function ProgressCard({ dispatch, progress }: Props) {
  const t = useText();
  const { id, name } = dispatch;
  const { counts } = progress;
  const segments = useMemo(() => segmentsOf(t, id, counts), [t, id, counts]);
  return (
    <Section title={t('dispatches.progress')}>
      <Stack gap="md" pt={4}>
        <ProgressNotice progress={progress} />
        <dl className={classes['measures']}>
          <Counted id={id} counts={counts} />
          {progress.status === 'STARTED' && counts.queued > 0 && <Pace progress={progress} />}
          <Cost progress={progress} />
        </dl>
        <SegmentedBar label={t('dispatches.progressOf', { name })} segments={segments} />
      </Stack>
    </Section>
  );
}

function Measure({
  name,
  value,
  note,
}: {
  readonly name: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <div className={classes['value']}>{value}</div>
        {note !== undefined && (
          <Text size="xs" c="dimmed" component="div">
            {note}
          </Text>
        )}
      </dd>
    </div>
  );
}

function Counted({ id, counts }: { readonly id: number; readonly counts: Progress['counts'] }) {
  const t = useText();
  const { number, percent } = useFormat();
  const { accepted, delivered, failed } = counts;
  const final = delivered + failed;
  return (
    <>
      <Measure
        name={t('dispatches.column.accepted')}
        value={
          <ListLink {...messagesOf(id)} count="accepted">
            {number(accepted)}
          </ListLink>
        }
        note={t('dispatches.final', { share: percent(accepted === 0 ? 0 : final / accepted) })}
      />
      <Measure
        name={t('dispatches.deliveredOfFinal')}
        value={final === 0 ? '—' : percent(delivered / final)}
        note={t('dispatches.ofFinal', { delivered: number(delivered), final: number(final) })}
      />
    </>
  );
}

function Pace({ progress: { ratePerSecond, secondsLeft, finishAt } }: Pick<Props, 'progress'>) {
  const t = useText();
  const { number, duration, dateTime } = useFormat();
  return (
    <>
      <Measure
        name={t('dispatches.rate')}
        value={ratePerSecond === null ? '—' : t('dispatches.perSecond', { rate: number(ratePerSecond) })}
        note={ratePerSecond === null ? t('dispatches.measuring') : undefined}
      />
      <Measure
        name={t('dispatches.timeLeft')}
        value={secondsLeft === null ? '—' : duration(secondsLeft)}
        note={finishAt === null ? t('dispatches.noForecast') : t('dispatches.finishAt', { at: dateTime(finishAt) })}
      />
    </>
  );
}

function Cost({ progress: { spend, status } }: Pick<Props, 'progress'>) {
  const t = useText();
  const { money } = useFormat();
  if (spend === null) return null;
  if (status === 'CREATED')
    return (
      <Measure name={t('dispatches.toReserve')} value={money(spend.estimate)} note={t('dispatches.usuallyLess')} />
    );
  return (
    <Measure
      name={t('dispatches.spent')}
      value={money(spend.spent)}
      note={
        <Group gap={4}>
          <BudgetBar spent={spend.spent} reserved={spend.reserved} limit={spend.estimate} slim />
          {spend.reserved.value > 0
            ? t('dispatches.ofReserve', { reserve: money(spend.estimate), left: money(spend.reserved) })
            : t('dispatches.ofReserveDone', { reserve: money(spend.estimate) })}
        </Group>
      }
    />
  );
}
