import { Stack, Text } from '@mantine/core';
import type { MessageState } from '@volley/domain/sending/message-state.ts';
import { SegmentedBar } from '../../kit/chart/segmented-bar.tsx';
import { useFormat } from '../../kit/format.ts';
import { Section } from '../../kit/section.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { ListLink } from '../../kit/table/list-link.tsx';
import { type Column, RecordTable } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import { When } from '../../kit/when.tsx';
import type { Company } from './company-detail.ts';

type Dispatch = Company['recentDispatches'][number];

const TONES = { CREATED: 'neutral', STARTED: 'info', STOPPED: 'warn', COMPLETED: 'good' } as const;
/** The order of all bars. */
const ORDER = ['delivered', 'withOperator', 'failed', 'queued'] as const satisfies readonly MessageState[];

export function CompanyDispatches({ company }: { readonly company: Company }) {
  const t = useText();
  return (
    <Section
      title={t('companies.dispatches')}
      flush
      actions={
        <ListLink to="/dispatches" search={{ company: company.companyId }}>
          {t('companies.dispatches.all')}
        </ListLink>
      }
    >
      <RecordTable<Dispatch>
        label={t('companies.dispatches')}
        columns={useColumns()}
        rows={company.recentDispatches}
        rowKey={({ id }) => id}
        empty={
          <Text size="sm" c="dimmed" px="md" pb="md">
            {t('companies.dispatches.empty')}
          </Text>
        }
      />
    </Section>
  );
}

function useColumns(): readonly Column<Dispatch>[] {
  const t = useText();
  const { number } = useFormat();
  return [
    {
      key: 'name',
      head: t('companies.dispatches.name'),
      cell: ({ id, name, createdAt, startedAt }) => (
        <Stack gap={6}>
          <ListLink to={`/dispatches/${id}`}>{name}</ListLink>
          <Text size="xs" c="dimmed" component="div">
            <When at={startedAt ?? createdAt} />
          </Text>
        </Stack>
      ),
    },
    {
      key: 'status',
      head: t('companies.status'),
      cell: ({ status }) => <StatusBadge tone={TONES[status]} label={t(`companies.dispatches.status.${status}`)} />,
    },
    {
      key: 'progress',
      head: t('companies.dispatches.progress'),
      width: '34%',
      wideOnly: true,
      cell: ({ name, counts }) => (
        <SegmentedBar
          slim
          label={name}
          segments={ORDER.map((state) => ({
            key: state,
            label: t(`companies.state.${state}`),
            value: counts[state],
            look: state,
          }))}
        />
      ),
    },
    {
      key: 'accepted',
      head: t('companies.dispatches.accepted'),
      align: 'right',
      cell: ({ id, counts }) => (
        <ListLink to="/messages" search={{ dispatch: id }} count={`dispatch ${id} accepted`}>
          {number(counts.accepted)}
        </ListLink>
      ),
    },
  ];
}
