// Messages of an account as the messaging API shows them: single, of its dispatches, and inbound.

import { brandOfId } from '@volley/domain/numbers/brand.ts';
import { countryName } from '@volley/domain/numbers/country.ts';
import type { NumberingPlan } from '@volley/domain/numbers/numbering-plan.ts';
import type { KeyActor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import { read, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { openReferenceBook } from '../messages/planning/reference-book.ts';
import { findCountry } from '../numbering/find-country.ts';
import { refuseOnTimeout } from '../reports/messages/message-list.ts';
import { type AccountMessageRow, selectAccountMessage, selectAccountMessages } from './account-messages.sql.ts';
import {
  type Chosen,
  countChosen,
  followIndexes,
  limitStatements,
  REACHED_MAX,
  selectChosen,
} from './chosen-messages.sql.ts';
import type { MessageFilter } from './message-filter.ts';
import { countedTotal, selectCountedDispatches } from './message-places.sql.ts';
import { inQueryTurn } from './query-turns.ts';

export type AccountMessage = Omit<AccountMessageRow, 'country'> & {
  readonly state: 'sending' | 'sent' | 'delivered' | 'undelivered' | 'unsent' | 'inbound_sent';
  readonly brandName: string | undefined;
  readonly country: string | undefined;
  readonly region: string | undefined;
  readonly isFinal: boolean;
};

const { CREATED, SENT, DELIVERED } = MESSAGE_STATUS_CODES;
const BRAND_NAMES = { MTS: 'MTS', BEELINE: 'Beeline', MEGAFON: 'MegaFon', TELE2: 'Tele2' } as const;

export async function listAccountMessages(
  { db, config, shared }: Pick<Platform, 'db' | 'config' | 'shared'>,
  account: KeyActor,
  filter: MessageFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ total: number; items: AccountMessage[] }> {
  if (page * perPage > REACHED_MAX)
    throw new Refusal('bad-request', {
      field: 'page',
      problem: `times per_page must be at most ${REACHED_MAX}`,
      code: 'too-large',
    });
  const { plan } = await openReferenceBook(db);
  const select = async (tx: Tx) => {
    await limitStatements(tx, config.searchTimeoutMs);
    const found = await choose(tx, account.companyId, filter, { limit: perPage, offset: (page - 1) * perPage });
    return { total: found.total, rows: await rowsOf(tx, account.companyId, found.chosen) };
  };
  const { total, rows } = await inQueryTurn({ shared }, account.companyId, () =>
    refuseOnTimeout('time_from', () => read(db, select, 'same')),
  );
  return { total, items: rows.map((row) => described(row, plan)) };
}

/** Reads the page first: a page that is not full tells the total. */
async function choose(
  tx: Tx,
  accountId: number,
  filter: MessageFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; chosen: readonly Chosen[] }> {
  const query = { accountId, filter, dispatches: await selectCountedDispatches(tx, accountId, filter) };
  await followIndexes(tx);
  const counted = countedTotal(query);
  const left = counted === undefined ? limit : Math.min(limit, counted - offset);
  const chosen = left <= 0 ? [] : await selectChosen(tx, query, { limit: left, offset });
  if (counted !== undefined) return { total: Math.min(counted, REACHED_MAX), chosen };
  const isLast = chosen.length < limit && (chosen.length > 0 || offset === 0);
  return { total: isLast ? offset + chosen.length : await countChosen(tx, query), chosen };
}

async function rowsOf(tx: Tx, accountId: number, chosen: readonly Chosen[]): Promise<AccountMessageRow[]> {
  if (chosen.length === 0) return [];
  const rows = new Map((await selectAccountMessages(tx, accountId, chosen)).map((row) => [row.id, row]));
  return chosen.flatMap(({ id }) => rows.get(id) ?? []);
}

export async function getAccountMessage(
  { db }: Pick<Platform, 'db'>,
  account: Pick<KeyActor, 'companyId'>,
  messageUuid: string,
): Promise<AccountMessage> {
  const { plan } = await openReferenceBook(db);
  const row = await read(db, (tx) => selectAccountMessage(tx, account.companyId, messageUuid));
  if (row === undefined) throw new Refusal('not-found', { kind: 'Message', id: messageUuid });
  return described(row, plan);
}

function described(row: AccountMessageRow, plan: NumberingPlan): AccountMessage {
  const isErased = row.destination.startsWith('-');
  const brand = brandOfId(row.brand);
  return {
    ...row,
    destination: isErased ? '' : row.destination,
    state: stateOf(row),
    brandName: brand && BRAND_NAMES[brand],
    country: countryOf(row),
    region: isErased ? undefined : plan.find(Number(row.destination))?.region,
    isFinal: row.final_at !== null,
  };
}

/** Name of the country. Older messages have no stored country; it is derived from the number. */
function countryOf({ country, destination }: AccountMessageRow): string | undefined {
  const code = destination.startsWith('-') ? undefined : (country ?? findCountry(destination).country);
  return code && countryName(code);
}

function stateOf({ inbound, status, sent_at: sentAt }: AccountMessageRow): AccountMessage['state'] {
  if (inbound) return 'inbound_sent';
  if (status === CREATED) return 'sending';
  if (status === SENT) return 'sent';
  if (status === DELIVERED) return 'delivered';
  return sentAt === null ? 'unsent' : 'undelivered';
}
