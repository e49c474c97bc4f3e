// Bodies of thousands of items: every step that goes over all of them lets the loop serve others in between.
import { sendMessages, stopMessages } from '@volley/contract/messaging/messages.ts';
import { createDispatch } from '@volley/contract/partner/dispatches.ts';
import type { FastifyRequest } from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { compileCheckInTurns } from './check-in-turns.ts';
import { bodyDigest, noteBody } from './idempotency.ts';
import { sendItems } from './messaging-api/send-items.ts';
import { compileTidy } from './tidy-body.ts';
import { compileCheck } from './validation.ts';

/** How often the loop goes around meanwhile, if every item takes as long as a turn. */
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
const reading = () => ({ nowMs: 0, callbackAllow: [], urls: new Map(), faults: [] });
const keyed = { headers: { 'idempotency-key': 'a' } } as unknown as FastifyRequest; // all that is read of it
const MEGABYTE = 1024 * 1024;

test.each<[string, () => Promise<unknown>]>([
  ['the check of a dispatch', () => compileCheckInTurns(createDispatch.body)(dispatch)],
  ['the check of messages', () => compileCheckInTurns(sendMessages.body)(many(message))],
  ['the check of ids', () => compileCheckInTurns(stopMessages.body)({ uuids: many('x') })],
  ['the search for unknown members', () => compileTidy(createDispatch.body, { dropsNulls: true })(dispatch)],
  ['the reading of messages', () => sendItems(many(message), reading())],
  ['the digest of a body', () => noteBody(keyed, Buffer.alloc(COUNT * MEGABYTE))],
])('%s takes a turn of the loop for each item', async (_what, work) => {
  expect(await turnsDuring(work)).toBeGreaterThanOrEqual(COUNT);
});

test('a digest that was made in pieces is that of the bytes', async () => {
  const bytes = Buffer.alloc(2 * MEGABYTE + 1, 'volley');
  await noteBody(keyed, bytes);
  expect(bodyDigest(keyed)).toEqual(await crypto.subtle.digest('SHA-256', bytes).then((digest) => Buffer.from(digest)));
});

test('what is wrong beside a million members is found without counting them all', () => {
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
