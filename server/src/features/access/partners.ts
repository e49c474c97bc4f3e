// Management of partners by staff. The caller opens the transaction.
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { databaseErrorCode, type Tx } from '../../platform/database/database.ts';
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

/** Invalidates every token of the partner in the same transaction. */
export async function setPartnerStatus(tx: Tx, partnerId: number, status: Partner['status']): Promise<Partner> {
  await updatePartnerStatus(tx, partnerId, status);
  await deleteTokens(tx, partnerId);
  return getPartner(tx, partnerId);
}

/** Applies to companies without a list of their own; also to waiting messages, at their hand-over. */
export async function setCountries(tx: Tx, partnerId: number, countries: readonly string[] | null): Promise<Partner> {
  await updateCountries(tx, partnerId, countries);
  return getPartner(tx, partnerId);
}

/** Invalidates every token of the partner in the same transaction. */
export async function replacePassword(tx: Tx, partnerId: number, passwordHash: string): Promise<void> {
  const changed = await updatePassword(tx, partnerId, passwordHash);
  if (!changed) throw new Refusal('not-found', { kind: 'Partner', id: partnerId });
  await deleteTokens(tx, partnerId);
}

const FOREIGN_KEY_VIOLATION = '23503';

/** Applies to dispatches created after this transaction. */
export async function setPriceList(tx: Tx, partnerId: number, priceListId: number): Promise<void> {
  try {
    const known = await updatePriceList(tx, partnerId, priceListId);
    if (!known) throw new Refusal('not-found', { kind: 'Partner', id: partnerId });
  } catch (error) {
    if (databaseErrorCode(error) !== FOREIGN_KEY_VIOLATION) throw error;
    throw new Refusal('not-found', { kind: 'Price list', id: priceListId }, { cause: error });
  }
}
