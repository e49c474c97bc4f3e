// Partners as staff see and change them; the transaction is the caller's.
import { Refusal } from '@volley/domain/refusal.ts';
import { databaseErrorCode, type Tx } from '../../platform/database.ts';
import { deleteTokens, updatePassword } from './access.sql.ts';
import type { Partner } from './partner.ts';
import {
  countPartners,
  selectPartner,
  selectPartners,
  updateCountries,
  updatePartnerStatus,
  updatePriceList,
} from './partners.sql.ts';

export type PartnerFilter = {
  readonly status?: Partner['status'];
  readonly login?: string;
  readonly page: number;
  readonly perPage: number;
};

export async function listPartners(tx: Tx, { page, perPage, ...filter }: PartnerFilter) {
  return {
    total: await countPartners(tx, filter),
    items: await selectPartners(tx, { ...filter, limit: perPage, offset: (page - 1) * perPage }),
  };
}

export async function getPartner(tx: Tx, partnerId: number): Promise<Partner> {
  const partner = await selectPartner(tx, partnerId);
  if (partner === undefined) throw new Refusal('not-found', { kind: 'Partner', id: partnerId });
  return partner;
}

/** Every token of the partner ends with this transaction. */
export async function setPartnerStatus(tx: Tx, partnerId: number, status: Partner['status']): Promise<Partner> {
  await updatePartnerStatus(tx, partnerId, status);
  await deleteTokens(tx, partnerId);
  return getPartner(tx, partnerId);
}

/** Holds for companies without a list of their own; messages that wait are judged by it at their hand-over. */
export async function setCountries(tx: Tx, partnerId: number, countries: readonly string[] | null): Promise<Partner> {
  await updateCountries(tx, partnerId, countries);
  return getPartner(tx, partnerId);
}

/** Every token of the partner ends with this transaction. */
export async function replacePassword(tx: Tx, partnerId: number, passwordHash: string): Promise<void> {
  const changed = await updatePassword(tx, partnerId, passwordHash);
  if (!changed) throw new Refusal('not-found', { kind: 'Partner', id: partnerId });
  await deleteTokens(tx, partnerId);
}

const FOREIGN_KEY_VIOLATION = '23503';

/** Dispatches made after this transaction are priced by that list. */
export async function setPriceList(tx: Tx, partnerId: number, priceListId: number): Promise<void> {
  try {
    const known = await updatePriceList(tx, partnerId, priceListId);
    if (!known) throw new Refusal('not-found', { kind: 'Partner', id: partnerId });
  } catch (error) {
    if (databaseErrorCode(error) !== FOREIGN_KEY_VIOLATION) throw error;
    throw new Refusal('not-found', { kind: 'Price list', id: priceListId }, { cause: error });
  }
}
