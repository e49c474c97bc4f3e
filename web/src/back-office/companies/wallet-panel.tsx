import { Button, Group, Text } from '@mantine/core';
import type * as contract from '@volley/contract/back-office/money/money.ts';
import { callStaff } from '../../api/call.ts';
import { useCapability } from '../../api/session.ts';
import { useStaffApi } from '../../api/use-api.ts';
import { Money } from '../../kit/amounts.tsx';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { Facts } from '../../kit/facts.tsx';
import { Section } from '../../kit/section.tsx';
import { ListLink } from '../../kit/table/list-link.tsx';
import { useText } from '../../kit/text.tsx';
import { useAct } from '../../kit/use-act.ts';
import { askAmount } from './amount-form.tsx';

const ROUTES = ['GET /companies/{id}/wallets', 'GET /wallet-entries', 'GET /company-accounts', 'GET /actions'] as const;

type Props = { readonly companyId: number; readonly currency: string };

export function WalletPanel({ companyId, currency }: Props) {
  const t = useText();
  const params = { id: companyId };
  const { data, error, refetch } = useStaffApi<typeof contract.getWallets>('GET /companies/{id}/wallets', { params });
  return (
    <Section title={t('backOffice.wallet.title')} actions={<WalletActs companyId={companyId} currency={currency} />}>
      {error !== null && data === undefined && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data?.items.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('backOffice.wallet.none')}
        </Text>
      )}
      {data?.items.map((wallet) => (
        <Facts
          key={wallet.currency}
          items={[
            [
              t('backOffice.wallet.free'),
              <Money key="free" amount={{ value: wallet.balance, currency: wallet.currency }} />,
            ],
            [
              t('backOffice.wallet.aside'),
              <Money key="aside" amount={{ value: wallet.reserved, currency: wallet.currency }} />,
            ],
          ]}
        />
      ))}
      <Text size="sm" mt="sm">
        <ListLink to="/bo/wallets" search={{ company: companyId }}>
          {t('backOffice.wallet.entries')}
        </ListLink>
      </Text>
    </Section>
  );
}

function WalletActs({ companyId, currency }: Props) {
  const t = useText();
  const act = useAct('staff');
  const mayChange = useCapability('wallets.write');
  if (!mayChange) return null;
  const move = async (kind: 'top-up' | 'correct') => {
    const chosen = await askAmount({
      title: t(kind === 'top-up' ? 'backOffice.wallet.topUp' : 'backOffice.wallet.correct'),
      hint: t(kind === 'top-up' ? 'backOffice.wallet.topUpHint' : 'backOffice.wallet.correctHint'),
      currency,
      isSigned: kind === 'correct',
    });
    if (chosen === undefined) return;
    const input = { params: { id: companyId }, body: { currency, ...chosen } };
    await act(
      () =>
        kind === 'top-up'
          ? callStaff<typeof contract.topUpWallet>('POST /companies/{id}/wallets/top-up', input)
          : callStaff<typeof contract.correctWallet>('POST /companies/{id}/wallets/correct', input),
      { done: t('backOffice.wallet.changed'), routes: ROUTES },
    );
  };
  return (
    <Group gap="xs">
      <Button size="compact-sm" onClick={() => void move('top-up')}>
        {t('backOffice.wallet.topUp')}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => void move('correct')}>
        {t('backOffice.wallet.correct')}
      </Button>
    </Group>
  );
}
