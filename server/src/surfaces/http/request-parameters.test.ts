import { listMessages } from '@volley/contract/messaging/message-list.ts';
import { getMessage } from '@volley/contract/messaging/messages.ts';
import { listCompanies } from '@volley/contract/partner/companies.ts';
import { getDispatch, listDispatches } from '@volley/contract/partner/dispatches.ts';
import { listSenders } from '@volley/contract/partner/senders.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { expect, test } from 'vitest';
import { decodePathIds, decodeQuery, unknownParameters } from './request-parameters.ts';

test.each([
  [listCompanies, {}, { page: 1, per_page: 10 }],
  [listCompanies, { page: '2', perPage: '50' }, { page: 2, per_page: 50 }],
  [listCompanies, { per_page: '5', perPage: '50' }, { page: 1, per_page: 5 }],
  [listDispatches, { companyId: '7', per_page: '50' }, { companyId: 7, page: 1, perPage: 50 }],
  [listDispatches, { companyId: '0x10' }, { companyId: '0x10', page: 1, perPage: 10 }],
  [listDispatches, { companyId: '1e3' }, { companyId: '1e3', page: 1, perPage: 10 }],
  [listDispatches, { companyId: ' 1' }, { companyId: ' 1', page: 1, perPage: 10 }],
  [listDispatches, { companyId: '' }, { companyId: '', page: 1, perPage: 10 }],
  [listSenders, { companyId: '1', brand: 'MTS' }, { companyId: 1, brand: ['MTS'] }],
  [
    listSenders,
    { companyId: '1', brand: ['MTS', 'TELE2,BEELINE'] },
    { companyId: 1, brand: ['MTS', 'TELE2', 'BEELINE'] },
  ],
  [listSenders, { companyId: '1', 'brand[]': ['MTS', 'TELE2'] }, { companyId: 1, brand: ['MTS', 'TELE2'] }],
  [
    listSenders,
    { companyId: '1', 'brand[0]': 'MTS', 'brand[1]': 'TELE2', 'brand[x]': 'no' },
    { companyId: 1, brand: ['MTS', 'TELE2'] },
  ],
  [listMessages, { external_message_id: 'a,b' }, { page: 1, per_page: 100, external_message_id: ['a,b'] }],
  [
    listMessages,
    { message_uuid: ['a,b', `${'c'.repeat(60)},${'d'.repeat(60)}`] },
    { page: 1, per_page: 100, message_uuid: ['a,b', 'a', 'b', 'c'.repeat(60), 'd'.repeat(60)] },
  ],
])('%# decodeQuery reads a query by its schema', ({ query }, raw, expected) => {
  expect(decodeQuery(query, raw)).toEqual({ values: expected, faults: [] });
});

test.each([
  { companyId: '1', brand: 'M\0S' },
  { companyId: '1', brand: ['MTS', '\0'] },
])('decodeQuery refuses NUL: %j', (raw) => {
  expect(decodeQuery(listSenders.query, raw).faults).toEqual([
    { field: 'brand', reason: 'must not contain NUL', code: 'bad-text' },
  ]);
});

test('decodeQuery refuses a repeated parameter that is not a list', () => {
  expect(decodeQuery(listDispatches.query, { companyId: ['1', '2'], status: ['CREATED', 'STARTED'] })).toEqual({
    values: { page: 1, perPage: 10 },
    faults: ['companyId', 'status'].map((field) => ({ field, reason: 'must be given once', code: 'given-twice' })),
  });
});

test('unknownParameters reports unknown names, but not alternative spellings or brackets', () => {
  const raw = { companyId: '1', per_page: '5', 'brand[]': 'MTS', 'brand[0]': 'MTS', satus: 'x', pageSize: '1' };
  expect(unknownParameters(listSenders.query, { ...raw, page: '1' })).toEqual([
    'per_page',
    'satus',
    'pageSize',
    'page',
  ]);
  expect(unknownParameters(listDispatches.query, { companyId: '1', per_page: '5' })).toEqual([]);
});

test('decodePathIds accepts a UUID in capitals', () => {
  const messageUuid = '01A1DF4C-3514-7000-83E7-E2AD5C3363B6';
  expect(decodePathIds(getMessage.params, { messageUuid })).toEqual({ messageUuid });
});

test('decodePathIds accepts positive 32-bit integers', () => {
  expect(decodePathIds(getDispatch.params, { id: '2147483647' })).toEqual({ id: 2_147_483_647 });
  for (const id of ['0', '-1', '2147483648', '9999999999', '01', '1.0', 'abc', '', '1e1']) {
    expect(() => decodePathIds(getDispatch.params, { id })).toThrow(Refusal);
  }
  const { found } = refusalBy(() => decodePathIds(getDispatch.params, { id: 'abc' }));
  expect(found.faults).toEqual([
    { field: 'id', reason: 'must be an integer from 1 to 2147483647', code: 'wrong-form' },
  ]);
});

function refusalBy(work: () => unknown): Refusal {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error;
  }
  throw new Error('work() threw no Refusal');
}
