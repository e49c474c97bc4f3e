// Single messages between acceptance and submit, without workers: the effects of concurrent processes, and messages
// that must not block others.
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { putRecipient } from '../../src/features/blacklist/put-recipient.ts';
import { claimBatches } from '../../src/features/queue/batches/claim-batches.ts';
import type { SendItem } from '../../src/features/sends/send.ts';
import { sendMessages } from '../../src/features/sends/send-messages.ts';
import { sendWithin } from '../../src/features/sends/send-within.ts';
import { stopWithin } from '../../src/features/sends/stop-messages.ts';
import { auditMoney } from '../../src/features/settlement/audit/audit.ts';
import { requeueDueBatches } from '../../src/features/settlement/doubts/requeue-batches.ts';
import { failUnsent } from '../../src/features/settlement/end-waiting.ts';
import { inTransaction } from '../../src/platform/database/database.ts';
import { type Api, givenApi } from '../given/api.ts';
import { givenSeller, type Seller } from '../given/people/seller.ts';
import { batchesOf, makeBatchesDue } from '../given/rows/batches.ts';
import { targetsInUse } from '../given/rows/callbacks.ts';
import { moveFirstToLast, startedDispatches } from '../given/rows/dispatches.ts';
import { bindLinks, givenDownLink, pauseLinks } from '../given/rows/links.ts';
import { givenSubmittedBatches, rowsRead } from '../given/rows/many-batches.ts';
import { repeatedExternalIds } from '../given/rows/messages.ts';
import { bucketBooks, copyStrandOf, countRunnable, endPatience } from '../given/rows/strands.ts';

let api: Api;
let seller: Seller;
beforeEach(async () => {
  api = await givenApi({ databasePool: 8, testMode: true });
  for (const brand of ['MTS', 'BEELINE'] as const)
    await givenDownLink(api, { name: brand, brands: [brand], ratePerSecond: 1_000 });
  seller = await givenSeller(api, { brands: ['MTS', 'BEELINE'] });
});
afterEach(() => api.close());

const claimed = async () =>
  (await claimBatches(api.platform, new Map())).outgoing.flatMap(({ batch }) => batch.messages);
const wall = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

describe('the pacer', () => {
  test('finds messages whose ids are older than its last look at their bucket', async () => {
    const uuids = [await seller.sendOne(), await seller.sendOne()];
    // The bucket's row as it is when another process adds a message of an earlier instant meanwhile.
    const [bucket = 0] = await startedDispatches(api);
    await moveFirstToLast(api, bucket);
    await bindLinks(api, true, 'MTS');
    expect((await claimed()).map(({ id }) => id)).toEqual(uuids);
  });

  test('serves one operator although messages wait for another', async () => {
    const waiting = await seller.sendOne();
    await copyStrandOf(api, waiting, 2_500);
    await bindLinks(api, true, 'BEELINE');
    await pauseLinks(api, true, 'BEELINE');
    const uuid = await seller.sendOne({ destination: '79031230001' });
    await pauseLinks(api, false, 'BEELINE');
    expect((await claimed()).map(({ id }) => id)).toEqual([uuid]);
  });

  test('ignores messages that failed at their acceptance', async () => {
    const entry = { companyId: seller.companyId, msisdn: '79161230001', blacklist: true };
    await putRecipient(api.platform, { kind: 'partner', partnerId: seller.partnerId, currency: 'RUB' }, entry);
    await seller.sendOne();
    expect(await countRunnable(api, seller.companyId)).toBe(0);
  });
});

describe('a message after its completion time', () => {
  const past = () => ({ useLocalTime: false, localCompletionTime: wall(Date.now() + 3 * 3_600_000 - 60_000) });

  test('is not sent, although its link is up', async () => {
    await bindLinks(api, true, 'MTS');
    const uuid = await seller.sendOne(past());
    expect(await claimed()).toEqual([]);
    while (await failUnsent(api.platform));
    expect(await seller.message(uuid)).toMatchObject({ status: 'unsent', errorCode: ERROR.lifetimeOver });
  });

  test('is not sent again from a waiting batch', async () => {
    await bindLinks(api, true, 'MTS');
    const soon = { useLocalTime: false, localCompletionTime: wall(Date.now() + 3 * 3_600_000 + 60_000) };
    const uuid = await seller.sendOne(soon);
    expect(await batchesOf(api)).toHaveLength(1);
    await endPatience(api, seller.companyId);
    await makeBatchesDue(api);
    expect((await requeueDueBatches(api.platform)).outgoing).toHaveLength(0);
    expect(await seller.message(uuid)).toMatchObject({ status: 'unsent', errorCode: ERROR.lifetimeOver });
    expect(await auditMoney(api.platform)).toEqual([]);
  });
});

test('stopping messages reads a batch or two for each, whatever their bucket has submitted before', async () => {
  const items = Array.from({ length: 100 }, (_, at) => itemOf(at));
  const accepted = await sendMessages(api.platform, seller.actor, items, { sendingMethod: 'API' });
  const uuids = accepted.flatMap(({ messageUuid }) => messageUuid ?? []);
  await givenSubmittedBatches(api, seller.companyId, 5_000);
  const { codes, read } = await inTransaction(api.platform.db, async (tx) => ({
    codes: await stopWithin(tx, seller.companyId, uuids),
    read: await rowsRead(tx, 'batches'),
  }));
  expect([...codes.values()]).toEqual(uuids.map(() => 200));
  expect(read).toBeLessThanOrEqual(2 * uuids.length);
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
  const expected = { buckets: 1, total: 40, inStrands: 40, positions: 40, inWrongStrand: 0 };
  expect(await bucketBooks(api, seller.companyId)).toEqual(expected);
  expect(await auditMoney(api.platform)).toEqual([]);
});

test('callback addresses are stored once, however many a call names and however they are spelled', async () => {
  const names = ['http://a.example/', 'http://A.example:80/', 'http://me:pw@a.example/', 'http://b.example/x'];
  const items = names.map((callbackUrl, at) => ({ ...itemOf(at), settings: { ...itemOf(at).settings, callbackUrl } }));
  for (let calls = 0; calls < 2; calls += 1)
    await sendMessages(api.platform, seller.actor, items, { sendingMethod: 'API' });
  expect(await targetsInUse(api, seller.companyId)).toEqual([
    { url: 'http://a.example/', isSealed: false, dispatches: 2 },
    { url: 'http://a.example/', isSealed: true, dispatches: 1 },
    { url: 'http://b.example/x', isSealed: false, dispatches: 1 },
  ]);
});

test('calls that share a transaction are not repeated when its commit is uncertain', async () => {
  await sendMessages(api.platform, seller.actor, [itemOf(0)], { sendingMethod: 'API' });
  const cut = cutAtCommit();
  const calls = [1, 2, 3].map((at) => sendMessages(cut, seller.actor, [itemOf(at)], { sendingMethod: 'API' }));
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.map(({ status }) => status)).toContain('rejected');
  expect(await repeatedExternalIds(api, seller.companyId)).toEqual([]);
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
