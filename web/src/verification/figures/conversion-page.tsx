import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { useFormat } from '../../kit/format.ts';
import { Hint } from '../../kit/hint.tsx';
import { Page } from '../../kit/page.tsx';
import { Section } from '../../kit/section.tsx';
import { useText } from '../../kit/text.tsx';
import { type Conversion, useCompany, useOwner } from '../owner.tsx';
import { daysOf, type FigureSearch, PERIOD_DEFAULT } from '../search.ts';
import { SideTabs } from '../side-tabs.tsx';
import { ConversionChart } from './conversion-chart.tsx';
import { conversionOf, sumOf } from './conversion-sums.ts';
import { ChannelTable, OperatorTable } from './conversion-tables.tsx';
import { Figure, Figures } from './figure.tsx';
import { PeriodFilter } from './period-filter.tsx';

export function ConversionPage() {
  const t = useText();
  const { useConversions, useProfiles } = useOwner();
  const { days = PERIOD_DEFAULT, gateway } = useSearch({ strict: false }) as FigureSearch; // validated by the route
  const companyId = useCompany();
  const period = useMemo(() => daysOf(days, Date.now()), [days]);
  const { data, error, refetch } = useConversions({
    ...period,
    ...(companyId !== undefined && { companyId }),
    ...(gateway !== undefined && { gatewayId: gateway }),
  });
  const profiles = useProfiles(companyId).data?.items ?? [];
  return (
    <Page title={t('verification.page.conversion')} lead={<Hint>{t('verification.conversion.lead')}</Hint>}>
      <SideTabs />
      <PeriodFilter
        days={days}
        name="gateway"
        chosen={gateway}
        choices={profiles.map(({ gatewayId, name }) => ({ value: gatewayId, label: `${name} · ${gatewayId}` }))}
      />
      {error !== null && data === undefined && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data !== undefined && <Shown rows={data.items} period={period} />}
    </Page>
  );
}

type ShownProps = {
  readonly rows: readonly Conversion[];
  readonly period: { readonly from: string; readonly to: string };
};

function Shown({ rows, period }: ShownProps) {
  const t = useText();
  if (rows.length === 0)
    return <EmptyState title={t('verification.conversion.empty')} text={t('verification.conversion.empty.text')} />;
  return (
    <>
      <Totals rows={rows} />
      <Section title={t('verification.conversion.byDay')}>
        <ConversionChart rows={rows} period={period} />
      </Section>
      <ChannelTable rows={rows} />
      <OperatorTable rows={rows} />
    </>
  );
}

function Totals({ rows }: Pick<ShownProps, 'rows'>) {
  const t = useText();
  const { number, percent, money } = useFormat();
  const sum = sumOf(rows);
  const share = conversionOf(sum);
  const currencies = [...new Set(rows.map(({ cost }) => cost.currency))];
  const [currency = 'RUB'] = currencies;
  const amount = (value: number) => (currencies.length > 1 ? '—' : money({ value, currency }));
  return (
    <Section title={t('verification.conversion.total')}>
      <Figures>
        <Figure label={t('verification.codes.sent')} value={number(sum.sent)} />
        <Figure label={t('verification.codes.delivered')} value={number(sum.delivered)} />
        <Figure label={t('verification.codes.entered')} value={number(sum.entered)} />
        <Figure label={t('verification.codes.expired')} value={number(sum.expired)} />
        <Figure label={t('verification.conversion.share')} value={share === undefined ? '—' : percent(share)} />
        <Figure label={t('verification.conversion.cost')} value={amount(sum.cost)} />
        <Figure
          label={t('verification.conversion.perEntered')}
          value={sum.entered === 0 ? '—' : amount(Math.round((sum.cost / sum.entered) * 100) / 100)}
        />
      </Figures>
    </Section>
  );
}
