// Messages of an account as the messaging API shows them: single ones, those of its dispatches, and inbound ones.
import type { KeyActor } from '@volley/domain/actor.ts';
import { brandOfId } from '@volley/domain/brand.ts';
import { countryName } from '@volley/domain/country.ts';
import { MESSAGE_STATUS_CODES } from '@volley/domain/message-status.ts';
import type { NumberingPlan } from '@volley/domain/numbering-plan.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { read, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { openReferenceBook } from '../messages/reference-book.ts';
import { findCountry } from '../numbering/find-country.ts';
import { patiently } from '../reports/message-list.ts';
import { type AccountMessageRow, selectAccountMessage, selectAccountMessages } from './account-messages.sql.ts';
import { type Chosen, countChosen, followIndexes, REACHED_MAX, selectChosen } from './chosen-messages.sql.ts';
import { inTurn } from './list-turns.ts';
import type { MessageFilter } from './message-filter.ts';
import { countedTotal, selectDispatches } from './message-places.sql.ts';

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
  { db, config }: Pick<Platform, 'db' | 'config'>,
  account: KeyActor,
  filter: MessageFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ total: number; items: AccountMessage[] }> {
  if (page * perPage > REACHED_MAX)
    throw new Refusal('bad-request', { field: 'page', problem: `times per_page must not be above ${REACHED_MAX}` });
  const { plan } = await openReferenceBook(db);
  const select = async (tx: Tx) => {
    await tx.query(`set local statement_timeout = ${config.searchTimeoutMs}`);
    const found = await choose(tx, account.companyId, filter, { limit: perPage, offset: (page - 1) * perPage });
    return { total: found.total, rows: await rowsOf(tx, account.companyId, found.chosen) };
  };
  const { total, rows } = await inTurn(account.companyId, () => patiently('time_from', () => read(db, select, 'same')));
  return { total, items: rows.map((row) => described(row, plan)) };
}

/** The page first: when it is not full, it says how many there are. */
async function choose(
  tx: Tx,
  accountId: number,
  filter: MessageFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; chosen: readonly Chosen[] }> {
  const question = { accountId, filter, dispatches: await selectDispatches(tx, accountId, filter) };
  await followIndexes(tx);
  const counted = countedTotal(question);
  const left = counted === undefined ? limit : Math.min(limit, counted - offset);
  const chosen = left <= 0 ? [] : await selectChosen(tx, question, { limit: left, offset });
  if (counted !== undefined) return { total: Math.min(counted, REACHED_MAX), chosen };
  const isLast = chosen.length < limit && (chosen.length > 0 || offset === 0);
  return { total: isLast ? offset + chosen.length : await countChosen(tx, question), chosen };
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

/** Its name. What was accepted before countries were stored is asked of its number. */
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
