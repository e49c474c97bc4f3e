import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '../../kit/format.ts';
import { useText } from '../../kit/text.tsx';
import classes from './ops.module.css';
import type { Now } from './points.ts';

/** The first numbers an on-call engineer needs. */
export function OpsTiles({ now }: { readonly now: Now }) {
  const t = useText();
  const { number, duration } = useFormat();
  const milliseconds = (value: number) => t('backOffice.ops.ms', { ms: number(Math.round(value)) });
  const seconds = (value: number | null) => {
    if (value === null) return '—';
    return value < 1 ? milliseconds(value * 1_000) : duration(value);
  };
  const { rates, running, latency, broker, database } = now;
  const rate = (value: number | undefined) => (value === undefined ? '—' : number(value));
  return (
    <div className={classes['tiles']}>
      <Tile label={t('backOffice.rate.accepted')} note={t('backOffice.ops.perSecond')} value={rate(rates?.accepted)} />
      <Tile
        label={t('backOffice.rate.submitted')}
        note={t('backOffice.ops.perSecond')}
        value={rate(rates?.submitted)}
      />
      <Tile
        label={t('backOffice.rate.delivered')}
        note={t('backOffice.ops.perSecond')}
        value={rate(rates?.delivered)}
      />
      <Tile
        label={t('backOffice.rate.failed')}
        note={t('backOffice.ops.perSecond')}
        value={rate(rates?.failed)}
        {...(rates !== null && rates.failed > 0 && { tone: 'warn' as const })}
      />
      <Tile
        label={t('backOffice.ops.receipts')}
        note={t('backOffice.ops.receiptsNote', { p95: seconds(latency.p95), p99: seconds(latency.p99) })}
        value={seconds(latency.p50)}
      />
      <Tile
        label={t('backOffice.ops.queued')}
        note={t('backOffice.ops.queuedNote', { count: running.dispatches, withOperator: number(running.withOperator) })}
        value={number(running.queued)}
      />
      <Tile
        label={t('backOffice.ops.broker')}
        note={t('backOffice.ops.brokerNote')}
        value={t(broker.connected ? 'backOffice.ops.up' : 'backOffice.ops.down')}
        {...(!broker.connected && { tone: 'bad' as const })}
      />
      <Tile
        label={t('backOffice.ops.database')}
        note={t('backOffice.ops.databaseNote')}
        value={milliseconds(database.ms)}
        {...(database.ms > 500 && { tone: 'warn' as const })}
      />
    </div>
  );
}

type TileProps = {
  readonly label: string;
  readonly note: ReactNode;
  readonly value: string;
  readonly tone?: 'warn' | 'bad';
};

function Tile({ label, note, value, tone }: TileProps) {
  return (
    <div className={classes['tile']} data-tone={tone}>
      <Text size="sm">{label}</Text>
      <div className={classes['value']}>{value}</div>
      <Text size="xs" c="dimmed">
        {note}
      </Text>
    </div>
  );
}
