import { Group, Stack, Text } from '@mantine/core';
import type * as contract from '@volley/contract/console/senders.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { BRANDS } from '@volley/domain/numbers/brand.ts';
import { useApi } from '../../api/use-api.ts';
import { channelName } from '../../kit/operator-name.ts';
import { Section } from '../../kit/section.tsx';
import { ListLink } from '../../kit/table/list-link.tsx';
import { type Column, RecordTable } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import { SenderChip } from '../senders/sender-chip.tsx';

type Name = ReplyOf<typeof contract.listSenderMatrix>['items'][number];

const SHOWN = 10;

export function CompanyNames({ companyId }: { readonly companyId: number }) {
  const t = useText();
  const list = useApi<typeof contract.listSenderMatrix>('GET /senders', { query: { companyId, perPage: SHOWN } });
  const columns: readonly Column<Name>[] = [
    {
      key: 'name',
      head: t('senders.name'),
      cell: ({ senderName, channelType }) => (
        <Stack gap={0}>
          <Text fw={600} size="sm">
            {senderName}
          </Text>
          <Text size="xs" c="dimmed">
            {channelName(t, channelType)}
          </Text>
        </Stack>
      ),
    },
    {
      key: 'operators',
      head: t('senders.operators'),
      cell: ({ cells }) => (
        <Group gap="xs">
          {BRANDS.flatMap((brand) => cells.filter((cell) => cell.brand === brand)).map((cell) => (
            <SenderChip key={cell.id} cell={cell} withBrand />
          ))}
        </Group>
      ),
    },
  ];
  return (
    <Section
      title={t('companies.senders')}
      flush
      actions={
        <ListLink to="/senders" search={{ company: companyId }}>
          {t('companies.names.all')}
        </ListLink>
      }
    >
      <RecordTable<Name>
        label={t('companies.senders')}
        columns={columns}
        rows={list.data?.items}
        rowKey={({ senderName, channelType }) => `${channelType} ${senderName}`}
        error={list.error}
        onRetry={() => void list.refetch()}
        skeletonRows={2}
        empty={
          <Text size="sm" c="dimmed" px="md" pb="md">
            {t('companies.names.empty')}
          </Text>
        }
      />
    </Section>
  );
}
