// Sender names in every status of the review: those that traffic goes under, and one of each kind that waits,
// was refused or ended.
import { memberAt, numberAt } from '@volley/bench/stand/json.ts';
import { BRANDS, type Brand } from '@volley/domain/brand.ts';
import type { ChannelType } from '@volley/domain/channel.ts';
import type { Ask } from './calls.ts';
import type { Companies } from './companies.ts';

type Name = {
  companyId: number;
  senderName: string;
  brand: Brand;
  channelType?: ChannelType;
  commonType?: 'PROMO' | 'COMMON';
  dateFrom?: string;
  documentIds?: readonly string[];
  description?: string;
};
type Judgement = 'INTERNAL_REVIEW' | 'EXTERNAL_REVIEW' | 'APPROVED' | 'REJECTED' | 'DENIED';
type People = { readonly partner: Ask; readonly staff: Ask };

const DAY_MS = 86_400_000;
/** Before the demonstration's past begins. */
const EARLIER_DAYS = 30;
const SUBMITTED_MS = 30_000;
const TO_APPROVED = ['INTERNAL_REVIEW', 'EXTERNAL_REVIEW', 'APPROVED'] as const;
const daysAhead = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

export type SenderIds = {
  readonly coffee: readonly number[];
  readonly pharmacy: readonly number[];
  readonly yoga: readonly number[];
  readonly bakery: readonly number[];
};

export async function registerNames(
  people: People,
  { coffee, pharmacy, yoga, bakery }: Companies,
  documents: {
    readonly coffee: readonly string[];
    readonly pharmacy: readonly string[];
    readonly yoga: readonly string[];
    readonly bakery: readonly string[];
  },
): Promise<SenderIds> {
  const approved = (
    companyId: number,
    senderName: string,
    documentIds: readonly string[],
    brands: readonly Brand[] = BRANDS,
  ) => Promise.all(brands.map((brand) => judged(people, { companyId, senderName, brand, documentIds }, TO_APPROVED)));
  const ids = {
    coffee: await approved(coffee, 'ZERNO', documents.coffee),
    pharmacy: await approved(pharmacy, 'ROMASHKA', documents.pharmacy),
    yoga: await approved(yoga, 'YogaSpace', documents.yoga, ['MTS', 'TELE2']),
    bakery: await approved(bakery, 'KORKA', documents.bakery),
  };
  await Promise.all(
    (['VIBER', 'WHATSAPP'] as const).map((channelType) =>
      judged(
        people,
        { companyId: coffee, senderName: 'Zerno', brand: 'MTS', channelType, commonType: 'COMMON' },
        TO_APPROVED,
      ),
    ),
  );
  await waitingNames(people, coffee, documents.coffee);
  await refusedNames(people, coffee, documents.coffee);
  return ids;
}

async function waitingNames(people: People, companyId: number, documentIds: readonly string[]): Promise<void> {
  const name = (senderName: string, brand: Brand, change: Partial<Name> = {}): Name => ({
    companyId,
    senderName,
    brand,
    documentIds,
    ...change,
  });
  await Promise.all([
    register(people, name('ZernoDraft', 'MTS', { documentIds: [] })),
    submitted(people, name('ZernoClub', 'MTS', { description: 'Клуб постоянных гостей' })),
    submitted(people, name('ZernoClub', 'BEELINE')),
    judged(people, name('ZernoNews', 'BEELINE'), ['INTERNAL_REVIEW']),
    judged(people, name('ZernoSale', 'MEGAFON'), ['INTERNAL_REVIEW', 'EXTERNAL_REVIEW']),
    judged(people, name('ZernoMore', 'TELE2', { dateFrom: daysAhead(10) }), TO_APPROVED),
  ]);
}

async function refusedNames(people: People, companyId: number, documentIds: readonly string[]): Promise<void> {
  const name = (senderName: string, brand: Brand): Name => ({ companyId, senderName, brand, documentIds });
  const comment = 'Имя не подтверждено документами: приложите свидетельство на товарный знак.';
  const [suspended, closed] = await Promise.all([
    judged(people, name('ZernoGift', 'MTS'), TO_APPROVED),
    judged(people, name('ZernoOld', 'MTS'), TO_APPROVED),
    judged(people, name('COFFEEBANK', 'MTS'), ['INTERNAL_REVIEW', 'REJECTED'], comment),
    judged(
      people,
      name('ZernoBank', 'TELE2'),
      ['INTERNAL_REVIEW', 'EXTERNAL_REVIEW', 'DENIED'],
      'Оператор отказал: имя похоже на имя банка.',
    ),
  ]);
  await people.partner('POST', `/senders/${suspended}/suspend`, { reason: 'Акция закончилась' });
  await people.partner('PUT', `/senders/${closed}`, { dateTo: new Date(Date.now() + 2_000).toISOString() });
}

async function judged(
  people: People,
  name: Name,
  path: readonly Judgement[],
  managerComment?: string,
): Promise<number> {
  const id = await submitted(people, name);
  for (const status of path) {
    const isLast = status === path.at(-1);
    await people.staff('POST', `/senders/${id}/status`, {
      status,
      ...(isLast && managerComment !== undefined && { managerComment }),
    });
  }
  return id;
}

async function submitted(people: People, name: Name): Promise<number> {
  const id = await register(people, name);
  for (const until = Date.now() + SUBMITTED_MS; Date.now() < until; ) {
    if (memberAt(await people.partner('GET', `/senders/${id}`), 'status') !== 'DRAFT') return id;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`the sender name ${name.senderName} was not submitted`);
}

async function register({ partner }: People, name: Name): Promise<number> {
  const defaults = { channelType: 'SMS', commonType: 'PROMO', dateFrom: daysAhead(-EARLIER_DAYS) };
  return numberAt(await partner('POST', '/senders', { ...defaults, ...name }), 'id');
}
