import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Hint } from '../../kit/hint.tsx';
import { Page } from '../../kit/page.tsx';
import { useText } from '../../kit/text.tsx';
import { useCompany, useOwner } from '../owner.tsx';
import { daysOf, type FigureSearch, PERIOD_DEFAULT } from '../search.ts';
import { SideTabs } from '../side-tabs.tsx';
import { errorLines } from './error-sums.ts';
import { ErrorTable } from './error-table.tsx';
import { PeriodFilter } from './period-filter.tsx';
import { StopTable } from './stop-table.tsx';

export function ErrorsPage() {
  const t = useText();
  const { useWidgetErrors, useWidgets } = useOwner();
  const { days = PERIOD_DEFAULT, widget } = useSearch({ strict: false }) as FigureSearch; // validated by the route
  const companyId = useCompany();
  const period = useMemo(() => daysOf(days, Date.now()), [days]);
  const { data, error, refetch } = useWidgetErrors({
    ...period,
    ...(companyId !== undefined && { companyId }),
    ...(widget !== undefined && { widgetId: widget }),
  });
  const widgets = useWidgets(companyId).data?.items ?? [];
  return (
    <Page title={t('verification.page.errors')} lead={<Hint>{t('verification.errors.lead')}</Hint>}>
      <SideTabs />
      <PeriodFilter
        days={days}
        name="widget"
        chosen={widget}
        choices={widgets.map(({ widgetId, name }) => ({ value: widgetId, label: `${name} · ${widgetId}` }))}
      />
      <StopTable companyId={companyId} />
      <ErrorTable lines={data && errorLines(data.items)} error={error} onRetry={() => void refetch()} />
    </Page>
  );
}
