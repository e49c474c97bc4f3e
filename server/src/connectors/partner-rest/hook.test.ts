import { describe, expect, test } from 'vitest';
import type { HookAccount } from '../hook.ts';
import { partnerHook } from './hook.ts';

const link = (channelType: HookAccount['channelType'], settings: HookAccount['settings']): HookAccount => ({
  protocol: 'PARTNER_REST',
  channelType,
  secret: 'the-secret-of-the-link',
  verifyToken: null,
  senderNames: {},
  settings,
});
const statusesOf = (body: unknown, account: HookAccount) => partnerHook.read(body, account, 0).statuses;

test('reports are taken for links to aggregators only', () => {
  const own = link('VIBER', { form: 'key' });
  expect(partnerHook.accepts(own)).toBe(true);
  expect(partnerHook.accepts({ ...own, protocol: 'VOLLEY_HTTP' })).toBe(false);
});

describe('a report in the form key', () => {
  const report = (change: object) => ({
    messageId: 17,
    to: '+79161230001',
    options: [{ reference: '40502' }],
    ...change,
  });

  test.each([
    [{ status: 'enqueued' }, { state: 'none' }],
    [{ status: 'SENT' }, { state: 'none' }],
    [{ status: 'delivered' }, { state: 'delivered' }],
    [{ status: 'READ' }, { state: 'read' }],
    [{ status: 'visited' }, { state: 'read' }],
    [
      { status: 'undelivered', errorCode: 9 },
      { state: 'undelivered', errorCode: 504 },
    ],
    [
      { status: 'undelivered', errorCode: 'SRVC_USER_BLOCKED' },
      { state: 'undelivered', errorCode: 505 },
    ],
    [
      { status: 'undelivered', code: 7 },
      { state: 'undelivered', errorCode: 502 },
    ],
    [{ status: 'failed' }, { state: 'undelivered', errorCode: 502 }],
    [{ status: 'expired' }, { state: 'undelivered', errorCode: 7060 }],
    [
      { status: 'rejected', errorCode: 2 },
      { state: 'unsent', errorCode: 457 },
    ],
  ])('of Viber with %j means %j, and names the message', (change, meaning) => {
    expect(statusesOf(report(change), link('VIBER', { form: 'key' }))).toMatchObject([
      { id: '17', meaning, to: '79161230001', reference: '40502' },
    ]);
  });

  test('of VK names its message in its own members, and has no codes of Viber', () => {
    const body = {
      messageId: 'a1',
      status: 'undelivered',
      errorCode: 9,
      phone: '79161230001',
      callbackData: { reference: '7' },
    };
    expect(statusesOf(body, link('VK', { form: 'key' }))).toEqual([
      {
        id: 'a1',
        meaning: { state: 'undelivered', errorCode: 502 },
        code: '9',
        to: '79161230001',
        reference: '7',
      },
    ]);
  });

  test.each([[report({ status: 'lost' })], [{ status: 'read' }], [[report({ status: 'read' })]], ['read'], [null]])(
    'without a known status or an id is skipped: %j',
    (body) => {
      expect(statusesOf(body, link('VIBER', { form: 'key' }))).toEqual([]);
    },
  );
});

describe('a report in the form login', () => {
  const ownId = '0197c3a1-5e00-7000-8000-4d5a1c2b3e4f-40502';
  const report = (change: object) => ({ id: ownId, mtNum: '107930572', destAddr: '79161230001', ...change });

  test.each([
    [{ status: 0 }, { state: 'none' }],
    [{ status: 2, errorCode: '0' }, { state: 'delivered' }],
    [{ status: 9 }, { state: 'read' }],
    [
      { status: 5, errorCode: '8' },
      { state: 'undelivered', errorCode: 504 },
    ],
    [
      { status: 5, errorCode: 7 },
      { state: 'undelivered', errorCode: 508 },
    ],
    [
      { status: 5, errorCode: '1' },
      { state: 'undelivered', errorCode: 502 },
    ],
    [
      { status: 5, errorCode: '999' },
      { state: 'undelivered', errorCode: 502 },
    ],
  ])('with %j means %j, and names the message', (change, meaning) => {
    expect(statusesOf(report(change), link('MAX', { form: 'login' }))).toMatchObject([
      { id: '107930572', meaning, to: '79161230001', reference: '40502' },
    ]);
  });

  test('names the message by our id if duplicates are controlled, and by that of the aggregator without ours', () => {
    const account = link('MAX', { form: 'login', duplicateControl: 'on' });
    const idsOf = (body: unknown) => statusesOf(body, account).map(({ id }) => id);
    expect(idsOf(report({ status: 2 }))).toEqual([ownId]);
    expect(idsOf({ mtNum: '107930572', status: 2 })).toEqual(['107930572']);
  });

  test.each([[report({ status: 3 })], [report({ status: '2' })], [{ status: 2 }]])(
    'without a known status or an id is skipped: %j',
    (body) => {
      expect(statusesOf(body, link('MAX', { form: 'login' }))).toEqual([]);
    },
  );
});
