// A database restored to an earlier point does not know the sends since then. The test sets back only its count of
// rounds, as a restore would, so that every message can be accounted for.
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { expect, test } from 'vitest';
import { decideAfterRestore, listAfterRestore } from '../../../src/features/dispatches/retention/after-restore.ts';
import { auditMoney } from '../../../src/features/settlement/audit/audit.ts';
import { recordOutcomes } from '../../../src/features/settlement/record-outcomes.ts';
import { inTransaction } from '../../../src/platform/database/database.ts';
import { openRestoreGate, type RestoreGate } from '../../../src/platform/database/restore-gate.ts';
import { useCell } from '../../given/cell.ts';
import { givenSeller } from '../../given/people/seller.ts';
import { givenShop, type Shop } from '../../given/people/shop.ts';
import { engineConfirmation, goBack } from '../../given/rows/engine.ts';
import { linkNamed } from '../../given/rows/links.ts';
import { messageIdsOf, statusCountsOf } from '../../given/rows/messages.ts';
import { until } from '../../given/until.ts';

const cell = useCell({ settings: { claimLeaseMs: 1_000, batchDeadlineMs: 5_000, inDoubtWaitMs: 500 } });
const MESSAGES = 600;

const counters = () => cell().operators.counters('mts');
const heldMetric = () => cell().platform.metrics.registry.getSingleMetricAsString('volley_pacer_held');
const isOpen = (gate: RestoreGate) => inTransaction(cell().platform.db, (tx) => gate.isOpen(tx));

/** A dispatch during which the database went back; none of its messages is in flight. */
async function givenHeldDispatch(shop: Shop) {
  const before = (await counters()).accepted;
  const id = await shop.run(MESSAGES);
  await until('the dispatch is under way', async () => (await counters()).accepted - before > 40);
  await goBack(cell());
  const { readiness } = cell().platform;
  await until('the pacer is held', async () => (await readiness.ask('pacer'))?.ready === false || undefined);
  await cell().settle();
  const sent = (await counters()).accepted - before;
  expect(sent).toBeLessThan(MESSAGES);
  return { id, before, sent };
}

test('after the database went back, nothing is sent until a person confirms; then every message is sent once', async () => {
  const { platform } = cell();
  await cell().link('mts', { rate: 100 });
  const shop = await givenShop(cell());
  const seller = await givenSeller(cell());
  const { id, before, sent } = await givenHeldDispatch(shop);
  expect(await platform.readiness.ask('pacer')).toEqual({
    ready: false,
    reason: expect.stringMatching(/lost commits.*after-restore/),
  });
  expect(await platform.readiness.ask()).toEqual({ ready: true, reason: 'ready' });
  expect(await heldMetric()).toMatch(/volley_pacer_held\S* 1/);
  const single = await seller.sendOne();
  await cell().passRounds();
  await cell().settle();
  expect((await counters()).accepted - before).toBe(sent);
  const listed = await listAfterRestore(platform);
  expect(listed.claims).toBe('held');
  expect(listed.running.map(({ kind }) => kind).toSorted()).toEqual(['PARTNER', 'SEND']);
  await decideAfterRestore(platform, 'confirm');
  const done = await shop.untilStatus(id, 'COMPLETED');
  expect(done.messages).toMatchObject({ delivered: MESSAGES });
  await seller.untilStatus(single, 'delivered');
  expect((await counters()).accepted - before).toBe(MESSAGES + 1);
  expect(await platform.readiness.ask('pacer')).toEqual({ ready: true, reason: 'ready' });
  expect(await engineConfirmation(cell())).toEqual({ confirmation: 'confirm', dated: true });
});

test('with --stop, old dispatches and old single messages send nothing more, and new ones are sent', async () => {
  const { platform } = cell();
  await cell().link('mts', { rate: 100 });
  const shop = await givenShop(cell());
  const seller = await givenSeller(cell());
  const { id, before, sent } = await givenHeldDispatch(shop);
  const old = await seller.sendOne();
  const { stopped } = await decideAfterRestore(platform, 'stop');
  expect(stopped.map(({ kind }) => kind).toSorted()).toEqual(['PARTNER', 'SEND']);
  const ended = await shop.untilPending(id, 0);
  expect(ended).toMatchObject({ status: 'STOPPED', messages: { delivered: sent, failed: MESSAGES - sent } });
  expect(await seller.untilStatus(old, 'unsent')).toMatchObject({ errorCode: ERROR.stopped });
  expect((await counters()).accepted - before).toBe(sent);
  const fresh = await seller.sendOne();
  await seller.untilStatus(fresh, 'delivered');
  expect((await counters()).accepted - before).toBe(sent + 1);
});

test('a process that starts afterwards is held by the mark in the broker, and a new epoch releases it', async () => {
  const { platform } = cell();
  await until('the mark is in the broker', () => platform.bus.readValue('engine-mark'));
  const before = await openRestoreGate(platform.bus, platform.log);
  expect(await isOpen(before)).toBe(true);
  await goBack(cell());
  const started = await openRestoreGate(platform.bus, platform.log);
  expect(await isOpen(started)).toBe(false);
  expect(started.reason()).toMatch(/lost commits/);
  await decideAfterRestore(platform, 'confirm');
  const later = await openRestoreGate(platform.bus, platform.log);
  expect(await isOpen(later)).toBe(true);
  await until('the process claims', async () => (await isOpen(started)) || undefined);
  for (const gate of [before, started, later]) gate.close();
});

test('outcomes of batches that the database has lost leave their messages unchanged', async () => {
  const { platform } = cell();
  const shop = await givenShop(cell());
  const id = await shop.create(3);
  const ids = await messageIdsOf(cell(), id);
  const link = await linkNamed(cell(), 'mts');
  await recordOutcomes(platform, [
    {
      batchId: crypto.randomUUID(),
      attempt: 1,
      linkId: link.id,
      trafficType: 'PROMO',
      atMs: Date.now(),
      sent: ids.slice(0, 2).map((lost) => [lost, [`lost-${lost}`]] as const),
      failed: ids.slice(2).map((lost) => [lost, ERROR.lifetimeOver] as const),
      rest: 'none',
    },
  ]);
  expect(await statusCountsOf(cell(), id)).toEqual({ CREATED: 3 });
  expect(await auditMoney(platform)).toEqual([]);
});

test('a mark that the broker lost is written again, and a mark of another database holds nothing', async () => {
  const { platform } = cell();
  await platform.bus.destroy();
  await until('the mark is in the broker again', () => platform.bus.readValue('engine-mark'));
  const other = JSON.stringify({ databaseId: crypto.randomUUID(), epoch: 99, round: '1000000' });
  const gate = await openRestoreGate({ readValue: async () => other, storeValue: async () => undefined }, platform.log);
  expect(await isOpen(gate)).toBe(true);
  gate.close();
});

test('a broker that is unavailable at the start holds claims until it answers', async () => {
  const { platform } = cell();
  let isAway = true;
  const values = {
    readValue: async () => {
      if (isAway) throw new Error('no responders');
      return undefined;
    },
    storeValue: async () => undefined,
  };
  const gate = await openRestoreGate(values, platform.log);
  expect(await isOpen(gate)).toBe(false);
  expect(gate.reason()).toMatch(/broker/);
  isAway = false;
  await gate.refresh();
  await until('claims are open', async () => (await isOpen(gate)) || undefined);
  gate.close();
});
