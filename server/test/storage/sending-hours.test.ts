// Hours and local times after the claim, without workers: a link may come back, and a batch may be late, after the
// hours of its messages.
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { beginBatches } from '../../src/features/queue/batches/begin-batches.ts';
import { claimBatches } from '../../src/features/queue/batches/claim-batches.ts';
import type { OutgoingBatch } from '../../src/features/queue/batches/cut-batches.ts';
import { auditMoney } from '../../src/features/settlement/audit/audit.ts';
import { requeueDueBatches } from '../../src/features/settlement/doubts/requeue-batches.ts';
import { failUnsent } from '../../src/features/settlement/end-waiting.ts';
import { advanceSandboxClock } from '../../src/platform/clock/sandbox-clock.ts';
import { type Api, givenApi } from '../given/api.ts';
import { run } from '../given/people/campaign.ts';
import { givenSeller, type Seller } from '../given/people/seller.ts';
import { makeBatchesDue } from '../given/rows/batches.ts';
import { bindLinks, givenPlayedLink } from '../given/rows/links.ts';
import { hourIn, wallTime } from '../given/zone-numbers.ts';

const MOSCOW = 3;
const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;

let api: Api;
let seller: Seller;
beforeEach(async () => {
  api = await givenApi({ databasePool: 8, testMode: true });
  await givenPlayedLink(api, { ratePerSecond: 1_000 });
  seller = await givenSeller(api);
  await pass(HOUR_S - Math.floor((now().getTime() / 1_000) % HOUR_S));
});
afterEach(async () => {
  expect(await auditMoney(api.platform)).toEqual([]);
  await api.close();
});

const now = () => api.platform.clock.now();
const thisHour = () => [hourIn(now(), MOSCOW)];
const inHours = (hours: number) => wallTime(new Date(now().getTime() + hours * HOUR_S * 1_000), MOSCOW);

async function pass(seconds: number): Promise<void> {
  await advanceSandboxClock(api.platform.db, seconds);
  await api.platform.clock.resync();
}

/** The batches that the requeue publishes when every batch is due. */
async function requeued(): Promise<readonly OutgoingBatch[]> {
  await makeBatchesDue(api);
  return (await requeueDueBatches(api.platform)).outgoing;
}

const begun = async (outgoing: readonly OutgoingBatch[]) =>
  (
    await beginBatches(
      api.platform,
      outgoing.map(({ batch }) => batch),
      { window: 10 },
    )
  ).size;

describe('a batch that was claimed in its hours', () => {
  covers('messaging.time.waits-for-hours');
  test('of a single message is not begun after them, and is sent in the next hours', async () => {
    const uuid = await seller.sendOne({ hours: thisHour() });
    const claimed = await requeued();
    expect(claimed.flatMap(({ batch }) => batch.messages.map(({ id }) => id))).toEqual([uuid]);
    await pass(HOUR_S + 60);
    expect(await begun(claimed)).toBe(0);
    expect(await requeued()).toEqual([]);
    await pass(23 * HOUR_S);
    expect(await begun(await requeued())).toBe(1);
  });

  test('of a dispatch is not begun after them either, nor on another weekday', async () => {
    const days = [new Date(now().getTime() + MOSCOW * HOUR_S * 1_000).getUTCDay() || 7];
    await run(seller, 2, { days });
    const { outgoing } = await claimBatches(api.platform, new Map());
    expect(outgoing).toHaveLength(1);
    await pass(DAY_S);
    expect(await begun(outgoing)).toBe(0);
    expect(await requeued()).toEqual([]);
    await pass(6 * DAY_S);
    expect(await begun(await requeued())).toBe(1);
  });

  covers('messaging.send.param.localCompletionTime');
  test('ends with 7060 after its localCompletionTime', async () => {
    const uuid = await seller.sendOne({ localCompletionTime: inHours(1) });
    const claimed = await requeued();
    await pass(HOUR_S + 60);
    expect(await begun(claimed)).toBe(0);
    expect(await requeued()).toEqual([]);
    expect(await seller.message(uuid)).toMatchObject({ status: 'unsent', errorCode: ERROR.lifetimeOver });
  });
});

describe('a localCompletionTime', () => {
  const atOnce = async () => {
    while (await failUnsent(api.platform));
  };
  covers('messaging.time.no-completion');
  test('replaces the limit of seven days, before the claim and after', async () => {
    const claimed = await seller.sendOne({ localCompletionTime: inHours(20 * 24) });
    await bindLinks(api, false);
    const waiting = await seller.sendOne({ localCompletionTime: inHours(20 * 24), ttl: 600 });
    await pass(8 * DAY_S);
    await atOnce();
    expect(await requeued()).toEqual([]);
    for (const uuid of [claimed, waiting]) expect(await seller.message(uuid)).toMatchObject({ status: 'sending' });
    await pass(12 * DAY_S + 60);
    await atOnce();
    await requeued();
    for (const uuid of [claimed, waiting])
      expect(await seller.message(uuid)).toMatchObject({ status: 'unsent', errorCode: ERROR.lifetimeOver });
  });
});
