// Sender names in every status of the review: approved names for the traffic, and one of each kind that waits, was
// refused or ended.
import { memberAt, numberAt } from '@volley/bench/harness/json.ts';
import { BRANDS, type Brand } from '@volley/domain/numbers/brand.ts';
import type { ChannelType } from '@volley/domain/sending/channel.ts';
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
type Decision = 'INTERNAL_REVIEW' | 'EXTERNAL_REVIEW' | 'APPROVED' | 'REJECTED' | 'DENIED';
type Callers = { readonly partner: Ask; readonly staff: Ask };

/** A bot of the company `coffee`. */
export const BOT_NAME = 'zerno_coffee_bot';
/** A business number of the company `coffee`. */
const WHATSAPP_NAME = 'ZernoWA';
const DAY_MS = 86_400_000;
/** Before the past of the demo begins. */
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

/** `whatsapp`: the business number. */
export type Names = { readonly senderIds: SenderIds; readonly whatsapp: number };

export async function registerNames(
  callers: Callers,
  { coffee, pharmacy, yoga, bakery }: Companies,
  documents: {
    readonly coffee: readonly string[];
    readonly pharmacy: readonly string[];
    readonly yoga: readonly string[];
    readonly bakery: readonly string[];
  },
): Promise<Names> {
  const approved = (
    companyId: number,
    senderName: string,
    documentIds: readonly string[],
    brands: readonly Brand[] = BRANDS,
  ) =>
    Promise.all(brands.map((brand) => reviewed(callers, { companyId, senderName, brand, documentIds }, TO_APPROVED)));
  const ids = {
    coffee: await approved(coffee, 'ZERNO', documents.coffee),
    pharmacy: await approved(pharmacy, 'ROMASHKA', documents.pharmacy),
    yoga: await approved(yoga, 'YogaSpace', documents.yoga, ['MTS', 'TELE2']),
    bakery: await approved(bakery, 'KORKA', documents.bakery),
  };
  const [whatsapp] = await Promise.all(
    (
      [
        ['WHATSAPP', WHATSAPP_NAME],
        ['VIBER', 'Zerno'],
        ['WHATSAPP', 'Zerno'],
        ['TELEGRAM', BOT_NAME],
      ] as const
    ).map(([channelType, senderName]) =>
      reviewed(
        callers,
        { companyId: coffee, senderName, brand: 'MTS', channelType, commonType: 'COMMON' },
        TO_APPROVED,
      ),
    ),
  );
  await waitingNames(callers, coffee, documents.coffee);
  await refusedNames(callers, coffee, documents.coffee);
  return { senderIds: ids, whatsapp: whatsapp ?? 0 };
}

async function waitingNames(callers: Callers, companyId: number, documentIds: readonly string[]): Promise<void> {
  const name = (senderName: string, brand: Brand, change: Partial<Name> = {}): Name => ({
    companyId,
    senderName,
    brand,
    documentIds,
    ...change,
  });
  await Promise.all([
    register(callers, name('ZernoDraft', 'MTS', { documentIds: [] })),
    submitted(callers, name('ZernoClub', 'MTS', { description: 'Клуб постоянных гостей' })),
    submitted(callers, name('ZernoClub', 'BEELINE')),
    reviewed(callers, name('ZernoNews', 'BEELINE'), ['INTERNAL_REVIEW']),
    reviewed(callers, name('ZernoSale', 'MEGAFON'), ['INTERNAL_REVIEW', 'EXTERNAL_REVIEW']),
    reviewed(callers, name('ZernoMore', 'TELE2', { dateFrom: daysAhead(10) }), TO_APPROVED),
  ]);
}

async function refusedNames(callers: Callers, companyId: number, documentIds: readonly string[]): Promise<void> {
  const name = (senderName: string, brand: Brand): Name => ({ companyId, senderName, brand, documentIds });
  const comment = 'Имя не подтверждено документами: приложите свидетельство на товарный знак.';
  const [suspended, closed] = await Promise.all([
    reviewed(callers, name('ZernoGift', 'MTS'), TO_APPROVED),
    reviewed(callers, name('ZernoOld', 'MTS'), TO_APPROVED),
    reviewed(callers, name('COFFEEBANK', 'MTS'), ['INTERNAL_REVIEW', 'REJECTED'], comment),
    reviewed(
      callers,
      name('ZernoBank', 'TELE2'),
      ['INTERNAL_REVIEW', 'EXTERNAL_REVIEW', 'DENIED'],
      'Оператор отказал: имя похоже на имя банка.',
    ),
  ]);
  await callers.partner('POST', `/senders/${suspended}/suspend`, { reason: 'Акция закончилась' });
  await callers.partner('PUT', `/senders/${closed}`, { dateTo: new Date(Date.now() + 2_000).toISOString() });
}

async function reviewed(
  callers: Callers,
  name: Name,
  path: readonly Decision[],
  managerComment?: string,
): Promise<number> {
  const id = await submitted(callers, name);
  for (const status of path) {
    const isLast = status === path.at(-1);
    await callers.staff('POST', `/senders/${id}/status`, {
      status,
      ...(isLast && managerComment !== undefined && { managerComment }),
    });
  }
  return id;
}

async function submitted(callers: Callers, name: Name): Promise<number> {
  const id = await register(callers, name);
  for (const until = Date.now() + SUBMITTED_MS; Date.now() < until; ) {
    if (memberAt(await callers.partner('GET', `/senders/${id}`), 'status') !== 'DRAFT') return id;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`sender name ${name.senderName} (id ${id}) is still DRAFT after ${SUBMITTED_MS} ms`);
}

async function register({ partner }: Callers, name: Name): Promise<number> {
  const defaults = { channelType: 'SMS', commonType: 'PROMO', dateFrom: daysAhead(-EARLIER_DAYS) };
  return numberAt(await partner('POST', '/senders', { ...defaults, ...name }), 'id');
}
