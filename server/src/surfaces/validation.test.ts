import { createCompany } from '@volley/contract/partner/companies.ts';
import { createDispatch } from '@volley/contract/partner/dispatches.ts';
import { createSender } from '@volley/contract/partner/senders.ts';
import { describe, expect, test } from 'vitest';
import { compileCheck, InvalidInput } from './validation.ts';

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

function complaintsOf(check: (value: unknown) => void, value: unknown): InvalidInput['complaints'] {
  try {
    check(value);
  } catch (error) {
    if (error instanceof InvalidInput) return error.complaints;
    throw error;
  }
  return [];
}

function complaintOf(check: (value: unknown) => void, value: unknown): string {
  const complaints = complaintsOf(check, value);
  return complaints.length === 0 ? '' : new InvalidInput(complaints).message;
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
    [{ company: { ...company, name: '  ' } }, 'Bad Request: company.name has a wrong form'],
    [{ company: { ...company, name: 5 } }, 'Bad Request: company.name must be a string'],
    [
      { company: { ...company, counteragentType: 'legal' } },
      'Bad Request: company.counteragentType must be one of LEGAL, INDIVIDUAL',
    ],
    [{ company, budget: '5' }, 'Bad Request: budget must be a number or null'],
    [{ company, budget: -1 }, 'Bad Request: budget must be at least 0'],
  ])('%j is refused: %s', (body, msg) => {
    expect(complaintOf(checkCompany, body)).toBe(msg);
  });
});

test.each([
  [{ dateFrom: '2024-07-01' }, 'dateFrom must be an ISO 8601 time with an offset or Z'],
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
  ])('%j is refused: %s', (change, problem) => {
    expect(complaintOf(checkDispatch, { ...dispatch, ...change })).toContain(`Bad Request: ${problem}`);
  });

  test('every bad field is named, twenty at most', () => {
    const bad = { ...dispatch, messages: Array.from({ length: 50 }, () => ({})) };
    expect(complaintsOf(checkDispatch, bad)).toHaveLength(20);
  });

  test('of a list that is far too long only the beginning is explained', () => {
    const messages = [...Array.from({ length: 25_000 }, () => ({ destination: '1' })), { destination: 5 }];
    expect(complaintsOf(checkDispatch, { ...dispatch, messages })).toEqual([
      { field: 'messages', reason: 'must have at most 10000 items' },
    ]);
  });

  test('of an item with too many wrong members the first is named', () => {
    const substitutions = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`a${at}`, null]));
    expect(complaintsOf(checkDispatch, { ...dispatch, messages: [{ destination: '1', substitutions }] })).toHaveLength(
      1,
    );
  });

  test('a long list is complained of, and the first wrong items beside it', () => {
    const messages = [{ destination: 5 }, ...Array.from({ length: 10_000 }, () => ({ destination: '1' }))];
    expect(complaintsOf(checkDispatch, { ...dispatch, messages })).toEqual([
      { field: 'messages', reason: 'must have at most 10000 items' },
      { field: 'messages[0].destination', reason: 'must be a string' },
    ]);
  });

  test('a wrong item at the end of a long list is found', () => {
    const recipient = { destination: '1', substitutions: { a: 'x', b: 'y', c: 'z' } };
    const messages = [...Array.from({ length: 9_000 }, () => recipient), { destination: 5 }];
    expect(complaintsOf(checkDispatch, { ...dispatch, messages })).toEqual([
      { field: 'messages[9000].destination', reason: 'must be a string' },
    ]);
  });
});
