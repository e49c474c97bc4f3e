// Companies of the demo partner: an active one, one with a small budget, a person, one with only the checked dispatch,
// a disabled one.
import { numberAt, textAt } from '@volley/bench/harness/json.ts';
import { KEY_TYPES } from '@volley/domain/people/key-type.ts';
import type { Ask } from './calls.ts';

type Draft = { name: string; counteragentType: 'LEGAL' | 'INDIVIDUAL'; counteragentInn: string; budget: number | null };

const DRAFTS = {
  coffee: { name: 'Кофейня «Зерно»', counteragentType: 'LEGAL', counteragentInn: '7712345671', budget: 250_000 },
  pharmacy: { name: 'Аптека «Ромашка»', counteragentType: 'LEGAL', counteragentInn: '7812345675', budget: 3_000 },
  yoga: {
    name: 'ИП Лебедева, студия йоги',
    counteragentType: 'INDIVIDUAL',
    counteragentInn: '771234567859',
    budget: null,
  },
  bakery: { name: 'Пекарня «Корка»', counteragentType: 'LEGAL', counteragentInn: '7725345679', budget: 10_000 },
  former: { name: 'Магазин «Вчера»', counteragentType: 'LEGAL', counteragentInn: '5012345672', budget: 1_000 },
} as const satisfies Record<string, Draft>;

export type Companies = Readonly<Record<keyof typeof DRAFTS, number>>;

export async function createCompanies(partner: Ask): Promise<Companies> {
  const create = async ({ budget, ...company }: Draft): Promise<number> => {
    const address = { counteragentAddress: 'Москва, ул. Примерная, 1' };
    return numberAt(await partner('POST', '/company', { company: { ...company, ...address }, budget }), 'companyId');
  };
  const companies = {
    coffee: await create(DRAFTS.coffee),
    pharmacy: await create(DRAFTS.pharmacy),
    yoga: await create(DRAFTS.yoga),
    bakery: await create(DRAFTS.bakery),
    former: await create(DRAFTS.former),
  };
  await partner('PUT', `/company/${companies.former}`, { status: 'DISABLED' });
  return companies;
}

export type Keys = Readonly<Record<(typeof KEY_TYPES)[number], string>>;

/** Creates keys of every type and tops up the wallets. */
export async function openAccounts(staff: Ask, { coffee, pharmacy }: Companies): Promise<Keys> {
  const money = (companyId: number, amount: number) =>
    staff('POST', `/companies/${companyId}/wallets/top-up`, {
      currency: 'RUB',
      amount,
      reason: 'Оплата по счёту 1042',
    });
  await money(coffee, 50_000);
  await money(pharmacy, 1_200);
  const key = async (companyId: number, type: string, name: string) =>
    textAt(await staff('POST', '/keys', { companyId, type, name }), 'value');
  await key(pharmacy, 'MESSAGES', 'Сайт аптеки');
  const values = await Promise.all(
    KEY_TYPES.map(async (type) => [type, await key(coffee, type, `Зерно, ${type.toLowerCase()}`)]),
  );
  return Object.fromEntries(values) as Keys;
}
