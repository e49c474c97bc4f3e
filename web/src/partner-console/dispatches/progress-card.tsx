import { memo, type ReactNode, useMemo } from 'react';
import { BudgetBar } from '../../kit/chart/budget-bar.tsx';
import { SegmentedBar } from '../../kit/chart/segmented-bar.tsx';
import { useFormat } from '../../kit/format.ts';
import { Section } from '../../kit/section.tsx';
import { ListLink } from '../../kit/table/list-link.tsx';
import { useText } from '../../kit/text.tsx';
import { type DispatchShown, messagesOf, type Progress, segmentsOf } from './dispatch-shapes.ts';
import classes from './progress-card.module.css';
import { ProgressNotice } from './progress-notice.tsx';
import { useProgress } from './use-progress.ts';

type Props = { readonly progress: Progress };

export const ProgressCard = memo(function ProgressCard({ dispatch }: { readonly dispatch: DispatchShown }) {
  const t = useText();
  return (
    <Section title={t('dispatches.progress')}>
      <ProgressNow dispatch={dispatch} />
    </Section>
  );
});

function ProgressNow({ dispatch }: { readonly dispatch: DispatchShown }) {
  const t = useText();
  const { id, name } = dispatch;
  const progress = useProgress(dispatch);
  const { counts } = progress;
  const segments = useMemo(() => segmentsOf(t, id, counts), [t, id, counts]);
  return (
    <div className={classes['progress']}>
      <ProgressNotice progress={progress} />
      <dl className={classes['measures']}>
        <Counted id={id} counts={counts} />
        {progress.status === 'STARTED' && counts.queued > 0 && <Pace progress={progress} />}
        <Cost progress={progress} />
      </dl>
      <SegmentedBar label={t('dispatches.progressOf', { name })} segments={segments} />
    </div>
  );
}

type Measured = { readonly name: string; readonly value: ReactNode; readonly note?: ReactNode };

function Measure({ name, value, note }: Measured) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <div className={classes['value']}>{value}</div>
        {note !== undefined && <div className={classes['note']}>{note}</div>}
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

function Pace({ progress: { ratePerSecond, secondsLeft, finishAt } }: Props) {
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

function Cost({ progress: { spend, status } }: Props) {
  const t = useText();
  const { money } = useFormat();
  if (spend === null) return null;
  if (status === 'CREATED')
    return (
      <Measure
        name={t('dispatches.toReserve')}
        value={money(spend.estimate)}
        note={
          spend.packages.value > 0
            ? t('dispatches.withPackages', { packages: money(spend.packages) })
            : t('dispatches.usuallyLess')
        }
      />
    );
  return (
    <Measure
      name={t('dispatches.spent')}
      value={money(spend.spent)}
      note={
        <div className={classes['reserve']}>
          <BudgetBar spent={spend.spent} reserved={spend.reserved} limit={spend.estimate} slim />
          {spend.reserved.value > 0
            ? t('dispatches.ofReserve', { reserve: money(spend.estimate), left: money(spend.reserved) })
            : t('dispatches.ofReserveDone', { reserve: money(spend.estimate) })}
        </div>
      }
    />
  );
}
