import { backOfficeApi } from '@volley/contract/back-office/back-office-api.ts';
import { consoleApi } from '@volley/contract/console/console-api.ts';
import { addRecipients } from '@volley/contract/messaging/dispatches.ts';
import { sendCascades, sendMessages, stopMessages } from '@volley/contract/messaging/messages.ts';
import { messagingApi } from '@volley/contract/messaging/messaging-api.ts';
import { uploadSubscribers } from '@volley/contract/messaging/subscribers.ts';
import { createDispatch } from '@volley/contract/partner/dispatches.ts';
import { partnerApi } from '@volley/contract/partner/partner-api.ts';
import { putRecipient } from '@volley/contract/partner/recipients.ts';
import fc from 'fast-check';
import type { TSchema } from 'typebox';
import { describe, expect, test } from 'vitest';
import { bulkListOf, compileCheckInTurns } from './check-in-turns.ts';
import { compileCheck } from './validation.ts';

/** Valid, invalid in one of many ways, or of another type. */
const anything = fc.oneof(
  fc.constantFrom(null, true, 0, -1, 1.5, 2 ** 40, '', ' ', 'x', '79161230001', 'x'.repeat(65), 'x'.repeat(10_001)),
  fc.constantFrom([], {}, [1, 1], [24], ['a b'], { a: null }, { a: 'x', b: 1 }, { '0': [], 'a/b~c': {} }),
);

const mostly = (right: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: anything });
const mixed = (members: Record<string, unknown>, needed: readonly string[] = []) =>
  fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record(
        Object.fromEntries(Object.entries(members).map(([name, right]) => [name, mostly(fc.constant(right))])),
        { requiredKeys: [...needed] },
      ),
    },
    { weight: 1, arbitrary: anything },
  );

const recipient = mixed({ destination: '1', substitutions: { name: 'Ann', visits: 3 }, customText: 'Hi' }, [
  'destination',
]);
const step = { channelType: 'SMS', senderName: 'A', content: 'x' };
const message = mixed({ ...step, destination: '1', tags: ['a'], hours: [9], cascade: [step], ttl: 60 }, [
  'channelType',
  'senderName',
  'destination',
  'content',
]);
const cascade = mixed({ destination: '1', cascade: [step, { ...step, condition: 'not_read' }], days: [1] }, [
  'destination',
  'cascade',
]);
const listOf = (item: fc.Arbitrary<unknown>) => fc.array(item, { maxLength: 40 });

/** Mostly valid items, so that the first invalid one may be anywhere. */
const longListOf = (item: fc.Arbitrary<unknown>, right: unknown) =>
  fc
    .tuple(fc.nat(1_200), listOf(item), fc.nat(300))
    .map(([before, items, after]) => [...Array(before).fill(right), ...items, ...Array(after).fill(right)]);

const draft = (messages: fc.Arbitrary<unknown>) =>
  fc
    .tuple(
      mixed({
        name: 'July',
        companyId: 1,
        schedule: { startAt: '2024-07-01T10:00:00+03:00', hours: [9], days: [1] },
        senderIds: [1],
        channelType: 'SMS',
        text: 'Hi',
        callbackEvents: ['sent'],
      }),
      mostly(messages),
      fc.boolean(),
    )
    // Members may come before or after the list.
    .map(([frame, list, isLast]) =>
      isLast ? { ...Object(frame), messages: list } : { messages: list, ...Object(frame) },
    );

const uuid = '0197c3a1-5e00-7000-8000-4d5a1c2b3e4f';

describe.each<[string, TSchema, fc.Arbitrary<unknown>]>([
  ['a dispatch', createDispatch.body, draft(listOf(recipient))],
  ['a dispatch of many', createDispatch.body, draft(longListOf(recipient, { destination: '1' }))],
  ['recipients', addRecipients.body, mostly(longListOf(recipient, { destination: '1' }))],
  ['messages', sendMessages.body, mostly(listOf(message))],
  ['many messages', sendMessages.body, longListOf(message, { ...step, destination: '1' })],
  ['cascades', sendCascades.body, mostly(listOf(cascade))],
  ['ids', stopMessages.body, mixed({ uuids: [uuid, uuid] }, ['uuids'])],
  ['many ids', stopMessages.body, longListOf(anything, uuid).map((uuids) => ({ uuids, other: 1 }))],
  [
    'subscribers',
    uploadSubscribers.body,
    mixed({
      channelType: 'VK',
      senderName: 'shop',
      subscribers: [{ subscriberId: '1', destination: '1', tags: ['a'] }],
    }),
  ],
  ['numbers', putRecipient.body, mixed({ companyId: 1, msisdns: ['1', '2'], comment: 'x', blacklisted: true })],
])('the check in turns of %s', (_what, schema, bodies) => {
  const whole = compileCheck(schema);
  const inTurns = compileCheckInTurns(schema);

  test('reports the same faults as the check of the whole body', async () => {
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        expect(JSON.stringify(await inTurns(body))).toBe(JSON.stringify(whole(body)));
      }),
    );
  });
});

test('the compared bodies include valid ones and faults inside and outside the list', () => {
  const check = compileCheck(createDispatch.body);
  const found = fc
    .sample(draft(listOf(recipient)), { numRuns: 2_000, seed: 1 })
    .map((body) => check(body).found.faults[0]?.field ?? 'right');
  expect(found).toContain('right');
  expect(found.some((field) => field.startsWith('messages['))).toBe(true);
  expect(found).toContain('messages');
  expect(found).toContain('schedule');
});

test('every endpoint with a body of up to forty megabytes has one list that is checked in turns', () => {
  const bulk = [...partnerApi, ...messagingApi, ...consoleApi, ...backOfficeApi].filter(
    ({ bodyLimit }) => bodyLimit === 'bulk',
  );
  const lists = bulk.map(({ id, body }) => [id, body && bulkListOf(body)?.member]);
  expect(Object.fromEntries(lists)).toEqual({
    createDispatch: 'messages',
    estimateDispatch: 'messages',
    appendMessages: 'messages',
    putRecipient: 'msisdns',
    addDispatchRecipients: undefined,
    sendMessages: undefined,
    sendCascades: undefined,
    stopMessages: 'uuids',
    uploadSubscribers: 'subscribers',
    deleteSubscribers: 'subscriberIds',
    estimateRecipients: 'messages',
    consoleImportBlacklist: 'items',
    consoleUploadSubscribers: 'subscribers',
  });
  expect(bulk.every(({ body }) => body && bulkListOf(body) !== undefined)).toBe(true);
});
