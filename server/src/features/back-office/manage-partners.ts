import { read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type PartnerDraft, preparePartner } from '../access/create-partner.ts';
import type { Partner } from '../access/partner.ts';
import {
  getPartner,
  listPartners,
  type PartnerFilter,
  replacePassword,
  setCountries,
  setPartnerStatus,
} from '../access/partners.ts';
import { hashPassword } from '../access/password.ts';
import { refuseUnknownCountries } from './destinations/known-countries.ts';
import { changeAs, type Who } from './staff-actions.ts';

type Needs = Pick<Platform, 'db' | 'costs'>;

export async function createPartnerAs(platform: Needs, who: Who, draft: PartnerDraft): Promise<{ partnerId: number }> {
  const store = await preparePartner(draft, platform.costs.password);
  return changeAs(platform, who, async (tx) => {
    const reply = await store(tx);
    const details = { login: draft.login, currency: draft.currency };
    return { action: 'partner.create', subject: { kind: 'partner', id: reply.partnerId }, details, reply };
  });
}

export function listPartnersAs({ db }: Needs, filter: PartnerFilter): Promise<{ total: number; items: Partner[] }> {
  return read(db, (tx) => listPartners(tx, filter));
}

export function getPartnerAs({ db }: Needs, partnerId: number): Promise<Partner> {
  return read(db, (tx) => getPartner(tx, partnerId));
}

export function setPartnerStatusAs(platform: Needs, who: Who, partnerId: number, status: Partner['status']) {
  return changeAs(platform, who, async (tx) => {
    const reply = await setPartnerStatus(tx, partnerId, status);
    return { action: 'partner.status', subject: { kind: 'partner', id: partnerId }, details: { status }, reply };
  });
}

export function setPartnerCountriesAs(
  platform: Needs,
  who: Who,
  partnerId: number,
  allowedCountries: readonly string[] | null,
): Promise<Partner> {
  refuseUnknownCountries('allowedCountries', allowedCountries ?? []);
  return changeAs(platform, who, async (tx) => {
    const reply = await setCountries(tx, partnerId, allowedCountries);
    const subject = { kind: 'partner', id: partnerId } as const;
    return { action: 'partner.countries', subject, details: { allowedCountries }, reply };
  });
}

/** Invalidates every token of the partner at once, in every process. */
export async function changePartnerPasswordAs(platform: Needs, who: Who, partnerId: number, password: string) {
  const passwordHash = await hashPassword(password, 'staff', platform.costs.password);
  return changeAs(platform, who, async (tx) => {
    await replacePassword(tx, partnerId, passwordHash);
    const reply = await getPartner(tx, partnerId);
    return { action: 'partner.password', subject: { kind: 'partner', id: partnerId }, reply };
  });
}
