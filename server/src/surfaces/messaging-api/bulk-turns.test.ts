// Bodies of thousands of items: every step over all items yields to the event loop in between.
import { sendMessages, stopMessages } from '@volley/contract/messaging/messages.ts';
import { createDispatch } from '@volley/contract/partner/dispatches.ts';
import type { FastifyRequest } from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { compileCheckInTurns } from '../http/body/check-in-turns.ts';
import { compileTidy } from '../http/body/tidy-body.ts';
import { compileCheck } from '../http/body/validation.ts';
import { bodyDigest, recordBody } from '../http/idempotency.ts';
import { sendItems } from './send-items.ts';

/** Turns of the event loop during the work, if every item takes as long as a turn. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let nowMs = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    nowMs += 10;
    return nowMs;
  });
  onTestFinished(() => clock.mockRestore());
  let turns = 0;
  let isOver = false;
  const nextTurn = () => {
    turns += 1;
    if (!isOver) setImmediate(nextTurn);
  };
  setImmediate(nextTurn);
  await work();
  isOver = true;
  return turns;
}

const COUNT = 40;
const many = <Item>(item: Item) => Array.from({ length: COUNT }, () => item);
const frame = { companyId: 1, name: 'a', senderIds: [1], channelType: 'SMS', text: 'Hi' };
const dispatch = { ...frame, messages: many({ destination: '1', substitutions: { a: 'x' }, other: 1 }) };
const message = { channelType: 'SMS', senderName: 'A', destination: '1', content: 'x' } as const;
const reading = () => ({ nowMs: 0, callbackAllow: [], urls: new Map(), faults: [], badTexts: [] });
const keyed = { headers: { 'idempotency-key': 'a' } } as unknown as FastifyRequest; // the only header read
const MEGABYTE = 1024 * 1024;

test.each<[string, () => Promise<unknown>]>([
  ['the check of a dispatch', () => compileCheckInTurns(createDispatch.body)(dispatch)],
  ['the check of messages', () => compileCheckInTurns(sendMessages.body)(many(message))],
  ['the check of ids', () => compileCheckInTurns(stopMessages.body)({ uuids: many('x') })],
  ['the search for unknown members', () => compileTidy(createDispatch.body, { dropsNulls: true })(dispatch)],
  ['the reading of messages', () => sendItems(many(message), reading())],
  ['the digest of a body', () => recordBody(keyed, Buffer.alloc(COUNT * MEGABYTE))],
])('%s takes one turn of the loop per item', async (_what, work) => {
  expect(await turnsDuring(work)).toBeGreaterThanOrEqual(COUNT);
});

test('recordBody digests chunks to the digest of all bytes', async () => {
  const bytes = Buffer.alloc(2 * MEGABYTE + 1, 'volley');
  await recordBody(keyed, bytes);
  expect(bodyDigest(keyed)).toEqual(await crypto.subtle.digest('SHA-256', bytes).then((digest) => Buffer.from(digest)));
});

test('a fault beside a million members is reported without counting all members', () => {
  let read = 0;
  const countedObject = () =>
    new Proxy(
      {},
      {
        ownKeys: () => {
          read += 1;
          return Array.from({ length: 1_000 }, (_, at) => `m${at}`);
        },
        getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }),
      },
    );
  const check = compileCheck(createDispatch.body);
  const beside = Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`o${at}`, [countedObject()]]));
  const { found } = check({ ...dispatch, text: 5, ...beside });
  expect(found.faults).toEqual([{ field: 'text', reason: 'must be a string', code: 'wrong-type' }]);
  expect(read).toBeLessThan(100);
});
