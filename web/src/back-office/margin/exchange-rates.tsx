import { Button } from '@mantine/core';
import type * as contract from '@volley/contract/back-office/money/margin.ts';
import { callStaff } from '../../api/call.ts';
import { useCapability } from '../../api/session.ts';
import { useStaffApi } from '../../api/use-api.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Section } from '../../kit/section.tsx';
import { RecordTable } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import { useAct } from '../../kit/use-act.ts';
import { When } from '../../kit/when.tsx';
import { askExchangeRate } from './exchange-rate-form.tsx';

const ROUTES = ['GET /exchange-rates', 'GET /margin'];

export function ExchangeRates() {
  const t = useText();
  const act = useAct('staff');
  const mayChange = useCapability('prices.write');
  const { data, error, refetch } = useStaffApi<typeof contract.listExchangeRates>('GET /exchange-rates', {});
  const set = async () => {
    const body = await askExchangeRate(t('backOffice.rates.set'));
    if (body === undefined) return;
    const work = () => callStaff<typeof contract.putExchangeRate>('PUT /exchange-rates', { body });
    await act(work, { done: t('backOffice.rates.done'), routes: ROUTES });
  };
  return (
    <Section
      title={t('backOffice.rates.title')}
      flush
      actions={
        mayChange && (
          <Button size="compact-sm" variant="default" onClick={() => void set()}>
            {t('backOffice.rates.set')}
          </Button>
        )
      }
    >
      <RecordTable
        label={t('backOffice.rates.title')}
        rows={data?.items}
        rowKey={({ currency, base, validFrom }) => `${currency} ${base} ${validFrom}`}
        error={error}
        onRetry={() => void refetch()}
        skeletonRows={2}
        empty={<EmptyState title={t('backOffice.rates.empty')} text={t('backOffice.rates.emptyHint')} />}
        columns={[
          {
            key: 'rate',
            head: t('backOffice.rates.rate'),
            cell: ({ currency, base, rate }) => t('backOffice.rates.equation', { currency, base, rate: String(rate) }),
          },
          {
            key: 'from',
            head: t('backOffice.rates.validFrom'),
            cell: ({ validFrom }) => <When at={validFrom} as="dateTime" />,
          },
        ]}
      />
    </Section>
  );
}
