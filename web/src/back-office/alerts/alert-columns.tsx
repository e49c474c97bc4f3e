// Columns that open and ended alerts share.
import { Stack, Text } from '@mantine/core';
import type * as contract from '@volley/contract/back-office/duty/alerts.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { alertText } from '@volley/domain/duty/alert-text.ts';
import { StatusBadge } from '../../kit/status-badge.tsx';
import type { Column } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import { When } from '../../kit/when.tsx';
import { language } from '../../texts/language.ts';

export type Alert = ReplyOf<typeof contract.listAlerts>['items'][number];

export function useAlertColumns(): readonly Column<Alert>[] {
  const t = useText();
  return [
    {
      key: 'severity',
      head: t('alerts.severity'),
      cell: ({ severity }) => (
        <StatusBadge tone={severity === 'CRITICAL' ? 'bad' : 'warn'} label={t(`alerts.severity.${severity}`)} />
      ),
    },
    {
      key: 'alert',
      head: t('alerts.alert'),
      cell: (alert) => (
        <Stack gap={0}>
          <Text size="sm">{alertText(alert, language())}</Text>
          <Text size="xs" c="dimmed" ff="monospace">
            {alert.key}
          </Text>
        </Stack>
      ),
    },
    { key: 'since', head: t('alerts.since'), cell: ({ since }) => <When at={since} /> },
  ];
}
