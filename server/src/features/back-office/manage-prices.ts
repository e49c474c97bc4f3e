import { read, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { setPriceList } from '../access/partners.ts';
import { versionBefore } from '../tariffs/list-versions.ts';
import { loadTariffVersions, type TariffVersion } from '../tariffs/price-list.ts';
import {
  createPriceList,
  listPriceLists,
  type PriceList,
  publishSenderFee,
  publishTariff,
  type SenderFeeDraft,
  type TariffDraft,
} from '../tariffs/publish-prices.ts';
import { refuseUnknownCountries } from './destinations/known-countries.ts';
import { changeAs, rehearse, type Who } from './staff-actions.ts';

type Needs = Pick<Platform, 'db'>;

export function listPriceListsAs({ db }: Needs): Promise<PriceList[]> {
  return read(db, listPriceLists);
}

export function createPriceListAs(platform: Needs, who: Who, name: string): Promise<PriceList> {
  return changeAs(platform, who, async (tx) => {
    const reply = await createPriceList(tx, name);
    return { action: 'price-list.create', subject: { kind: 'price-list', id: reply.id }, details: { name }, reply };
  });
}

export function setPartnerPriceListAs(platform: Needs, who: Who, partnerId: number, priceListId: number) {
  return changeAs(platform, who, async (tx) => {
    await setPriceList(tx, partnerId, priceListId);
    const reply = { partnerId, priceListId };
    return {
      action: 'partner.price-list',
      subject: { kind: 'partner', id: partnerId },
      details: { priceListId },
      reply,
    };
  });
}

export type PublishedTariff = {
  readonly published: boolean;
  readonly tariff: TariffVersion;
  readonly replaces: TariffVersion | null;
};

export async function publishTariffAs(
  platform: Needs,
  who: Who,
  draft: TariffDraft,
  dryRun: boolean,
): Promise<PublishedTariff> {
  if (draft.countryCode !== undefined) refuseUnknownCountries('countryCode', [draft.countryCode]);
  const before = await loadTariffVersions(platform.db);
  const publish = async (tx: Tx) => {
    const tariff = await publishTariff(tx, draft);
    return { published: !dryRun, tariff, replaces: versionBefore(before, tariff) ?? null };
  };
  if (dryRun) return rehearse(platform, publish);
  return changeAs(platform, who, async (tx) => {
    const reply = await publish(tx);
    const { priceListId, version, effectiveFrom } = reply.tariff;
    const details = { priceListId, version, effectiveFrom };
    return { action: 'tariff.publish', subject: { kind: 'tariff', id: reply.tariff.id }, details, reply };
  });
}

export async function publishSenderFeeAs(
  platform: Needs,
  who: Who,
  draft: SenderFeeDraft,
  dryRun: boolean,
): Promise<{ published: boolean; version: number }> {
  if (dryRun) return { published: false, ...(await rehearse(platform, (tx) => publishSenderFee(tx, draft))) };
  return changeAs(platform, who, async (tx) => {
    const { version } = await publishSenderFee(tx, draft);
    const details = { priceListId: draft.priceListId, version, valueMicros: draft.valueMicros.toString() };
    const reply = { published: true, version };
    return { action: 'sender-fee.publish', subject: { kind: 'sender-fee', id: draft.brand }, details, reply };
  });
}
