import { sendMessages } from '@volley/contract/messaging/messages.ts';
import { createCompany } from '@volley/contract/partner/companies.ts';
import { createDispatch } from '@volley/contract/partner/dispatches.ts';
import { createSender } from '@volley/contract/partner/senders.ts';
import { refusalOf } from '@volley/domain/refusals/refusal.ts';
import { describe, expect, test } from 'vitest';
import { type Check, compileCheck } from './validation.ts';

const company = { name: 'A', counteragentType: 'LEGAL', counteragentInn: '7700000000' };
const sender = {
  companyId: 1,
  senderName: 'Shop',
  channelType: 'SMS',
  commonType: 'COMMON',
  brand: 'MTS',
  dateFrom: '2024-07-01T00:00:00Z',
};
const dispatch = {
  companyId: 1,
  name: 'July',
  senderIds: [1],
  channelType: 'SMS',
  text: 'Hi {name}',
  messages: [{ destination: '79161230001', substitutions: { name: 'Ann', visits: 3, vip: true } }],
};
const schedule = { startAt: '2024-07-01T10:00:00+03:00', hours: [9, 23], days: [1, 7] };

const checkCompany = compileCheck(createCompany.body);
const checkSender = compileCheck(createSender.body);
const checkDispatch = compileCheck(createDispatch.body);

const faultsOf = (check: Check, value: unknown) => check(value).found.faults;

function complaintOf(check: Check, value: unknown): string {
  const { found } = check(value);
  return found.total === 0 ? '' : refusalOf(found).message;
}

describe('company bodies', () => {
  test.each([
    [{ company }],
    [{ company, budget: 0 }],
    [{ company, budget: null }],
    [{ company, budget: 5000.5, unknown: { deep: [] } }],
  ])('%j passes', (body) => {
    expect(complaintOf(checkCompany, body)).toBe('');
  });

  test.each([
    [{}, 'Bad Request: company is required'],
    [[], 'Bad Request: body must be an object'],
    [company, 'Bad Request: company is required'],
    [{ company: { ...company, name: '' } }, 'Bad Request: company.name must not be empty'],
    [{ company: { ...company, name: '  ' } }, 'Bad Request: company.name must not be blank'],
    [{ company: { ...company, name: 5 } }, 'Bad Request: company.name must be a string'],
    [
      { company: { ...company, counteragentType: 'legal' } },
      'Bad Request: company.counteragentType must be one of LEGAL, INDIVIDUAL',
    ],
    [{ company, budget: '5' }, 'Bad Request: budget must be a number or null'],
    [{ company, budget: -1 }, 'Bad Request: budget must be at least 0'],
  ])('%j is refused with: %s', (body, msg) => {
    expect(complaintOf(checkCompany, body)).toBe(msg);
  });
});

test.each([
  [{ dateFrom: '2024-07-01' }, 'dateFrom must be an ISO 8601 timestamp with an offset or Z'],
  [{ companyId: '1' }, 'companyId must be an integer'],
  [{ companyId: 2 ** 31 }, 'companyId must be at most 2147483647'],
  [{ companyId: 1.5 }, 'companyId must be an integer'],
  [{ documentIds: ['x'] }, 'documentIds[0] must be a UUID'],
  [{ brand: 'YOTA' }, 'brand must be one of MTS, BEELINE, MEGAFON, TELE2'],
])('a sender with %j is refused: %s', (change, problem) => {
  expect(complaintOf(checkSender, { ...sender, ...change })).toBe(`Bad Request: ${problem}`);
});

describe('dispatch bodies', () => {
  test.each([
    [{}],
    [{ schedule }],
    [{ callbackUrl: 'https://user:secret@127.0.0.1:8443/a?b=c', callbackEvents: ['sent', 'delivered', 'failed'] }],
    [{ messages: [{ destination: '' }] }],
  ])('%j passes', (change) => {
    expect(complaintOf(checkDispatch, { ...dispatch, ...change })).toBe('');
  });

  test.each([
    [{ messages: [] }, 'messages must not be empty'],
    [{ messages: [{ destination: '1' }, { destination: 79161230001 }] }, 'messages[1].destination must be a string'],
    [{ messages: [{}] }, 'messages[0].destination is required'],
    [
      { messages: [{ destination: '1', substitutions: { a: null } }] },
      'messages[0].substitutions.a must be a string or a number or a boolean',
    ],
    [{ senderIds: [1, 1] }, 'senderIds must not repeat a value'],
    [{ senderIds: [] }, 'senderIds must not be empty'],
    [{ schedule: { ...schedule, hours: [24] } }, 'schedule.hours[0] must be at most 23'],
    [{ schedule: { ...schedule, days: [0] } }, 'schedule.days[0] must be at least 1'],
    [{ schedule: { startAt: schedule.startAt, hours: [1] } }, 'schedule.days is required'],
    [{ text: 'x'.repeat(1601) }, 'text must be at most 1600 characters long'],
    [{ callbackUrl: 'ftp://example.com' }, 'callbackUrl must be an http or https URL'],
    [{ callbackUrl: 'http:example' }, 'callbackUrl must be an http or https URL'],
    [{ callbackEvents: ['read'] }, 'callbackEvents[0] must be one of delivered, sent, failed'],
    [{ channelType: 'FAX' }, 'channelType must be one of SMS'],
  ])('%j is refused with: %s', (change, problem) => {
    expect(complaintOf(checkDispatch, { ...dispatch, ...change })).toContain(`Bad Request: ${problem}`);
  });

  test('the length of a text counts code points, not UTF-16 units', () => {
    expect(complaintOf(checkDispatch, { ...dispatch, text: '😀'.repeat(1_600) })).toBe('');
    const problem = 'text must be at most 1600 characters long';
    for (const text of ['😀'.repeat(1_601), `${'x'.repeat(1_599)}😀x`])
      expect(complaintOf(checkDispatch, { ...dispatch, text })).toContain(problem);
  });

  test('at most twenty faults are reported and all are counted', () => {
    const bad = { ...dispatch, messages: Array.from({ length: 50 }, () => ({})) };
    const { found } = checkDispatch(bad);
    expect(found.faults).toHaveLength(20);
    expect(found.total).toBe(50);
  });

  test('only the beginning of a list that is far too long is checked', () => {
    const messages = [...Array.from({ length: 25_000 }, () => ({ destination: '1' })), { destination: 5 }];
    expect(faultsOf(checkDispatch, { ...dispatch, messages })).toEqual([
      { field: 'messages', reason: 'must have at most 10000 items', code: 'too-many' },
    ]);
  });

  test('the first fault of an item with too many faults is reported', () => {
    const substitutions = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`a${at}`, null]));
    expect(faultsOf(checkDispatch, { ...dispatch, messages: [{ destination: '1', substitutions }] })).toHaveLength(1);
  });

  test('a list above maxItems is reported together with its first invalid items', () => {
    const messages = [{ destination: 5 }, ...Array.from({ length: 10_000 }, () => ({ destination: '1' }))];
    expect(faultsOf(checkDispatch, { ...dispatch, messages })).toEqual([
      { field: 'messages', reason: 'must have at most 10000 items', code: 'too-many' },
      { field: 'messages[0].destination', reason: 'must be a string', code: 'wrong-type' },
    ]);
  });

  test('an invalid item at the end of a long list is reported', () => {
    const recipient = { destination: '1', substitutions: { a: 'x', b: 'y', c: 'z' } };
    const messages = [...Array.from({ length: 9_000 }, () => recipient), { destination: 5 }];
    expect(faultsOf(checkDispatch, { ...dispatch, messages })).toEqual([
      { field: 'messages[9000].destination', reason: 'must be a string', code: 'wrong-type' },
    ]);
  });
});

describe('the faults of an invalid body', () => {
  test('are reported together, each field once, in the order of the schema', () => {
    const body = {
      company: { name: '', counteragentType: 'X', counteragentInn: '1', counteragentKpp: '2' },
      budget: -1,
    };
    expect(faultsOf(checkCompany, body)).toEqual([
      { field: 'company.name', reason: 'must not be empty', code: 'too-short' },
      {
        field: 'company.counteragentType',
        reason: 'must be one of LEGAL, INDIVIDUAL',
        code: 'not-in-list',
      },
      {
        field: 'company.counteragentInn',
        reason: 'must be 10 digits for LEGAL, 12 digits for INDIVIDUAL',
        code: 'wrong-form',
      },
      {
        field: 'company.counteragentKpp',
        reason: 'must be 9 characters for LEGAL: 4 digits, 2 digits or capital letters, 3 digits',
        code: 'wrong-form',
      },
      { field: 'budget', reason: 'must be at least 0', code: 'too-small' },
    ]);
  });

  test('are removed from the part that further rules check', () => {
    const body = { ...dispatch, senderIds: [1, 'x'], schedule: { ...schedule, startAt: 5 }, extra: 1 };
    const { senderIds: _, ...rest } = body;
    expect(checkDispatch(body).sound).toEqual({ ...rest, schedule: { hours: [9, 23], days: [1, 7] } });
    expect(body.senderIds).toEqual([1, 'x']);
    expect(checkDispatch([]).sound).toBeUndefined();
    expect(checkDispatch(dispatch).sound).toBe(dispatch);
  });

  test('leave the other items of a list of messages in place', () => {
    const message = { channelType: 'SMS', senderName: 'A', destination: '1', content: 'x' };
    const { found, sound } = compileCheck(sendMessages.body)([message, 5, { ...message, tags: ['a b', ''] }]);
    expect(found.faults).toEqual([
      { field: '[1]', reason: 'must be an object', code: 'wrong-type' },
      {
        field: '[2].tags[0]',
        reason: 'may hold Latin letters, digits and _ only, no blanks or hyphens',
        code: 'wrong-form',
      },
      { field: '[2].tags[1]', reason: 'must not be empty', code: 'too-short' },
    ]);
    expect(sound).toEqual([message, undefined, message]);
  });
});
