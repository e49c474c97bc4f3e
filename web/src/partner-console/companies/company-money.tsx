import { Skeleton, Stack, Text } from '@mantine/core';
import type * as contract from '@volley/contract/console/companies.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { useApi } from '../../api/use-api.ts';
import { Money } from '../../kit/amounts.tsx';
import { BudgetBar } from '../../kit/chart/budget-bar.tsx';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { useFormat } from '../../kit/format.ts';
import { Hint } from '../../kit/hint.tsx';
import { Section } from '../../kit/section.tsx';
import { useText } from '../../kit/text.tsx';
import { Figure, Figures } from '../billing/figure.tsx';
import { SpendChart } from './spend-chart.tsx';

type Spending = ReplyOf<typeof contract.getSpending>;

export function CompanyMoney({ companyId }: { readonly companyId: number }) {
  const t = useText();
  const { data, error, refetch } = useApi<typeof contract.getSpending>(
    'GET /companies/{id}/spending',
    { params: { id: companyId } },
    { refetchInterval: 30_000 },
  );
  return (
    <Section title={t('companies.spending')}>
      {data === undefined ? (
        error === null ? (
          <Skeleton height={340} />
        ) : (
          <ErrorPanel error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <Shown spending={data} />
      )}
    </Section>
  );
}

function Shown({ spending }: { readonly spending: Spending }) {
  const t = useText();
  const { spent, reserved, left, budget } = spending.spending;
  return (
    <Stack gap="md">
      <Figures>
        <Figure label={t('companies.spending.spent')} value={<Money amount={spent} />} />
        <Figure label={t('companies.spending.reserved')} value={<Money amount={reserved} />} />
        <Figure
          label={t('companies.spending.left')}
          value={left === null ? t('companies.spending.unlimited') : <Money amount={left} />}
        />
        <Figure
          label={t('companies.spending.forecast')}
          value={spending.forecast === null ? '—' : <Money amount={spending.forecast.amount} />}
        />
      </Figures>
      {budget !== null && <BudgetBar spent={spent} reserved={reserved} limit={budget} />}
      <ForecastWords spending={spending} />
      <SpendChart spending={spending} />
    </Stack>
  );
}

function ForecastWords({ spending: { forecast } }: { readonly spending: Spending }) {
  const t = useText();
  const { date } = useFormat();
  if (forecast === null) return <Hint>{t('companies.spending.forecast.early')}</Hint>;
  return (
    <Stack gap={2}>
      {forecast.exhaustedAt !== null && (
        <Text size="sm" fw={600} c="var(--tone-bad-text)">
          ▲ {t('companies.spending.exhausted', { when: date(forecast.exhaustedAt) })}
        </Text>
      )}
      <Hint>{t('companies.spending.forecast.hint')}</Hint>
    </Stack>
  );
}
