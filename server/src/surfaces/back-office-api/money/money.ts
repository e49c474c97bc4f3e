import * as contract from '@volley/contract/back-office/money/money.ts';
import { formatDatetime } from '@volley/contract/datetime.ts';
import { decimalFromMicros } from '@volley/domain/money/money.ts';
import {
  correctMonthAs,
  correctWalletAs,
  getWalletsAs,
  listCorrectionsAs,
  listWalletEntriesAs,
  topUpWalletAs,
} from '../../../features/back-office/manage-money.ts';
import { explainPrice, type PriceTrail } from '../../../features/ledger/explain-price.ts';
import type { WalletBalance } from '../../../features/ledger/wallets.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ApiServer } from '../../http/http-server.ts';
import { mount } from '../../http/mount-endpoint.ts';
import { microsOf } from './amounts.ts';
import { tariffHead } from './tariff-head.ts';

export function mountMoney(app: ApiServer, platform: Pick<Platform, 'db'>): void {
  mount(app, contract.getWallets, platform, async ({ params }) => ({
    items: (await getWalletsAs(platform, params.id)).map(shownWallet),
  }));

  mount(app, contract.listWalletEntries, platform, async ({ params, query }) => ({
    items: (await listWalletEntriesAs(platform, params.id, query)).map((entry) => ({
      id: Number(entry.id),
      currency: entry.currency,
      kind: entry.kind,
      balance: decimalFromMicros(entry.balanceMicros),
      reserved: decimalFromMicros(entry.reservedMicros),
      reason: entry.reason,
      person: entry.person,
      createdAt: formatDatetime(entry.createdAt),
    })),
  }));

  mount(app, contract.topUpWallet, platform, async ({ actor, params, body: { amount, ...rest } }) =>
    shownWallet(
      await topUpWalletAs(platform, actor, { companyId: params.id, amountMicros: microsOf(amount, 'amount'), ...rest }),
    ),
  );

  mount(app, contract.correctWallet, platform, async ({ actor, params, body: { amount, ...rest } }) =>
    shownWallet(
      await correctWalletAs(platform, actor, {
        companyId: params.id,
        amountMicros: microsOf(amount, 'amount'),
        ...rest,
      }),
    ),
  );

  mount(app, contract.listCorrections, platform, async ({ params }) => ({
    items: (await listCorrectionsAs(platform, params.id)).map(
      ({ month, enteredIn, amountMicros, messageId, createdAt, ...rest }) => ({
        ...rest,
        month: month.slice(0, 7),
        enteredIn: enteredIn.slice(0, 7),
        ...(messageId === null ? {} : { messageUuid: messageId }),
        amount: decimalFromMicros(amountMicros),
        createdAt: formatDatetime(createdAt),
      }),
    ),
  }));

  mount(app, contract.correctMonth, platform, async ({ actor, params, body }) => {
    const { month, amount, messageUuid: messageId, reason } = body;
    const correction = { companyId: params.id, month, amountMicros: microsOf(amount, 'amount'), messageId, reason };
    const { spentMicros, enteredIn } = await correctMonthAs(platform, actor, correction);
    return { month, spent: decimalFromMicros(spentMicros), enteredIn: enteredIn.slice(0, 7) };
  });

  mount(app, contract.explainPrice, platform, async ({ actor, params }) =>
    shownTrail(await explainPrice(platform, actor, params.id)),
  );
}

const shownWallet = ({ currency, balanceMicros, reservedMicros }: WalletBalance) => ({
  currency,
  balance: decimalFromMicros(balanceMicros),
  reserved: decimalFromMicros(reservedMicros),
});

const priced = ({ from, priceMicros }: { from: number; priceMicros: bigint }) => ({
  from,
  price: decimalFromMicros(priceMicros),
});

function shownTrail(trail: PriceTrail) {
  const { messageUuid, dispatchId, companyId, status, operator, parts, month, volumeBefore } = trail;
  return {
    messageUuid,
    dispatchId,
    companyId,
    status,
    operator: operator ?? null,
    parts,
    tariff: tariffHead(trail.tariff),
    month,
    volumeBefore,
    step: trail.step === null ? null : priced(trail.step),
    packages: trail.packages.map(priced),
    reserved: decimalFromMicros(trail.reservedMicros),
    settled: trail.settledMicros === null ? null : decimalFromMicros(trail.settledMicros),
    released: trail.releasedMicros === null ? null : decimalFromMicros(trail.releasedMicros),
    spent: decimalFromMicros(trail.spentMicros),
  };
}
