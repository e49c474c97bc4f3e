import { describe, expect, test } from 'vitest';
import type { Answer } from '../dialect.ts';
import type { Submission } from '../link-job.ts';
import { partnerRest } from './dialect.ts';
import { LOGIN_ERRORS, VIBER_ERRORS } from './errors.ts';
import type { PartnerLink } from './form.ts';

const OWN_ID = '0197c3a1-5e00-7000-8000-4d5a1c2b3e4f-40502';

const linkOf = (settings: PartnerLink['settings'], change: Partial<PartnerLink> = {}): PartnerLink => ({
  basePath: '/v2',
  account: 'volley',
  secret: 'the-secret-of-the-link',
  settings,
  ...change,
});
const login = partnerRest(linkOf({ form: 'login' }));
const controlled = partnerRest(linkOf({ form: 'login', duplicateControl: 'on' }));
const key = partnerRest(linkOf({ form: 'key' }));

const viber: Submission = {
  messageId: '0197c3a1-5e00-7000-8000-4d5a1c2b3e4f',
  channelType: 'VIBER',
  trafficType: 'SERVICE',
  senderName: 'Shop',
  destination: '79161230001',
  text: 'Your parcel has arrived',
  reference: 40_502,
};

const answer = (status: number, body?: unknown): Answer => ({ kind: 'answer', status, retryAfterMs: 0, body });

describe('an answer in the form login', () => {
  const error = (code: number, status: number) =>
    login.hear(answer(status, { error: { code, description: 'no' } }), viber, {});

  test('names the message by the id of the aggregator, or by ours if duplicates are controlled', () => {
    const taken = answer(200, { mtNum: '7390612217', id: OWN_ID });
    expect(login.hear(taken, viber, {})).toEqual({ kind: 'taken', ids: ['7390612217'] });
    expect(controlled.hear(taken, viber, {})).toEqual({ kind: 'taken', ids: [OWN_ID] });
    const duplicate = answer(409, { error: { code: 10, description: 'duplicate' } });
    expect(login.hear(duplicate, viber, {})).toEqual({ kind: 'taken', ids: [] });
    expect(controlled.hear(duplicate, viber, {})).toEqual({ kind: 'taken', ids: [OWN_ID] });
  });

  test.each([
    [1, 503, { kind: 'temporary', providerCode: '1' }],
    [2, 403, { kind: 'closed', scope: 'link', reason: 'answered 403 2 no' }],
    [3, 429, { kind: 'throttled', scope: 'link', forMs: 1_000 }],
    [4, 400, { kind: 'refused', errorCode: 7500, providerCode: '4' }],
    [5, 401, { kind: 'closed', scope: 'link' }],
    [6, 401, { kind: 'closed', scope: 'link' }],
    [7, 400, { kind: 'refused', errorCode: 457, providerCode: '7' }],
    [8, 406, { kind: 'refused', errorCode: 11, providerCode: '8' }],
    [9, 406, { kind: 'refused', errorCode: 151, providerCode: '9' }],
    [11, 406, { kind: 'refused', errorCode: 7403, providerCode: '11' }],
    [100, 500, { kind: 'temporary', providerCode: '100' }],
    [12, 406, { kind: 'refused', errorCode: 502, providerCode: '12', isUnknown: true }],
    [10, 400, { kind: 'refused', errorCode: 7500, providerCode: '10' }],
  ])('with the error %i and the status %i means %j', (code, status, verdict) => {
    expect(error(code, status)).toMatchObject(verdict);
  });

  test('has a test above for every error of the table', () => {
    expect([...LOGIN_ERRORS.keys()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 100]);
  });

  test.each([
    [answer(200, {}), 'lost'],
    [answer(503), 'temporary'],
    [answer(302), 'closed'],
    [answer(404), 'closed'],
  ])('that is not of the aggregator, %j, is %s', (given, kind) => {
    expect(login.hear(given, viber, {}).kind).toBe(kind);
  });

  test.each([
    [answer(400, { error: { code: 4 } }), undefined],
    [answer(406, { error: { code: 8 } }), undefined],
    [answer(401, { error: { code: 6, description: 'Wrong password' } }), '401 6 Wrong password'],
    [answer(403, { error: { code: 2 } }), '403 2'],
    [answer(503, { error: { code: 1 } }), '503 1'],
    [answer(502), '502'],
    [answer(404), '404'],
  ])('to a call without a message, %j, gives the reason %s', (given, reason) => {
    expect(login.hearHealth(given)).toBe(reason);
  });
});

describe('an answer in the form key', () => {
  const result = (code: unknown, change: object = {}) => answer(200, { result: [{ code, ...change }] });

  test.each([
    [result('OK', { messageId: 17 }), { kind: 'taken', ids: ['17'] }],
    [result('OK'), { kind: 'lost', reason: 'the answer has no message id' }],
    [result('REJECTED', { reasons: [{ key: 'SRVC_NOT_VIBER_USER' }] }), { kind: 'refused', errorCode: 504 }],
    [result('NEW'), { kind: 'refused', errorCode: 502, providerCode: 'NEW', isUnknown: true }],
    [answer(400), { kind: 'refused', errorCode: 7500, providerCode: '400' }],
    [answer(401), { kind: 'closed', scope: 'link', reason: 'answered 401' }],
    [answer(429), { kind: 'throttled', scope: 'link', forMs: 1_000 }],
    [answer(503), { kind: 'temporary', providerCode: '503' }],
    [answer(200, '<html></html>'), { kind: 'lost' }],
  ])('%j means %j', (given, verdict) => {
    expect(key.hear(given, viber, {})).toMatchObject(verdict);
  });

  test.each([
    ['1', 'temporary'],
    ['2', 457],
    ['3', 7403],
    ['5', 7403],
    ['6', 7403],
    ['7', 'temporary'],
    ['8', 505],
    ['9', 504],
    ['10', 504],
    ['11', 'closed'],
    ['13', 'closed'],
    ['18', 457],
    ['20', 7403],
    ['21', 505],
    ['28', 7403],
  ])('with the code %s of Viber means %s, for VK it is unknown', (code, meaning) => {
    const verdict = key.hear(result(Number(code)), viber, {});
    expect(verdict.kind === 'refused' ? verdict.errorCode : verdict.kind).toBe(meaning);
    expect(key.hear(result(Number(code)), { ...viber, channelType: 'VK' }, {})).toMatchObject({ isUnknown: true });
  });

  test('has a test above for every code of the table', () => {
    expect([...VIBER_ERRORS.keys()].filter((code) => /^\d+$/.test(code))).toHaveLength(15);
  });

  test.each([
    [answer(200, { result: [] }), undefined],
    [answer(400), undefined],
    [answer(401), '401'],
    [answer(503), '503'],
  ])('to an empty list, %j, gives the reason %s', (given, reason) => {
    expect(key.hearHealth(given)).toBe(reason);
  });

  test.each([
    ['VIBER', '/v2/viber/messages'],
    ['VK', '/v2/vk/messages'],
  ])('about a link of %s is asked for at %s', (channelType, path) => {
    expect(partnerRest(linkOf({ form: 'key' }, { channelType })).health(0)).toMatchObject({
      path,
      body: '{"messages":[]}',
    });
  });
});
