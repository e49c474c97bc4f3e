// Compares the messages that a provider has received with the database and the wallet of the company.

import type { DoubtPolicy } from '@volley/domain/links/provider-protocol.ts';
import { chooseTariff, priceOfMessage, type Tariff } from '@volley/domain/money/tariff.ts';
import type { Harness } from '../../harness/harness.ts';
import type { SimulatorCounters } from '../../harness/simulator-process.ts';
import { withDatabase } from '../../harness/with-database.ts';
import type { Claim } from '../claims.ts';
import type { ProviderLoad } from './provider-load.ts';

export type ProviderBooks = {
  provider: string;
  doubt: DoubtPolicy;
  messages: number;
  delivered: number;
  failed: number;
  /** Not stored, not final, delivered although the provider has no copy, or never taken beyond the policy. */
  lost: number;
  /** Failed and free of charge, although the provider has the message: no report proves it. */
  failedButTaken: number;
  failedButTakenAllowed: number;
  submits: number;
  extraSubmits: number;
  extraAllowed: number;
  /** Handed over by the doubt policy; the connection was reset before the provider had the message. */
  neverTaken: number;
  neverTakenAllowed: number;
  throttled: number;
  unavailable: number;
  resets: number;
  answersLost: number;
  ledgerMicros: string;
  recountedMicros: string;
  seconds: number;
};

type Row = { destination: string; status: number; sent: boolean };

export async function readProviderBooks(
  harness: Harness,
  load: ProviderLoad,
  tariffs: readonly Tariff[],
  counters: SimulatorCounters,
): Promise<Omit<ProviderBooks, 'seconds'>> {
  const { provider, sent } = load;
  const { rows, spent } = await readDatabase(harness, load.companyId);
  const copies = await countCopies(harness, provider.received, sent);
  const copiesOf = (number: string) => copies.get(number) ?? 0;
  const stored = new Set(rows.map(({ destination }) => destination));
  const neverTaken = rows.filter((row) => row.sent && copiesOf(row.destination) === 0);
  const { resets = 0, answersLost = 0, throttled = 0, flooded = 0, failed = 0 } = counters;
  const total = [...copies.values()].reduce((sum, count) => sum + count, 0);
  const isBlind = provider.doubt === 'blind';
  const neverTakenAllowed = neverTakenBy(provider.doubt, resets);
  return {
    provider: provider.name,
    doubt: provider.doubt,
    messages: sent.size,
    delivered: rows.filter(({ status }) => status === 2).length,
    failed: rows.filter(({ status }) => status === 3).length,
    lost:
      [...sent.keys()].filter((number) => !stored.has(number)).length +
      rows.filter(({ status }) => status < 2).length +
      neverTaken.filter(({ status }) => status === 2).length +
      Math.max(0, neverTaken.length - neverTakenAllowed),
    failedButTaken: rows.filter((row) => row.status === 3 && copiesOf(row.destination) > 0).length,
    failedButTakenAllowed: isBlind ? answersLost : 0,
    submits: total,
    extraSubmits: total - copies.size,
    extraAllowed: extraAllowed(load, copies, answersLost),
    neverTaken: neverTaken.length,
    neverTakenAllowed,
    throttled: throttled + flooded,
    unavailable: failed,
    resets,
    answersLost,
    ledgerMicros: spent,
    recountedMicros: String(costOf(load, tariffs, rows, copies)),
  };
}

/** Connections may be reset before the provider has the message. With evidence, it takes two resets in a row. */
function neverTakenBy(doubt: DoubtPolicy, resets: number): number {
  if (doubt === 'blind') return resets;
  return doubt === 'evidenced' ? Math.floor(resets / 2) : 0;
}

/**
 * After a lost answer a blind protocol writes an urgent message twice at most, and a protocol with evidence sends it
 * again if its status does not come at once: urgent messages do not wait. Every other message is with the provider
 * once.
 */
function extraAllowed({ provider, sent }: ProviderLoad, copies: ReadonlyMap<string, number>, lost: number): number {
  if (provider.doubt !== 'blind' && provider.doubt !== 'evidenced') return 0;
  const twice = [...copies].filter(([number, count]) => count === 2 && isUrgent(sent.get(number)?.trafficType));
  return Math.min(twice.length, lost);
}

const isUrgent = (trafficType: string | undefined) => trafficType === 'TRANSACT' || trafficType === 'AUTHORIZE';

/** Number → messages at the provider. */
async function countCopies({ simulator }: Harness, account: string, sent: ProviderLoad['sent']) {
  const numbers = new Map([...sent].map(([number, { address }]) => [address, number]));
  const copies = new Map<string, number>();
  for (const { destination } of await simulator.receivedBy(account)) {
    const number = numbers.get(destination);
    if (number !== undefined) copies.set(number, (copies.get(number) ?? 0) + 1);
  }
  return copies;
}

/** By the price list, for the messages that the provider has; failed messages are free. */
function costOf(
  { sent }: ProviderLoad,
  tariffs: readonly Tariff[],
  rows: readonly Row[],
  copies: ReadonlyMap<string, number>,
): bigint {
  const free = new Set(rows.filter(({ status }) => status === 3).map(({ destination }) => destination));
  let total = 0n;
  for (const number of copies.keys()) {
    if (free.has(number)) continue;
    const trafficType = sent.get(number)?.trafficType;
    const tariff = chooseTariff(tariffs, { senderType: 'START', brand: 'MTS', trafficType });
    if (tariff === undefined) throw new Error(`no tariff for ${trafficType}`);
    total += priceOfMessage(tariff, 0, 1);
  }
  return total;
}

const readDatabase = (harness: Harness, companyId: number) =>
  withDatabase(harness.databaseUrl, async (client) => {
    const { rows } = await client.query<Row>(
      `select destination::text as destination, status, sent_at is not null as sent
       from messages where company_id = $1`,
      [companyId],
    );
    const wallet = await client.query<{ spent: string }>(
      // Reserved money would be missing in the recount, which must be detected.
      `select (coalesce((select sum(balance_micros) from wallet_entries
                         where company_id = $1 and kind in ('top-up', 'correct')), 0) - sum(balance_micros))::text as spent
       from wallets where company_id = $1`,
      [companyId],
    );
    return { rows, spent: wallet.rows[0]?.spent ?? '0' };
  });

export const claimProvider = (books: ProviderBooks): Claim[] => [
  [`${books.provider}: ${books.lost} of ${books.messages} messages lost`, books.lost === 0],
  [
    `${books.provider}: ${books.failedButTaken} failed messages that the provider has, ${books.doubt} allows ${books.failedButTakenAllowed}`,
    books.failedButTaken <= books.failedButTakenAllowed,
  ],
  [
    `${books.provider}: ${books.extraSubmits} extra submits, ${books.doubt} allows ${books.extraAllowed}`,
    books.extraSubmits <= books.extraAllowed,
  ],
  [
    `${books.provider}: ledger ${books.ledgerMicros} micros, recounted ${books.recountedMicros}`,
    books.ledgerMicros === books.recountedMicros,
  ],
  [
    `${books.provider}: met ${books.throttled} throttles, ${books.unavailable} failures, ${books.resets} resets, ${books.answersLost} lost answers`,
    books.throttled > 0 && books.unavailable > 0 && books.resets > 0 && books.answersLost > 0,
  ],
];
