// Single messages between acceptance and submit, without workers: the effects of concurrent processes, and messages
// that must not block others.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { putRecipient } from '../../src/features/blacklist/put-recipient.ts';
import { putLink } from '../../src/features/operator-links/own-links.ts';
import { claimBatches } from '../../src/features/queue/batches/claim-batches.ts';
import type { SendItem } from '../../src/features/sends/send.ts';
import { sendMessages } from '../../src/features/sends/send-messages.ts';
import { sendWithin } from '../../src/features/sends/send-within.ts';
import { stopMessages } from '../../src/features/sends/stop-messages.ts';
import { auditMoney } from '../../src/features/settlement/audit/audit.ts';
import { requeueDueBatches } from '../../src/features/settlement/doubts/requeue-batches.ts';
import { failUnsent } from '../../src/features/settlement/end-waiting.ts';
import { inTransaction } from '../../src/platform/database/database.ts';
import { type Api, givenApi } from '../given/api.ts';
import { givenSeller, type Seller } from '../given/people/seller.ts';

const OPERATOR = { host: '127.0.0.1', port: 1, systemId: 'x', password: 'x', tls: false, idForm: 'as-is' } as const;

let api: Api;
let seller: Seller;
beforeEach(async () => {
  api = await givenApi({ databasePool: 8, testMode: true });
  for (const [name, brand] of [
    ['mts', 1],
    ['beeline', 2],
  ] as const)
    await putLink(api.platform, { name, brands: [brand], ratePerSecond: 1_000, windowSize: 10, ...OPERATOR });
  seller = await givenSeller(api, { brands: ['MTS', 'BEELINE'] });
});
afterEach(() => api.close());

const sql = <Row>(text: string, values: readonly unknown[] = []) =>
  inTransaction(api.platform.db, (tx) => tx.query<Row>(text, values));
const bind = (name: string, bound: boolean) =>
  sql(`update operator_links set bound = $2, lease_until = 'infinity' where name = $1`, [name, bound]);
const claimed = async () =>
  (await claimBatches(api.platform, new Map())).outgoing.flatMap(({ batch }) => batch.messages);
const wall = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

describe('the pacer', () => {
  test('finds messages whose ids are older than its last look at their bucket', async () => {
    const uuids = [await seller.sendOne(), await seller.sendOne()];
    // The bucket's row as it is when another process adds a message of an earlier instant meanwhile.
    await sql('update dispatches set first_message_id = last_message_id where company_id = $1', [seller.companyId]);
    await bind('mts', true);
    expect((await claimed()).map(({ id }) => id)).toEqual(uuids);
    await sql('update dispatches set first_message_id = $2 where company_id = $1', [seller.companyId, uuids[0]]);
  });

  test('serves one operator although messages wait for another', async () => {
    const waiting = await seller.sendOne();
    await sql(
      `insert into strands (dispatch_id, strand, company_id, channel_type, sender_id, route, traffic_type, lane, timezone, tariff_id, messages, parts,
         amount_micros, last_seq, runnable, next_at, eligible_at)
       select t.dispatch_id, at + 1, t.company_id, t.channel_type, t.sender_id, t.route, t.traffic_type, t.lane, t.timezone, t.tariff_id, 1, 1, 0, 1, true,
         t.next_at, t.eligible_at
       from strands t join messages m on m.dispatch_id = t.dispatch_id and m.strand = t.strand, generate_series(1, 2500) at where m.id = $1`,
      [waiting],
    );
    await bind('beeline', true);
    await sql('update operator_links set paused = true where name = $1', ['beeline']);
    const uuid = await seller.sendOne({ destination: '79031230001' });
    await sql('update operator_links set paused = false where name = $1', ['beeline']);
    expect((await claimed()).map(({ id }) => id)).toEqual([uuid]);
    await sql('delete from strands where strand > 1 and messages = 1 and amount_micros = 0');
  });

  test('ignores messages that failed at their acceptance', async () => {
    const entry = { companyId: seller.companyId, msisdn: '79161230001', blacklist: true };
    await putRecipient(api.platform, { kind: 'partner', partnerId: seller.partnerId, currency: 'RUB' }, entry);
    await seller.sendOne();
    expect(await sql('select 1 from strands where company_id = $1 and runnable', [seller.companyId])).toEqual([]);
  });
});

describe('a message after its completion time', () => {
  const past = () => ({ useLocalTime: false, localCompletionTime: wall(Date.now() + 3 * 3_600_000 - 60_000) });

  test('is not sent, although its link is up', async () => {
    await bind('mts', true);
    const uuid = await seller.sendOne(past());
    expect(await claimed()).toEqual([]);
    while (await failUnsent(api.platform));
    expect(await seller.message(uuid)).toMatchObject({ status: 'unsent', errorCode: 7060 });
  });

  test('is not sent again from a waiting batch', async () => {
    await bind('mts', true);
    const soon = { useLocalTime: false, localCompletionTime: wall(Date.now() + 3 * 3_600_000 + 60_000) };
    const uuid = await seller.sendOne(soon);
    expect(await sql('select 1 from batches')).toHaveLength(1);
    await sql(`update strands set give_up_at = now() - interval '1 second' where company_id = $1`, [seller.companyId]);
    await sql('update batches set due_at = clock_timestamp()');
    expect((await requeueDueBatches(api.platform)).outgoing).toHaveLength(0);
    expect(await seller.message(uuid)).toMatchObject({ status: 'unsent', errorCode: 7060 });
    expect(await auditMoney(api.platform)).toEqual([]);
  });
});

test('a thousand messages are stopped at once, whatever their bucket has submitted before', async () => {
  const items = Array.from({ length: 1_000 }, (_, at) => itemOf(at));
  const accepted = await sendMessages(api.platform, seller.actor, items, { sendingMethod: 'API' });
  const uuids = accepted.flatMap(({ messageUuid }) => messageUuid ?? []);
  await sql(
    `insert into batches (id, company_id, dispatch_id, strand, sender_id, from_seq, to_seq, first_message_id, last_message_id, count, link_id, lane, traffic_type,
       state, expires_at)
     select gen_random_uuid(), t.company_id, t.dispatch_id, t.strand, t.sender_id, 9999 + at, 9999 + at, gen_random_uuid(), gen_random_uuid(), 1, 1, 1, 'PROMO',
       3, 'infinity' from strands t, generate_series(1, 60000) at where t.company_id = $1`,
    [seller.companyId],
  );
  const before = performance.now();
  const stopped = await stopMessages(api.platform, seller.actor, uuids);
  expect([stopped.length, stopped.every(({ code }) => code === 200)]).toEqual([1_000, true]);
  expect(performance.now() - before).toBeLessThan(3_000);
  expect(await auditMoney(api.platform)).toEqual([]);
});

test('a bucket that many transactions append to at once has every message in its own strand, and no position twice', async () => {
  const { db } = api.platform;
  const destinations = ['79161230001', '79031230001', '79261230001', '79001230001'];
  const send = (at: number) =>
    inTransaction(db, (tx) =>
      sendWithin(tx, api.platform, {
        account: seller.actor,
        items: [{ ...itemOf(at), destination: destinations[at % destinations.length] ?? '' }],
        origin: { sendingMethod: 'API' },
      }),
    );
  await Promise.all(Array.from({ length: 40 }, (_, at) => send(at)));
  const [list] = await sql<{ lists: number; total: number; strands: number; positions: number; mixed: number }>(
    `select count(distinct d.id)::int as lists, max(d.messages_total)::int as total, count(distinct m.seq)::int as positions,
       (select sum(t.messages)::int from strands t where t.company_id = $1) as strands,
       count(*) filter (where t.sender_id <> m.sender_id or t.route <> m.brand)::int as mixed
     from dispatches d join messages m on m.dispatch_id = d.id join strands t on t.dispatch_id = m.dispatch_id and t.strand = m.strand
     where d.company_id = $1`,
    [seller.companyId],
  );
  expect(list).toEqual({ lists: 1, total: 40, strands: 40, positions: 40, mixed: 0 });
  expect(await auditMoney(api.platform)).toEqual([]);
});

test('callback addresses are stored once, however many a call names and however they are spelled', async () => {
  const names = ['http://a.example/', 'http://A.example:80/', 'http://me:pw@a.example/', 'http://b.example/x'];
  const items = names.map((callbackUrl, at) => ({ ...itemOf(at), settings: { ...itemOf(at).settings, callbackUrl } }));
  for (let calls = 0; calls < 2; calls += 1)
    await sendMessages(api.platform, seller.actor, items, { sendingMethod: 'API' });
  const rows = await sql<{ url: string; sealed: boolean; lists: number }>(
    `select e.url, e.credentials_sealed is not null as sealed, count(d.id)::int as lists
     from callback_endpoints e join dispatches d on d.callback_endpoint_id = e.id where e.company_id = $1 group by 1, 2 order by 1, 2`,
    [seller.companyId],
  );
  expect(rows).toEqual([
    { url: 'http://a.example/', sealed: false, lists: 2 },
    { url: 'http://a.example/', sealed: true, lists: 1 },
    { url: 'http://b.example/x', sealed: false, lists: 1 },
  ]);
});

test('calls that share a transaction are not repeated when its commit is uncertain', async () => {
  await sendMessages(api.platform, seller.actor, [itemOf(0)], { sendingMethod: 'API' });
  const cut = cutAtCommit();
  const calls = [1, 2, 3].map((at) => sendMessages(cut, seller.actor, [itemOf(at)], { sendingMethod: 'API' }));
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.map(({ status }) => status)).toContain('rejected');
  const rows = await sql<{ external_message_id: string }>(
    'select external_message_id from messages where account_id = $1 group by 1 having count(*) > 1',
    [seller.companyId],
  );
  expect(rows).toEqual([]);
});

function itemOf(at: number): SendItem {
  return {
    channelType: 'SMS',
    senderName: 'Shop',
    destination: '79161230001',
    content: { text: 'Hi', special: null },
    settings: {
      ttlSeconds: null,
      useLocalTime: true,
      localSendTime: null,
      localCompletionTime: null,
      hours: null,
      days: null,
      shortUrl: false,
      callbackUrl: null,
      callbackEvents: [],
    },
    externalMessageId: `call-${at}`,
    tags: null,
    claimedTrafficType: null,
    cascade: [],
  };
}

/** A platform whose connection breaks after the second COMMIT of messages and before its answer. */
function cutAtCommit(): Api['platform'] {
  const { db } = api.platform;
  let commits = 0;
  const connect = async () => {
    let isSending = false;
    const client = await db.pool.connect();
    return new Proxy(client, {
      get: (of, name) => {
        const member: unknown = Reflect.get(of, name);
        if (typeof member !== 'function') return member;
        if (name !== 'query') return member.bind(of);
        return async (...given: unknown[]) => {
          const result: unknown = await member.apply(of, given);
          const statement = given[0] as string | { readonly text: string }; // the two forms that `pg` accepts
          const text = typeof statement === 'string' ? statement : statement.text;
          isSending ||= text.startsWith('insert into messages');
          if (given[0] !== 'commit' || !isSending) return result;
          commits += 1;
          if (commits === 2) throw new Error('Connection terminated unexpectedly');
          return result;
        };
      },
    });
  };
  const pool = new Proxy(db.pool, {
    get: (of, name) => (name === 'connect' ? connect : Reflect.get(of, name)),
  });
  return { ...api.platform, db: { ...db, pool } };
}
