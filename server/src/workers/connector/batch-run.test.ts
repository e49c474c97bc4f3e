import { ERROR } from '@volley/domain/sending/message-error.ts';
import { describe, expect, test } from 'vitest';
import { sealContent } from '../../features/messages/sealed-content.ts';
import type { Batch } from '../../features/queue/batches/batch.ts';
import type { Work } from '../../platform/bus/bus.ts';
import { createSecretBox } from '../../platform/secret-box.ts';
import { uuidV7 } from '../../platform/uuid-v7.ts';
import { BatchRun, submissionOf, withOpenCodes } from './batch-run.ts';
import { RecentBatches } from './recent-batches.ts';

const work: Work = { payload: new Uint8Array(), ack: () => undefined, nak: () => undefined, working: () => undefined };
const batchOf = (count: number, change: Partial<Batch> = {}): Batch => ({
  id: 'batch',
  attempt: 1,
  companyId: 1,
  dispatchId: 1,
  senderId: 1,
  senderName: 'Shop',
  linkId: 7,
  lane: 2,
  channelType: 'SMS',
  trafficType: 'PROMO',
  messages: Array.from({ length: count }, (_, at) => ({
    id: `m${at}`,
    seq: at + 1,
    destination: '79161230000',
    text: 'Hi',
    parts: 1,
  })),
  ...change,
});

const LEASE = 1;
const LINK = { id: 7, account_id: 3, receipts_per_part: 'all', protocol: 'SMPP' } as const;

function lastOutcome(run: BatchRun) {
  run.end();
  return run.takeOutcome(LINK, 5);
}

function take(run: BatchRun) {
  const message = run.takeNext();
  if (message === undefined) throw new Error(`batch ${run.batch.id} has no message left`);
  return message;
}

describe('a batch on a link', () => {
  test('reports that its provider sends no receipts, from the first accepted message on', () => {
    const run = new BatchRun(batchOf(3), work, LEASE);
    const [first, second, third] = [take(run), take(run), take(run)];
    run.settle(first, { kind: 'failed', errorCode: ERROR.senderUnavailable });
    expect(run.takeOutcome(LINK, 5)).not.toHaveProperty('noReceipts');
    run.settle(second, { kind: 'sent', operatorIds: ['a'], isFinal: true });
    expect(run.takeOutcome(LINK, 5)).toMatchObject({ sent: [['m1', ['a']]], noReceipts: true });
    run.settle(third, { kind: 'failed', errorCode: ERROR.senderUnavailable });
    expect(lastOutcome(run)).toMatchObject({ sent: [], rest: 'none', noReceipts: true });
  });

  test('a run is done when all messages are handed out and answered, and reports each message once', () => {
    const run = new BatchRun(batchOf(3), work, LEASE);
    const [first, second, third] = [take(run), take(run), take(run)];
    expect([run.isExhausted, run.isDone, run.takeNext()]).toEqual([true, false, undefined]);
    run.settle(second, { kind: 'failed', errorCode: ERROR.senderUnavailable });
    run.settle(first, { kind: 'sent', operatorIds: ['a'] });
    expect(run.isDone).toBe(false);
    run.settle(third, { kind: 'sent', operatorIds: ['b', 'c'] });
    expect(run.isDone).toBe(true);
    expect(lastOutcome(run)).toEqual({
      batchId: 'batch',
      attempt: 1,
      linkId: 7,
      accountId: 3,
      trafficType: 'PROMO',
      atMs: 5,
      sent: [
        ['m0', ['a']],
        ['m2', ['b', 'c']],
      ],
      failed: [['m1', ERROR.senderUnavailable]],
      rest: 'none',
      left: 0,
    });
  });

  test('a halted account holds the message and the messages behind it', () => {
    const run = new BatchRun(batchOf(3), work, LEASE);
    const halt = { kind: 'closed', reason: 'answered 401' } as const;
    expect(run.settle(take(run), { kind: 'held', halt })).toBe(false);
    expect([run.isDone, run.unansweredParts]).toEqual([true, 1]);
    expect(lastOutcome(run)).toMatchObject({ sent: [], failed: [], rest: 'held', left: 3 });
  });

  test('a blocked message fails without a hand-out', () => {
    const run = new BatchRun(batchOf(3), work, LEASE);
    run.withhold({ blocked: new Map([['m1', ERROR.numberBlocked]]), ended: new Set(), inDoubt: false });
    for (const message of [take(run), take(run)]) run.settle(message, { kind: 'sent', operatorIds: [message.id] });
    expect(run.isDone).toBe(true);
    expect(lastOutcome(run)).toMatchObject({
      sent: [
        ['m0', ['m0']],
        ['m2', ['m2']],
      ],
      failed: [['m1', ERROR.numberBlocked]],
      rest: 'none',
    });
  });

  test('a blocked message of a batch in doubt counts as handed over and is not sent again', () => {
    const run = new BatchRun(batchOf(1), work, LEASE);
    run.withhold({ blocked: new Map([['m0', ERROR.numberBlocked]]), ended: new Set(), inDoubt: true });
    expect([run.isDone, lastOutcome(run)]).toMatchObject([true, { sent: [['m0', []]], failed: [], rest: 'none' }]);
  });

  test('after a stop, messages not handed out fail with 7002 and messages on the wire are awaited', () => {
    const run = new BatchRun(batchOf(3), work, LEASE);
    const first = take(run);
    run.stop();
    expect([run.isExhausted, run.isDone]).toEqual([true, false]);
    run.settle(first, { kind: 'sent', operatorIds: ['a'] });
    const { sent, failed, rest } = lastOutcome(run);
    expect([sent, failed, rest]).toEqual([
      [['m0', ['a']]],
      [
        ['m1', ERROR.stopped],
        ['m2', ERROR.stopped],
      ],
      'none',
    ]);
  });

  test.each(['held', 'link'] as const)(
    'after a postponement because of %s, the remaining messages are neither sent nor failed',
    (why) => {
      const run = new BatchRun(batchOf(3), work, LEASE);
      run.settle(take(run), { kind: 'sent', operatorIds: ['a'] });
      run.postpone(why);
      const { sent, failed, rest, left, untouchedFrom } = lastOutcome(run);
      expect([sent.length, failed.length, rest, run.isDone]).toEqual([1, 0, why, true]);
      expect([left, untouchedFrom]).toEqual([2, 2]);
    },
  );

  test('a run reports in pieces, each answer once, with rest open until the end', () => {
    const run = new BatchRun(batchOf(3), work, LEASE);
    expect(run.settle(take(run), { kind: 'sent', operatorIds: ['a'] })).toBe(true);
    expect(run.takeOutcome(LINK, 5)).toMatchObject({ sent: [['m0', ['a']]], failed: [], rest: 'open' });
    run.settle(take(run), { kind: 'failed', errorCode: ERROR.senderUnavailable });
    expect(run.takeOutcome(LINK, 5)).toMatchObject({
      sent: [],
      failed: [['m1', ERROR.senderUnavailable]],
      rest: 'open',
    });
    run.settle(take(run), { kind: 'sent', operatorIds: ['b'] });
    expect([run.isDone, lastOutcome(run)]).toMatchObject([true, { sent: [['m2', ['b']]], failed: [], rest: 'none' }]);
  });

  test("a failure carries the provider's code if the provider gave one", () => {
    const run = new BatchRun(batchOf(2), work, LEASE);
    run.settle(take(run), { kind: 'failed', errorCode: ERROR.subscriberBarred, providerCode: '131049' });
    run.settle(take(run), { kind: 'failed', errorCode: ERROR.internalFailure });
    expect(lastOutcome(run).failed).toEqual([
      ['m0', ERROR.subscriberBarred, '131049'],
      ['m1', ERROR.internalFailure],
    ]);
  });

  test('a lost answer ends the hand-out, and the last report names the first message not handed out', () => {
    const run = new BatchRun(batchOf(3), work, LEASE);
    expect(run.settle(take(run), { kind: 'doubt' })).toBe(false);
    run.postpone('held');
    expect([run.isDone, run.takeNext(), run.end()]).toEqual([true, undefined, 1]);
    expect(run.takeOutcome(LINK, 5)).toMatchObject({ rest: 'doubt', untouchedFrom: 2 });
  });

  test('a lost answer of the last message reports no untouched messages', () => {
    const run = new BatchRun(batchOf(1), work, LEASE);
    run.settle(take(run), { kind: 'doubt' });
    expect(lastOutcome(run)).not.toHaveProperty('untouchedFrom');
  });

  test('expired codes fail without a hand-out', () => {
    const madeMs = Date.UTC(2027, 5, 1);
    const made = (seconds: number) => uuidV7(madeMs + seconds * 1_000);
    const ages = [0, 5, 30];
    const messages = batchOf(3).messages.map((message, at) => ({ ...message, id: made(ages[at] ?? 0) }));
    const run = new BatchRun(batchOf(3, { isCode: true, ttlSeconds: 60, messages }), work, LEASE);
    expect(run.failExpired(madeMs + 59_999)).toBe(0);
    expect(run.failExpired(madeMs + 65_000)).toBe(2);
    const left = take(run);
    expect([left.id, submissionOf(run.batch, left, madeMs + 65_000).ttlSeconds]).toEqual([messages[2]?.id, 25]);
    run.settle(left, { kind: 'sent', operatorIds: ['a'] });
    expect(lastOutcome(run)).toMatchObject({
      failed: [
        [messages[0]?.id, ERROR.lifetimeOver],
        [messages[1]?.id, ERROR.lifetimeOver],
      ],
      rest: 'none',
      left: 0,
    });
  });

  test('a message that has used up its tries waits for another link, and the hand-out continues', () => {
    const run = new BatchRun(batchOf(2), work, LEASE);
    expect(run.settle(take(run), { kind: 'elsewhere' })).toBe(false);
    expect([run.isExhausted, run.unansweredParts]).toEqual([false, 1]);
    run.settle(take(run), { kind: 'sent', operatorIds: ['a'] });
    expect(lastOutcome(run)).toMatchObject({ sent: [['m1', ['a']]], rest: 'link', left: 1, elsewhere: true });
  });

  test('a message returned unsent ends the run with rest link', () => {
    const run = new BatchRun(batchOf(1), work, LEASE);
    run.settle(take(run), { kind: 'unsent' });
    expect(lastOutcome(run)).toMatchObject({ sent: [], failed: [], rest: 'link' });
  });

  test('a postponement after all messages are handed out changes nothing', () => {
    const run = new BatchRun(batchOf(1), work, LEASE);
    const only = take(run);
    run.postpone('link');
    run.settle(only, { kind: 'sent', operatorIds: ['a'] });
    expect(lastOutcome(run).rest).toBe('none');
  });
});

test('a batch is new once per attempt, unless it was forgotten', () => {
  const recent = new RecentBatches();
  expect([recent.isNew(batchOf(1)), recent.isNew(batchOf(1))]).toEqual([true, false]);
  expect(recent.isNew(batchOf(1, { attempt: 2 }))).toBe(true);
  recent.forget(batchOf(1));
  expect(recent.isNew(batchOf(1))).toBe(true);
});

test('RecentBatches is bounded and forgets the oldest batch', () => {
  const recent = new RecentBatches();
  for (let at = 0; at < 20_000; at += 1) recent.isNew(batchOf(0, { id: `b${at}` }));
  expect(recent.isNew(batchOf(0, { id: 'b0' }))).toBe(true);
  expect(recent.isNew(batchOf(0, { id: 'b19999' }))).toBe(false);
});

describe('sealed codes', () => {
  const secrets = createSecretBox([`k:${Buffer.alloc(32, 1).toString('base64')}`]);
  const special = { contentType: 'authentication', text: 'Code 471100', code: '471100' };
  const sealed = sealContent(secrets, { code: '471100', text: 'Code 471100', special });
  const masked = { seq: 1, destination: '79161230000', text: 'Code ••••', parts: 1 };
  const shown = { contentType: 'authentication', text: 'Code ••••', code: '••••' };
  const permission = { blocked: new Map<string, number>(), ended: new Set<string>() };

  test('sealed codes are opened for the hand-over, and messages without a seal stay unchanged', () => {
    const plain = { ...masked, id: 'm1', text: 'Code 4711' };
    const batch = batchOf(0, { isCode: true, messages: [{ ...masked, id: 'm0', sealed, special: shown }, plain] });
    const [first, second] = withOpenCodes(batch, secrets).messages;
    expect([first?.text, first?.special, second]).toEqual(['Code 471100', special, plain]);
  });

  test.each([
    [false, { sent: [], failed: [['m0', ERROR.lifetimeOver]] }],
    [true, { sent: [['m0', []]], failed: [] }],
  ])('wiped codes are not handed out (batch in doubt before: %s)', (inDoubt, reported) => {
    const run = new BatchRun(
      batchOf(0, { isCode: true, messages: [{ ...masked, id: 'm0', sealed: null }] }),
      work,
      LEASE,
    );
    expect(run.withhold({ ...permission, inDoubt })).toBe(1);
    expect([run.takeNext(), lastOutcome(run)]).toMatchObject([undefined, reported]);
  });
});
