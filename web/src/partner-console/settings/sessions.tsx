import { Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type * as contract from '@volley/contract/console/session.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { callApi } from '../../api/call.ts';
import { readAgain, useApi } from '../../api/use-api.ts';
import { confirmAction } from '../../kit/dialog/confirm-action.tsx';
import { Section } from '../../kit/section.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { type Column, RecordTable } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import { When } from '../../kit/when.tsx';
import { deviceName } from './device-name.ts';

type OwnSession = ReplyOf<typeof contract.listSessions>['items'][number];

export function Sessions() {
  const t = useText();
  const client = useQueryClient();
  const { data, error, refetch } = useApi<typeof contract.listSessions>('GET /sessions', {});
  const again = () => readAgain(client, 'console', 'GET /sessions');
  const end = async (id: number) => {
    await callApi<typeof contract.endSession>('POST /sessions/{id}/end', { params: { id } });
    await again();
  };
  const endOthers = async () => {
    const isSure = await confirmAction({
      title: t('settings.sessions.endOthers'),
      effect: t('settings.sessions.endOthersEffect'),
      confirm: t('settings.sessions.endOthers'),
      cancel: t('settings.cancel'),
    });
    if (!isSure) return;
    await callApi<typeof contract.endOtherSessions>('POST /sessions/end-others', {});
    await again();
  };
  const others = (data?.items ?? []).length > 1 && (
    <Button size="compact-sm" variant="default" onClick={() => void endOthers()}>
      {t('settings.sessions.endOthers')}
    </Button>
  );
  return (
    <Section title={t('settings.sessions')} actions={others} flush>
      <RecordTable
        label={t('settings.sessions')}
        columns={useSessionColumns((id) => void end(id))}
        rows={data?.items}
        rowKey={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        skeletonRows={2}
        empty={null}
      />
    </Section>
  );
}

function useSessionColumns(onEnd: (id: number) => void): Column<OwnSession>[] {
  const t = useText();
  return [
    {
      key: 'device',
      head: t('settings.sessions.device'),
      cell: ({ device }) => (
        <Text size="sm" title={device}>
          {deviceName(device) ?? (device.slice(0, 40) || t('settings.sessions.unknown'))}
        </Text>
      ),
    },
    { key: 'address', head: t('settings.sessions.address'), cell: ({ address }) => address, wideOnly: true },
    {
      key: 'since',
      head: t('settings.sessions.since'),
      cell: ({ createdAt }) => <When at={createdAt} />,
      wideOnly: true,
    },
    { key: 'seen', head: t('settings.sessions.seen'), cell: ({ lastSeenAt }) => <When at={lastSeenAt} /> },
    {
      key: t('settings.sessions.end'),
      head: '',
      align: 'right',
      cell: ({ id, current, device }) =>
        current ? (
          <StatusBadge tone="good" label={t('settings.sessions.this')} />
        ) : (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => onEnd(id)}
            aria-label={`${t('settings.sessions.end')}: ${deviceName(device) ?? device}`}
          >
            {t('settings.sessions.end')}
          </Button>
        ),
    },
  ];
}
