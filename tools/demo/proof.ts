// The check of the demo: a dispatch of 1,000 recipients shown live, then its statuses, its callbacks, and the ledger
// compared with the prices of the messages.

import type { Harness } from '@volley/bench/harness/harness.ts';
import { memberAt, numberAt, textAt } from '@volley/bench/harness/json.ts';
import { withDatabase } from '@volley/bench/harness/with-database.ts';
import { openSubscribers } from '@volley/bench/subscribers.ts';
import type { Receivers } from './receivers.ts';
import type { World } from './world.ts';

const RECIPIENTS = 1_000;
const BAR_WIDTH = 40;
const LOOK_MS = 100;
const PATIENCE_MS = 120_000;
const CALLBACK_PATH = '/proof';
/** Sandbox numbers with a fixed outcome: restricted direction, refused sender name. */
const UNLUCKY = ['70001000003', '70002000003', '70003000009', '70004000009'];

const pause = () => new Promise((resolve) => setTimeout(resolve, LOOK_MS));

/** True if all sums agree. */
export async function prove(harness: Harness, world: World, receivers: Receivers): Promise<boolean> {
  const callbacks = () => receivers.taken(CALLBACK_PATH);
  const id = await sendDispatch(world, new URL(CALLBACK_PATH, receivers.healthyUrl).href);
  await world.partner('POST', `/dispatches/${id}/start`);
  const { delivered, failed } = await watch(world, id, callbacks);
  // Refused messages were never sent: they have one event, all others two.
  const expected = delivered * 2 + failed;
  for (let left = 200; left > 0 && callbacks() < expected; left -= 1) await pause();
  await showStatuses(world, id);
  console.log(`\nCallbacks: ${callbacks()} of ${expected} arrived (sent, delivered, failed).`);
  return (await showLedger(harness, id)) && callbacks() === expected;
}

async function sendDispatch({ partner, companies, senderIds }: World, callbackUrl: string): Promise<number> {
  const lucky = openSubscribers().recipients(0, RECIPIENTS - UNLUCKY.length - 1);
  const unlucky = UNLUCKY.map((destination) => ({ destination, substitutions: { name: 'Гость' } }));
  const answer = await partner('POST', '/dispatches', {
    companyId: companies.bakery,
    senderIds: senderIds.bakery,
    channelType: 'SMS',
    name: 'Заказ готов',
    text: '{name}, ваш заказ готов. Ждём вас сегодня до 21:00!',
    messages: [...lucky, ...unlucky, { destination: '12', substitutions: { name: 'Никто' } }],
    callbackUrl,
    callbackEvents: ['sent', 'delivered', 'failed'],
  });
  const id = numberAt(answer, 'id');
  console.log(
    `Dispatch ${id}: ${numberAt(answer, 'success')} messages accepted, ${numberAt(answer, 'failed')} refused (not a phone number).`,
  );
  return id;
}

function bar(delivered: number, failed: number, total: number): string {
  const green = Math.round((delivered / total) * BAR_WIDTH);
  const red = failed > 0 ? Math.max(1, Math.round((failed / total) * BAR_WIDTH)) : 0;
  return `[${'█'.repeat(Math.min(green, BAR_WIDTH - red))}${'▒'.repeat(red)}${' '.repeat(Math.max(0, BAR_WIDTH - green - red))}]`;
}

async function watch({ partner }: World, id: number, callbacks: () => number) {
  const startedAt = performance.now();
  const live = process.stdout.isTTY;
  for (let shownAt = 0; ; ) {
    const answer = await partner('GET', `/dispatches/${id}`);
    const messages = memberAt(answer, 'messages');
    const [total, delivered, failed, pending] = ['total', 'delivered', 'failed', 'pending'].map((name) =>
      numberAt(messages, name),
    ) as [number, number, number, number]; // four names above
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    const line = `${bar(delivered, failed, total)} ${delivered} delivered, ${failed} failed, ${pending} pending, ${callbacks()} callbacks, ${seconds} s`;
    const done = textAt(answer, 'status') === 'COMPLETED';
    if (live) process.stdout.write(`\r${line}  ${done ? '\n' : ''}`);
    else if (done || performance.now() - shownAt > 2_000) {
      shownAt = performance.now();
      console.log(line);
    }
    if (done) return { delivered, failed };
    if (performance.now() - startedAt > PATIENCE_MS)
      throw new Error(`dispatch ${id} did not complete within ${PATIENCE_MS} ms`);
    await pause();
  }
}

async function showStatuses({ partner }: World, id: number): Promise<void> {
  console.log('\nStatuses from GET /messages:');
  for (const status of ['CREATED', 'SENT', 'DELIVERED', 'FAILED']) {
    const answer = await partner('GET', `/messages?dispatchId=${id}&status=${status}&perPage=1`);
    console.log(`  ${status.padEnd(10)} ${String(memberAt(answer, 'total')).padStart(5)}`);
  }
}

type Books = {
  reserved: string;
  released: string;
  spent: string;
  packages: string;
  prices: string;
  month_reserved: string;
  month_spent: string;
};

/** Compares reserved with released, and spent with the prices of the messages. */
async function showLedger(harness: Harness, id: number): Promise<boolean> {
  const books = await withDatabase(harness.databaseUrl, async (client) => {
    const { rows } = await client.query<Books>(
      `select (select sum(reserved_micros) from ledger where dispatch_id = $1 and reserved_micros > 0) as reserved,
         (select -sum(reserved_micros) from ledger where dispatch_id = $1 and reserved_micros < 0) as released,
         (select sum(spent_micros) from ledger where dispatch_id = $1 and kind = 'settle') as spent,
         (select coalesce(sum(spent_micros), 0) from ledger where dispatch_id = $1 and kind = 'package') as packages,
         (select sum(price_micros) from messages where dispatch_id = $1) as prices,
         sum(m.reserved_micros)::bigint as month_reserved, sum(m.spent_micros)::bigint as month_spent
       from dispatches d join company_months m on m.company_id = d.company_id where d.id = $1`,
      [id],
    );
    return rows[0];
  });
  if (books === undefined) throw new Error(`no ledger rows for dispatch ${id}`);
  const rubles = (micros: string) => `${(Number(micros) / 1e6).toFixed(2).padStart(10)} RUB`;
  console.log('\nLedger:');
  console.log(`  reserved, an upper bound ${rubles(books.reserved)}`);
  console.log(`  released by final states ${rubles(books.released)}`);
  console.log(`  spent on messages        ${rubles(books.spent)}`);
  console.log(`  sum of message prices    ${rubles(books.prices)}`);
  console.log(`  spent on MAU packages    ${rubles(books.packages)}`);
  console.log(
    `  the company              ${rubles(books.month_spent)} spent, ${rubles(books.month_reserved).trim()} still reserved`,
  );
  const adds =
    books.reserved === books.released &&
    books.spent === books.prices &&
    BigInt(books.month_spent) === BigInt(books.spent) + BigInt(books.packages) &&
    books.month_reserved === '0';
  console.log(adds ? '  All sums agree.' : '  THE SUMS DO NOT AGREE.');
  return adds;
}
