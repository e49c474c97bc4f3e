// Calls that the client refuses before any request.
import { parseDatetime } from '@volley/contract/datetime.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { openClient } from '../client.ts';
import { InvalidArgument } from '../errors/invalid-argument.ts';
import { useScriptedService } from '../given/scripted-answers.ts';
import { openPartnerClient } from '../partner-client.ts';
import { TEXT_FORMATS } from './text-format.ts';

const UUID = '0197c3a1-5e00-7000-8000-4d5a1c2b3e4f';
const sms = { channelType: 'SMS', senderName: 'Shop', destination: '79161230001', content: 'Hi' };

const service = useScriptedService();

/** As a program in JavaScript calls it, without types. */
type Untyped = Record<string, Record<string, (...args: readonly unknown[]) => Promise<unknown>>>;
let client: Untyped;
let partner: Untyped;
beforeEach(() => {
  client = service.open() as unknown as Untyped;
  const options = { api: service.address, login: 'shop', password: 'right' };
  partner = openPartnerClient(options) as unknown as Untyped;
});

async function refusalOf(call: Promise<unknown> | undefined): Promise<InvalidArgument> {
  const error = await (call ?? Promise.reject(new Error('no such method'))).then(
    () => new Error('the call was made'),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(InvalidArgument);
  expect(service.seen).toEqual([]);
  return error as InvalidArgument; // checked above
}

describe('an id', () => {
  test.each<[string, readonly unknown[], string]>([
    ['get', [''], 'messages.get: messageUuid must not be empty'],
    ['get', [], 'messages.get: messageUuid is required'],
    ['get', [undefined], 'messages.get: messageUuid is required'],
    ['get', [null], 'messages.get: messageUuid must be a string'],
    ['get', [7], 'messages.get: messageUuid must be a string'],
    ['get', [`${UUID}/../..`], 'messages.get: messageUuid must be a UUID'],
    ['get', ['..'], 'messages.get: messageUuid must be a UUID'],
    ['get', [[UUID]], 'messages.get: messageUuid must be a string'],
    ['get', [UUID, { signal: 1 }], 'messages.get: options.signal must be an AbortSignal'],
    ['get', [UUID, { timeout: 1 }], 'messages.get: options.timeout is unknown'],
    ['get', [UUID, 0, [UUID]], 'messages.get: options must be an object such as { signal } (and 1 more)'],
    ['get', [UUID, AbortSignal.timeout(1)], 'messages.get: options must be an object such as { signal }'],
  ])('of messages.%s(%j) is refused', async (name, args, message) => {
    expect((await refusalOf(client['messages']?.[name]?.(...args))).message).toBe(message);
  });

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, '1', '', '1/start', {}, true, 5n])(
    'that is no number of a dispatch, such as %s, is refused in both APIs',
    async (id) => {
      const message = /^dispatches\.start: id must be (?:an integer|at least 1|at most 2147483647)$/;
      expect((await refusalOf(client['dispatches']?.['start']?.(id))).message).toMatch(message);
      expect((await refusalOf(partner['dispatches']?.['start']?.(id))).message).toMatch(message);
    },
  );

  test('is checked also where bodies are left to the service', async () => {
    const lenient = service.open({ checks: 'ids' }) as unknown as Untyped;
    await refusalOf(lenient['messages']?.['get']?.(''));
    await lenient['messages']?.['send']?.({ ...sms, newMember: 1 });
    expect(service.seen).toMatchObject([{ url: '/api/v1/message', body: JSON.stringify({ ...sms, newMember: 1 }) }]);
  });
});

describe('a body', () => {
  test.each<[unknown, string]>([
    [undefined, 'body is required'],
    [null, 'body must be an array'],
    ['hello', 'body must be an array'],
    [[], 'body must not be empty'],
    [[sms, undefined], '[1] is required'],
    [{ ...sms, destination: undefined }, 'destination is required'],
    [{ ...sms, destination: 79161230001 }, 'destination must be a string'],
    [{ ...sms, ttl: Number.NaN }, 'ttl must be an integer'],
    [[sms, { ...sms, channelType: 'FAX' }], '[1].channelType must be one of SMS, VIBER,'],
    [{ ...sms, callbackURL: 'https://shop.example' }, 'callbackURL is unknown: did you mean callbackUrl?'],
    [{ ...sms, sendername: 'Shop' }, 'sendername is unknown: did you mean senderName?'],
    [{ ...sms, tags: ['a b'] }, 'tags[0] may hold Latin letters, digits and _ only'],
    [{ ...sms, tags: Array.from({ length: 11 }, (_, at) => `t${at}`) }, 'tags must have at most 10 items'],
    [{ ...sms, hours: [9, 9] }, 'hours must not repeat a value'],
    [{ ...sms, callbackUrl: 'shop.example/hook' }, 'callbackUrl must be an http or https URL'],
    [{ ...sms, cascade: [{ ...sms }] }, 'cascade[0].destination is unknown'],
    [{ ...sms, cascade: { channelType: 'SMS', senderName: 'Shop' } }, 'cascade.content is required'],
    [{ ...sms, externalMessageId: 'a\0' }, 'externalMessageId must not contain NUL'],
    [{ ...sms, senderName: '' }, 'senderName must not be empty'],
  ])('%j is refused', async (body, message) => {
    const refusal = await refusalOf(client['messages']?.['send']?.(body));
    expect(refusal.message).toContain(`messages.send: ${message}`);
    expect(refusal.field).toBe(refusal.details[0]?.field);
  });

  test('with a bigint is refused', async () => {
    const { message } = await refusalOf(client['messages']?.['send']?.({ ...sms, ttl: 60n }));
    expect(message).toBe('messages.send: ttl must be an integer');
  });

  test('with many faults names 20 of them and counts all', async () => {
    const refusal = await refusalOf(client['messages']?.['send']?.(Array.from({ length: 30 }, () => ({}))));
    expect([refusal.details.length, refusal.detailsTotal]).toEqual([20, 120]);
  });

  test('that contains itself is refused', async () => {
    const cascade: Record<string, unknown> = { channelType: 'SMS', senderName: 'Shop', content: 'Hi' };
    cascade['cascade'] = cascade;
    expect((await refusalOf(client['messages']?.['send']?.({ ...sms, cascade }))).message).toContain(
      'must not contain itself',
    );
    const data: Record<string, unknown> = {};
    data['own'] = data;
    const push = { channelType: 'PUSH', senderName: 'Shop', destination: '79161230001', content: { text: 'Hi', data } };
    expect((await refusalOf(client['messages']?.['send']?.(push))).field).toBe('content.data');
  });

  test('is written as JSON once', async () => {
    let written = 0;
    const counted = { ...sms, toJSON: () => ((written += 1), sms) };
    await client['messages']?.['send']?.([counted]);
    // Once for the check of its members, and once for the request.
    expect(written).toBe(2);
  });

  test('is accepted as JSON writes it', async () => {
    const template = { channelType: 'SMS', templateType: 'SERVICE', pattern: 'Hi', senderNameId: 1, countryCode: null };
    await client['templates']?.['create']?.({ ...template, dateFrom: new Date('2026-01-01'), content: undefined });
    expect(service.seen).toHaveLength(1);
  });

  test('of a change of both APIs is optional where the contract says so', async () => {
    service.answers = [{ status: 200, body: { token: 't' } }];
    await partner['senders']?.['suspend']?.(7);
    await partner['senders']?.['suspend']?.(7, { reason: 'Test' });
    await client['verifier']?.['cancel']?.(UUID);
    expect(service.seen.map(({ url }) => url)).toEqual([
      '/auth/token',
      '/senders/7/suspend',
      '/senders/7/suspend',
      `/api/v1/verifier/${UUID}/cancel`,
    ]);
  });
});

describe('a query', () => {
  test.each<[unknown, string]>([
    ['page=2', 'query must be an object'],
    [{ perPage: 5 }, 'perPage is unknown: did you mean per_page?'],
    [{ per_page: '5' }, 'per_page must be an integer'],
    [{ page: Number.NaN }, 'page must be an integer'],
    [{ status: 'sent,lost' }, 'status[1] must be one of sending, sent,'],
    [{ status: null }, 'status must be an array'],
    [{ time_from: '2026-01-01' }, 'time_from must be an ISO 8601 timestamp'],
    [{ message_uuid: Array.from({ length: 1_001 }, () => UUID) }, 'message_uuid must have at most 1000 items'],
  ])('%j is refused, page by page too', async (query, message) => {
    expect((await refusalOf(client['messages']?.['list']?.(query))).message).toContain(`messages.list: ${message}`);
    // An async iterable, as its generated type says.
    const items = client['messages']?.['each']?.(query) as unknown as AsyncIterable<unknown>;
    const first = items[Symbol.asyncIterator]().next();
    expect((await refusalOf(first)).message).toContain(`messages.each: ${message}`);
  });

  test('writes a Date as a body does', async () => {
    await client['messages']?.['list']?.({ time_from: new Date('2026-01-01') });
    expect(service.seen[0]?.url).toBe('/api/v1/message?time_from=2026-01-01T00%3A00%3A00.000Z');
  });

  test('takes single values and lists', async () => {
    await client['messages']?.['list']?.({ status: 'sent', content: 'a, b', dispatch_id: [1, 2], root: true });
    expect(service.seen[0]?.url).toBe(
      '/api/v1/message?status=sent&content=a%2C+b&dispatch_id=1&dispatch_id=2&root=true',
    );
  });
});

describe('options of a call', () => {
  const name = {
    channelType: 'SMS',
    senderName: 'Shop',
    commonType: 'PROMO',
    brand: 'MTS',
    dateFrom: '2026-01-01T00:00:00Z',
  };

  test.each<[unknown, string]>([
    [{ idempotencyKey: '' }, 'options.idempotencyKey must be 1 to 255 printable ASCII characters'],
    [{ idempotencyKey: 5 }, 'options.idempotencyKey must be a string'],
    [{ files: {} }, 'options.files must be an array'],
    [{ files: [Buffer.from('a')] }, 'options.files[0].name must be the name of a file'],
    [{ files: [{ name: 'a.pdf', bytes: 'a' }] }, 'options.files[0].bytes must be a Uint8Array or a Blob'],
  ])('%j are refused', async (options, message) => {
    expect((await refusalOf(client['senders']?.['create']?.(name, options))).message).toContain(message);
  });

  test('have no key where the service takes none', async () => {
    const refusal = await refusalOf(client['messages']?.['get']?.(UUID, { idempotencyKey: 'mine' }));
    expect(refusal.message).toBe('messages.get: options.idempotencyKey is unknown');
  });

  test('files of an upload are checked', async () => {
    const { message } = await refusalOf(partner['documents']?.['upload']?.(7, 'a.pdf'));
    expect(message).toBe('documents.upload: file must be an object such as { name, bytes }');
  });
});

describe('a client', () => {
  test.each<[unknown, string]>([
    [undefined, 'options is required'],
    [{ key: 'k' }, 'api is required'],
    [{ api: '', key: 'k' }, 'api must not be empty'],
    [{ api: 'volley.example', key: 'k' }, 'api must be an http or https URL, such as https://volley.example'],
    [{ api: 'localhost:8080', key: 'k' }, 'api must be an http or https URL'],
    [{ api: 'ftp://volley.example', key: 'k' }, 'api must be an http or https URL'],
    [{ api: 'https://volley.example?', key: 'k' }, 'api must be an http or https URL'],
    [{ api: 'https://volley.example#', key: 'k' }, 'api must be an http or https URL'],
    [{ api: 'https://volley.example ', key: 'k' }, 'api must be an http or https URL'],
    [{ api: 'https://me:secret@volley.example', key: 'k' }, 'api must be an http or https URL'],
    [{ api: 'https://volley.example', key: '' }, 'key must not be empty'],
    [{ api: 'https://volley.example', key: undefined }, 'key is required'],
    [{ api: 'https://volley.example', key: 'abc\n' }, 'key must not contain blanks, line breaks or non-ASCII'],
    [{ api: 'https://volley.example', key: 'k', timeout: 5 }, 'timeout is unknown'],
    [{ api: 'https://volley.example', key: 'k', timeoutMs: Number.NaN }, 'timeoutMs must be an integer'],
    [{ api: 'https://volley.example', apiKey: 'k' }, 'key is required'],
  ])('with the options %j is refused', (options, message) => {
    // As a program in JavaScript calls it.
    expect(() => openClient(options as Parameters<typeof openClient>[0])).toThrow(`openClient: ${message}`);
  });

  test('of the partner API needs a login and a password', () => {
    const options = { api: 'https://volley.example', login: '', password: '' };
    expect(() => openPartnerClient(options)).toThrow('openPartnerClient: login must not be empty (and 1 more)');
  });
});

test('timestamps are those of the service', () => {
  const texts = [
    '2026-01-01T00:00:00Z',
    '2026-02-29T00:00:00Z',
    '2028-02-29T00:00:00+03:00',
    '2026-13-01T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:00:00',
    '2026-01-01',
    '2101-01-01T00:00:00Z',
    '2026-01-01T00:00:00.123456789Z',
    '2026-01-01T00:00:00+15:00',
    '2026-00-01T00:00:00Z',
  ];
  for (const text of texts)
    expect([text, TEXT_FORMATS['date-time']?.isFine(text)]).toEqual([text, parseDatetime(text) !== undefined]);
});
