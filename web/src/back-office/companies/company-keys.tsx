import type * as contract from '@volley/contract/back-office/people/keys.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { useStaffApi } from '../../api/use-api.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Section } from '../../kit/section.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { type Column, RecordTable } from '../../kit/table/record-table.tsx';
import { type Text as Say, useText } from '../../kit/text.tsx';
import { When } from '../../kit/when.tsx';

type Key = ReplyOf<typeof contract.listKeys>['items'][number];

export function CompanyKeys({ companyId }: { readonly companyId: number }) {
  const t = useText();
  const { data, error, refetch } = useStaffApi<typeof contract.listKeys>('GET /keys', { query: { companyId } });
  return (
    <Section title={t('backOffice.keys.title')} flush>
      <RecordTable
        label={t('backOffice.keys.title')}
        columns={columnsOf(t)}
        rows={data?.items}
        rowKey={({ keyId }) => keyId}
        error={error}
        onRetry={() => void refetch()}
        skeletonRows={2}
        empty={<EmptyState title={t('backOffice.keys.empty')} text={t('backOffice.keys.emptyHint')} />}
      />
    </Section>
  );
}

function columnsOf(t: Say): readonly Column<Key>[] {
  return [
    { key: 'name', head: t('backOffice.keys.name'), cell: ({ name }) => name },
    { key: 'type', head: t('backOffice.column.type'), cell: ({ type }) => type },
    {
      key: 'status',
      head: t('backOffice.column.status'),
      cell: ({ status }) => (
        <StatusBadge tone={status === 'ACTIVE' ? 'good' : 'neutral'} label={t(`backOffice.key.${status}`)} />
      ),
    },
    { key: 'used', head: t('backOffice.keys.used'), cell: ({ lastUsedAt }) => <When at={lastUsedAt} /> },
  ];
}
