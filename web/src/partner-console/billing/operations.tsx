import { Select, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type * as contract from '@volley/contract/console/billing.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { billingDay } from '@volley/domain/money/budget.ts';
import { addressOf } from '../../api/call.ts';
import { useApi } from '../../api/use-api.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { type Amount, useFormat } from '../../kit/format.ts';
import { Hint } from '../../kit/hint.tsx';
import { Section } from '../../kit/section.tsx';
import { CsvLink } from '../../kit/table/csv-link.tsx';
import { FilterBar } from '../../kit/table/filter-bar.tsx';
import { ListLink } from '../../kit/table/list-link.tsx';
import { Pager } from '../../kit/table/pager.tsx';
import { type Column, RecordTable } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import { When } from '../../kit/when.tsx';
import { language } from '../../texts/language.ts';
import type { Ask } from './billing-shown.ts';
import { monthsUntil, OPERATION_KINDS } from './search.ts';

type Operation = ReplyOf<typeof contract.listOperations>['items'][number];

const route = getRouteApi('/partner-console/billing');
const PER_PAGE = 50;
const MONTHS = 24;

export function Operations({ onAsk }: { readonly onAsk: Ask }) {
  const t = useText();
  const { company: companyId, month, kind, page = 1 } = route.useSearch();
  const filter = { companyId, month, kind: kind === undefined ? undefined : [kind] };
  const list = useApi<typeof contract.listOperations>('GET /billing/operations', {
    query: { ...filter, page, perPage: PER_PAGE },
  });
  const file = addressOf('console', 'GET /billing/operations.csv', { query: { ...filter, lang: language() } });
  const total = list.data?.total ?? 0;
  return (
    <Stack gap="md">
      <Filters onAsk={onAsk} />
      <Section title={t('billing.operations')} flush actions={<CsvLink href={file} />}>
        <RecordTable<Operation>
          label={t('billing.operations')}
          columns={useColumns()}
          rows={list.data?.items}
          rowKey={({ at, companyId: of, kind: what, dispatchId, title, lateOf, wallet }) =>
            `${at} ${of} ${what} ${dispatchId} ${title} ${lateOf} ${wallet.value}`
          }
          error={list.error}
          onRetry={() => void list.refetch()}
          empty={
            <EmptyState
              title={t('billing.operations.empty.title')}
              text={t(kind === undefined ? 'billing.operations.empty.text' : 'billing.operations.filtered.text')}
            />
          }
        />
        {total > 0 && <Pager page={page} perPage={PER_PAGE} total={total} onPage={(to) => onAsk({ page: to })} />}
      </Section>
      <Hint>{t('billing.op.hint')}</Hint>
    </Stack>
  );
}

function Filters({ onAsk }: { readonly onAsk: Ask }) {
  const t = useText();
  const { month, kind } = route.useSearch();
  const { month: nameOf } = useFormat();
  const months = monthsUntil(billingDay(Date.now()), MONTHS);
  return (
    <FilterBar
      isFiltered={month !== undefined || kind !== undefined}
      onClear={() => onAsk({ tab: 'operations', month: undefined, kind: undefined })}
    >
      <Select
        label={t('billing.month')}
        allowDeselect={false}
        value={month ?? months[0] ?? null}
        data={months.map((value) => ({ value, label: nameOf(value) }))}
        onChange={(value) => onAsk({ tab: 'operations', month: value ?? undefined })}
      />
      <Select
        label={t('billing.op.kind')}
        clearable
        placeholder={t('billing.op.kind.any')}
        value={kind ?? null}
        data={OPERATION_KINDS.map((value) => ({ value, label: t(`billing.kind.${value}`) }))}
        onChange={(value) => onAsk({ tab: 'operations', kind: value ?? undefined })}
      />
    </FilterBar>
  );
}

function useColumns(): readonly Column<Operation>[] {
  const t = useText();
  const { number } = useFormat();
  return [
    { key: 'at', head: t('billing.op.at'), cell: ({ at }) => <When at={at} as="log" /> },
    { key: 'kind', head: t('billing.op.kind'), cell: (row) => <What row={row} /> },
    {
      key: 'company',
      head: t('billing.company'),
      cell: ({ companyId, companyName }) => <ListLink to={`/companies/${companyId}`}>{companyName}</ListLink>,
    },
    {
      key: 'messages',
      head: t('billing.op.messages'),
      align: 'right',
      cell: ({ messages }) => (messages === 0 ? '' : number(messages)),
    },
    { key: 'spent', head: t('billing.op.spent'), align: 'right', cell: ({ spent }) => <Change amount={spent} /> },
    {
      key: 'reserved',
      head: t('billing.op.reserved'),
      align: 'right',
      cell: ({ reserved }) => <Change amount={reserved} />,
    },
    { key: 'wallet', head: t('billing.op.wallet'), align: 'right', cell: ({ wallet }) => <Change amount={wallet} /> },
  ];
}

function What({ row: { kind, dispatchId, title, lateOf, reason } }: { readonly row: Operation }) {
  const t = useText();
  const { month } = useFormat();
  const isOfMessages = ['spend', 'reserve', 'package', 'turn', 'wallet-spend', 'wallet-reserve'].includes(kind);
  return (
    <Stack gap={0}>
      <Text size="sm">{t(`billing.kind.${kind}`)}</Text>
      {lateOf !== null && <Text size="xs">{t('billing.op.late', { month: month(lateOf) })}</Text>}
      <Text size="xs" c="dimmed" component="div">
        {dispatchId === null ? (
          (title ?? reason ?? (isOfMessages ? t('billing.op.single') : ''))
        ) : (
          <ListLink to={`/dispatches/${dispatchId}`}>{title}</ListLink>
        )}
      </Text>
    </Stack>
  );
}

/** An empty cell for zero, so that changes are easy to find. */
function Change({ amount }: { readonly amount: Amount }) {
  const { money } = useFormat();
  if (amount.value === 0) return null;
  return <span style={{ whiteSpace: 'nowrap' }}>{amount.value > 0 ? `+${money(amount)}` : money(amount)}</span>;
}
