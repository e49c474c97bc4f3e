// Compares messages of the messaging API, their cascades, the event feed and the wallet with the records of the
// operators and the channel provider.

import type { Tariff } from '@volley/domain/money/tariff.ts';
import { BRANDS, type Brand } from '@volley/domain/numbers/brand.ts';
import { listAt, memberAt, numberAt, textAt } from '../harness/json.ts';
import type { MessagingAccount } from '../harness/messaging-account.ts';
import { withDatabase } from '../harness/with-database.ts';
import { CHANNEL, type MessagingSends } from './messaging-sends.ts';
import { costOf } from './recount.ts';

export type MessagingVerdict = {
  singles: number;
  singlesLost: number;
  /** Delivered over the HTTP channel. */
  overChannel: number;
  /** Cascades without exactly one second step, or with a sent first step. */
  cascadesBroken: number;
  events: number;
  eventGaps: number;
  /** Messages without exactly one final event. */
  finalEventsWrong: number;
  walletSpentMicros: string;
  walletRecountedMicros: string;
};

type SingleRow = {
  id: string;
  destination: string;
  brand: number;
  status: number;
  sent: boolean;
  root: string | null;
  step: number | null;
  channel: string;
};

const PAGE = 1_000;

export async function checkMessaging(
  databaseUrl: string,
  { account, sends }: { account: MessagingAccount; sends: MessagingSends },
  submits: ReadonlyMap<string, number>,
  tariffs: readonly Tariff[],
): Promise<MessagingVerdict> {
  const { rows, spent } = await readBooks(databaseUrl, account.companyId);
  const stored = new Set(rows.map(({ id }) => id));
  const { events, gaps, finals } = await readFeed(account);
  const costs = new Map<Brand, number>();
  for (const { destination, brand: id, sent, step } of rows) {
    const brand = BRANDS[id - 1];
    // Steps of a cascade share a number; first steps of this run are never sent.
    const isTaken = sent || (step !== 1 && submits.has(destination));
    if (brand !== undefined && isTaken) costs.set(brand, (costs.get(brand) ?? 0) + 1);
  }
  return {
    singles: rows.length,
    singlesLost: [...sends.accepted.keys()].filter((id) => !stored.has(id)).length,
    overChannel: rows.filter(({ channel, status }) => channel === CHANNEL && status === 2).length,
    cascadesBroken: [...sends.cascades].filter((root) => !isWhole(root, rows)).length,
    events,
    eventGaps: gaps,
    finalEventsWrong: rows.filter(({ id }) => finals.get(id) !== 1).length,
    walletSpentMicros: spent,
    walletRecountedMicros: String(costOf(tariffs, costs)),
  };
}

function isWhole(root: string, rows: readonly SingleRow[]): boolean {
  const steps = rows.filter((row) => row.root === root);
  const [first, second] = steps.toSorted((a, b) => (a.step ?? 0) - (b.step ?? 0));
  return steps.length === 2 && first?.id === root && !first.sent && second?.step === 2;
}

async function readBooks(databaseUrl: string, companyId: number) {
  return withDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<SingleRow>(
      `select m.id, m.destination::text as destination, m.brand, m.status, m.sent_at is not null as sent,
              m.cascade_root as root, m.cascade_step as step, d.channel_type as channel
       from messages m join dispatches d on d.id = m.dispatch_id where d.kind <> 'PARTNER'`,
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
}

/** Reads the whole feed: number of events, gaps in their numbers, final events per message. */
async function readFeed(account: MessagingAccount) {
  const finals = new Map<string, number>();
  let last = 0;
  let gaps = 0;
  for (;;) {
    const items = listAt(await account.call('GET', `/events?after=${last}&limit=${PAGE}`), 'items');
    if (items.length === 0) return { events: last, gaps, finals };
    for (const item of items) {
      const number = numberAt(item, 'event_number');
      if (number !== last + 1) gaps += 1;
      last = number;
      if (memberAt(item, 'callback_event') !== 'delivered') continue;
      const uuid = textAt(item, 'message_uuid');
      finals.set(uuid, (finals.get(uuid) ?? 0) + 1);
    }
  }
}
