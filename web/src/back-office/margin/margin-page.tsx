// Revenue, cost and margin of messages by day, link, channel or company, and the exchange rates behind them.
import { Paper, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type * as contract from '@volley/contract/back-office/money/margin.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { useStaffApi } from '../../api/use-api.ts';
import { Money, Num } from '../../kit/amounts.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { useFormat } from '../../kit/format.ts';
import { Hint } from '../../kit/hint.tsx';
import { Notice } from '../../kit/notice.tsx';
import { Page } from '../../kit/page.tsx';
import { type Column, RecordTable } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import { marginSearch } from '../searches.ts';
import { ExchangeRates } from './exchange-rates.tsx';
import { type Go, MarginFilters } from './margin-filters.tsx';
import { periodOf, type Search } from './margin-period.ts';
import { RowName } from './row-name.tsx';

const route = getRouteApi('/back-office/bo/margin');

export type Report = ReplyOf<typeof contract.getMargin>;
type Sums = Report['total'];
type Row = Sums & { readonly key: string; readonly name: string | null; readonly isTotal?: true };

export function MarginPage() {
  const t = useText();
  const search: Search = route.useSearch();
  const navigate = route.useNavigate();
  const go: Go = (change) => void navigate({ search: marginSearch({ ...search, ...change }) });
  const { by = 'day', currency = 'RUB', link: linkId, company: companyId, channel: channelType } = search;
  const query = { ...periodOf(search), by, currency, linkId, companyId, channelType };
  // Rows of another grouping have other keys, so the previous answer is not kept.
  const { data, error, refetch } = useStaffApi<typeof contract.getMargin>(
    'GET /margin',
    { query },
    { keepPrevious: false },
  );
  return (
    <Page title={t('backOffice.nav.margin')} lead={<Hint>{t('backOffice.margin.hint')}</Hint>}>
      <MarginFilters search={search} go={go} links={data?.links ?? []} />
      {data !== undefined && <Gaps report={data} />}
      <Paper withBorder>
        <RecordTable
          label={t('backOffice.nav.margin')}
          columns={useColumns(search, data?.currency ?? currency)}
          rows={data && rowsOf(data)}
          rowKey={({ key, isTotal }) => (isTotal ? 'total' : `row ${key}`)}
          isSelected={({ isTotal }) => isTotal === true}
          error={error}
          onRetry={() => void refetch()}
          empty={<EmptyState title={t('backOffice.margin.empty')} text={t('backOffice.margin.emptyHint')} />}
        />
      </Paper>
      <ExchangeRates />
    </Page>
  );
}

function rowsOf({ items, total }: Report): Row[] {
  return items.length === 0 ? [] : [{ key: '', name: null, ...total, isTotal: true }, ...items];
}

/** Sums without a rate and rows beyond the limit. */
function Gaps({ report: { currency, items, rowsTotal, total } }: { readonly report: Report }) {
  const t = useText();
  const { money } = useFormat();
  if (total.unconverted.length === 0 && rowsTotal <= items.length) return null;
  return (
    <Notice tone="warn" title={t('backOffice.margin.gaps')}>
      <Stack gap={2}>
        {total.unconverted.map(({ currency: other, revenue, cost }) => (
          <Text size="sm" key={other}>
            {t('backOffice.margin.unconverted', {
              from: other,
              to: currency,
              revenue: money({ value: revenue, currency: other }),
              cost: money({ value: cost, currency: other }),
            })}
          </Text>
        ))}
        {rowsTotal > items.length && (
          <Text size="sm">{t('backOffice.margin.cut', { shown: items.length, total: rowsTotal })}</Text>
        )}
      </Stack>
    </Notice>
  );
}

function useColumns(search: Search, currency: string): readonly Column<Row>[] {
  const t = useText();
  const { percent } = useFormat();
  const amount = (name: 'revenue' | 'cost' | 'margin'): Column<Row> => ({
    key: name,
    head: t(`backOffice.margin.${name}`),
    align: 'right',
    cell: (row) => <Money amount={{ value: row[name], currency }} />,
  });
  return [
    {
      key: 'what',
      head: t(`backOffice.margin.by.${search.by ?? 'day'}`),
      cell: (row) => (row.isTotal ? <b>{t('backOffice.margin.total')}</b> : <RowName row={row} search={search} />),
    },
    {
      key: 'messages',
      head: t('backOffice.margin.messages'),
      align: 'right',
      cell: ({ messages }) => <Num value={messages} />,
    },
    amount('revenue'),
    amount('cost'),
    amount('margin'),
    {
      key: 'share',
      head: t('backOffice.margin.share'),
      align: 'right',
      cell: ({ revenue, margin }) => (revenue === 0 ? '—' : percent(margin / revenue)),
      wideOnly: true,
    },
    {
      key: 'unknown',
      head: t('backOffice.margin.unknown'),
      align: 'right',
      cell: ({ costUnknown }) => <Num value={costUnknown} />,
    },
  ];
}
