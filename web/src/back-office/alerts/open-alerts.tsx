import { Button } from '@mantine/core';
import type * as contract from '@volley/contract/back-office/duty/alerts.ts';
import { SEVERITIES } from '@volley/domain/duty/alert-rule.ts';
import { useCapability } from '../../api/session.ts';
import { useStaffApi } from '../../api/use-api.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { useFormat } from '../../kit/format.ts';
import { Section } from '../../kit/section.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { type Column, RecordTable } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import { When } from '../../kit/when.tsx';
import { type Alert, useAlertColumns } from './alert-columns.tsx';
import { useSilence } from './use-silence.ts';

const LIVE_MS = 10_000;
/** Within a severity the oldest stays first. */
const severeFirst = (one: Alert, other: Alert): number =>
  SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity);

export function OpenAlerts() {
  const t = useText();
  const shared = useAlertColumns();
  const { data, error, refetch } = useStaffApi<typeof contract.listAlerts>(
    'GET /alerts',
    {},
    { refetchInterval: LIVE_MS },
  );
  const mayWrite = useCapability('alerts.write');
  const silence = useSilence();
  const act: Column<Alert> = {
    key: 'act',
    head: '',
    align: 'right',
    cell: ({ key }) => (
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => void silence(key)}
        aria-label={t('alerts.silenceOne', { key })}
      >
        {t('alerts.silence')}
      </Button>
    ),
  };
  return (
    <Section title={t('alerts.openTitle')} flush>
      <RecordTable
        label={t('alerts.openTitle')}
        rows={data?.items.toSorted(severeFirst)}
        rowKey={({ alertId }) => alertId}
        error={error}
        onRetry={() => void refetch()}
        empty={<EmptyState title={t('alerts.none')} text={t('alerts.noneHint')} />}
        columns={[
          ...shared,
          { key: 'told', head: t('alerts.notice'), cell: (alert) => <Told alert={alert} /> },
          ...(mayWrite ? [act] : []),
        ]}
      />
    </Section>
  );
}

function Told({ alert: { notifiedAt, silencedUntil } }: { readonly alert: Alert }) {
  const t = useText();
  const { dateTime } = useFormat();
  if (silencedUntil !== null)
    return <StatusBadge tone="neutral" label={t('alerts.silencedUntil', { time: dateTime(silencedUntil) })} />;
  return notifiedAt === null ? <StatusBadge tone="info" label={t('alerts.notTold')} /> : <When at={notifiedAt} />;
}
