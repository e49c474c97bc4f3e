// Prices, wallets, corrections and exchange rates.
import { numberAt } from '../../../given/http-client.ts';
import { type Ground, made, newName, today } from '../ground.ts';
import type { Calls } from '../request.ts';
import { newPartner } from './companies.ts';

async function newPriceList(ground: Ground): Promise<number> {
  return numberAt(await made(ground, 'POST', '/price-lists', { name: newName('List') }), 'id');
}

const tariffDraft = (priceListId: number) => ({
  priceListId,
  senderType: 'START',
  brand: 'MTS',
  pricingModel: 'FIXED',
  currency: 'RUB',
  prices: [{ from: 0, price: 2 }],
});

const feeDraft = (priceListId: number) => ({ priceListId, brand: 'MTS', value: 2000.5, currency: 'RUB' });

const ofCompany = ({ owner }: Ground) => ({ params: { id: owner.companyId } });
const money = (amount: number) => ({ currency: 'RUB', amount, reason: 'the contract' });
const correction = (ground: Ground) => ({ month: today(ground).slice(0, 7), amount: 5, reason: 'the contract' });
const rate = { currency: 'KZT', base: 'RUB', rate: 0.2 };

export const MONEY_CALLS: Calls = {
  adminListPriceLists: () => ({}),
  adminCreatePriceList: () => ({ body: { name: newName('List') } }),
  adminSetPartnerPriceList: async (ground) => ({
    params: { id: await newPartner(ground) },
    body: { priceListId: await newPriceList(ground) },
  }),
  adminListTariffVersions: () => ({}),
  adminPublishTariff: async (ground) => {
    const draft = tariffDraft(await newPriceList(ground));
    await made(ground, 'POST', '/tariffs', draft);
    return { body: { ...draft, effectiveFrom: '2030-01-01T00:00:00Z' } };
  },
  adminRecalculateMonth: () => ({ body: tariffDraft(1) }),
  adminListFeeVersions: () => ({}),
  adminPublishSenderFee: async (ground) => ({ body: feeDraft(await newPriceList(ground)) }),
  adminGetWallets: ofCompany,
  adminListWalletEntries: ofCompany,
  adminListWalletMoves: () => ({}),
  adminTopUpWallet: (ground) => ({ ...ofCompany(ground), body: money(5) }),
  adminCorrectWallet: (ground) => ({ ...ofCompany(ground), body: money(-5) }),
  adminListCorrections: async (ground) => {
    await made(ground, 'POST', `/companies/${ground.owner.companyId}/corrections`, correction(ground));
    return ofCompany(ground);
  },
  adminCorrectMonth: (ground) => ({ ...ofCompany(ground), body: correction(ground) }),
  adminListExchangeRates: async (ground) => {
    await made(ground, 'PUT', '/exchange-rates', rate);
    return {};
  },
  adminPutExchangeRate: () => ({ body: rate }),
};
