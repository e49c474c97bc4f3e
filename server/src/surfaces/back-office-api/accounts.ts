import * as contract from '@volley/contract/back-office/people/accounts.ts';
import { formatDatetime, formatDatetimeOrNull } from '@volley/contract/datetime.ts';
import { decimalFromMicros } from '@volley/domain/money/money.ts';
import { hasCapability } from '@volley/domain/people/staff-role.ts';
import { listWalletMoves } from '../../features/reports/billing/wallet-log.ts';
import { listCompanyAccounts, readCompanyActivity } from '../../features/reports/companies/company-accounts.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount } from '../http/mount-endpoint.ts';

const moneyOf = (micros: bigint, currency: string) => ({ value: decimalFromMicros(micros), currency });
const moneyOrNull = (micros: bigint | null, currency: string) => (micros === null ? null : moneyOf(micros, currency));

export function mountAccounts(app: ApiServer, platform: Pick<Platform, 'db'>): void {
  mount(app, contract.listCompanyAccounts, platform, async ({ actor, query }) => {
    const showsWallets = hasCapability(actor.roles, 'wallets.read');
    const { total, items } = await listCompanyAccounts(platform, query);
    return {
      page: query.page,
      perPage: query.perPage,
      total,
      items: items.map(({ budgetMicros, spentMicros, reservedMicros, walletMicros, currency, ...account }) => ({
        ...account,
        budget: moneyOrNull(budgetMicros, currency),
        spent: moneyOf(spentMicros, currency),
        reserved: moneyOf(reservedMicros, currency),
        wallet: moneyOrNull(showsWallets ? walletMicros : null, currency),
      })),
    };
  });

  mount(app, contract.getCompanyActivity, platform, async ({ params }) => {
    const { currency, reservedMicros, running, months } = await readCompanyActivity(platform, params.id);
    return {
      reserved: moneyOf(reservedMicros, currency),
      running: running.map(({ startedAt, ...dispatch }) => ({
        ...dispatch,
        startedAt: formatDatetimeOrNull(startedAt),
      })),
      months: months.map(({ month, spentMicros, reservedMicros }) => ({
        month,
        spent: moneyOf(spentMicros, currency),
        reserved: moneyOf(reservedMicros, currency),
      })),
    };
  });

  mount(app, contract.listWalletMoves, platform, async ({ query: { kind, ...query } }) => ({
    items: (await listWalletMoves(platform, { ...query, ...(kind !== undefined && { kind: [kind] }) })).map(
      ({ balanceMicros, reservedMicros, createdAt, ...move }) => ({
        ...move,
        balance: decimalFromMicros(balanceMicros),
        reserved: decimalFromMicros(reservedMicros),
        createdAt: formatDatetime(createdAt),
      }),
    ),
  }));
}
