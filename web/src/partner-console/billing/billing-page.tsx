import { Group, Paper, SegmentedControl, Skeleton, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type * as contract from '@volley/contract/console/billing.ts';
import { useApi } from '../../api/use-api.ts';
import { Money } from '../../kit/amounts.tsx';
import { Hint } from '../../kit/hint.tsx';
import { Page } from '../../kit/page.tsx';
import { useText } from '../../kit/text.tsx';
import { BillingCompanies } from './billing-companies.tsx';
import type { Ask, Billing } from './billing-shown.ts';
import { Figure, Figures } from './figure.tsx';
import { Operations } from './operations.tsx';
import { BILLING_TABS, type BillingTab } from './search.ts';
import { Tariffs } from './tariffs.tsx';

const route = getRouteApi('/partner-console/billing');

export function BillingPage() {
  const t = useText();
  const { company, tab = 'companies', page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const ask: Ask = (change) => void navigate({ search: (before) => ({ ...before, page: undefined, ...change }) });
  const companyPage = tab === 'companies' ? page : 1;
  const billing = useApi<typeof contract.getBilling>(
    'GET /billing',
    { query: { companyId: company, page: companyPage } },
    { refetchInterval: 30_000 },
  );
  return (
    <Page title={t('billing.title')}>
      <Group>
        <SegmentedControl
          aria-label={t('billing.tab')}
          value={tab}
          data={BILLING_TABS.map((value) => ({ value, label: t(`billing.tab.${value}`) }))}
          onChange={(value: BillingTab) => ask({ tab: value, month: undefined, kind: undefined })}
        />
      </Group>
      {tab === 'companies' && <Sums billing={billing.data} />}
      {tab === 'companies' && <BillingCompanies billing={billing} page={companyPage} onAsk={ask} />}
      {tab === 'operations' && <Operations onAsk={ask} />}
      {tab === 'tariffs' && <Tariffs companyId={company} />}
    </Page>
  );
}

function Sums({ billing }: { readonly billing: Billing | undefined }) {
  const t = useText();
  if (billing === undefined) return <Skeleton height={92} />;
  const { spent, reserved, fees, late, forecast, wallets } = billing.sum;
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Figures>
          <Figure label={t('billing.spent')} value={<Money amount={spent} />} />
          <Figure label={t('billing.reserved')} value={<Money amount={reserved} />} />
          <Figure
            label={t('billing.forecast')}
            value={forecast === null ? t('billing.forecast.early') : <Money amount={forecast} />}
          />
          <Figure label={t('billing.fees')} value={<Money amount={fees} />} />
          {late.value !== 0 && <Figure label={t('billing.late')} value={<Money amount={late} />} />}
          <Figure
            label={t('billing.balance')}
            value={
              wallets.length === 0
                ? t('billing.balance.none')
                : wallets.map(({ balance }) => (
                    <div key={balance.currency}>
                      <Money amount={balance} />
                    </div>
                  ))
            }
          />
        </Figures>
        <Hint>{t('billing.forecast.hint')}</Hint>
      </Stack>
    </Paper>
  );
}
