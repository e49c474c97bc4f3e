// Receivers of callbacks in a real server of Node, as a middleware, and as a handler of Requests.
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Event } from '../generated/messaging.ts';
import { CALLBACK_SECRET, signedHeaders } from '../given/signed-callback.ts';
import { callbackFetchHandler, callbackListener } from './callback-listener.ts';
import type { CallbackOptions } from './callback-receiver.ts';
import { rememberEvents } from './handled-events.ts';

const event = (event_number: number, message_uuid = `m${event_number}`) => ({
  event_number,
  message_uuid,
  callback_event: 'sent',
  status: 'sent',
});
const bodyOf = (...numbers: readonly number[]) => JSON.stringify(numbers.map((number) => event(number)));

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(listener: RequestListener): Promise<string> {
  const created = createServer(listener);
  server = created;
  await new Promise<void>((resolve) => created.listen(0, '127.0.0.1', resolve));
  const { port } = created.address() as AddressInfo; // it listens on a port
  return `http://127.0.0.1:${port}/hook`;
}

type Reply = { readonly status: number; readonly text: string };
type Post = (body: string, headers?: Record<string, string>, method?: string) => Promise<Reply>;

const replyOf = async (response: Response): Promise<Reply> => ({
  status: response.status,
  text: await response.text(),
});

/** The same receiver behind both kinds of servers. */
const KINDS: readonly (readonly [string, (options: CallbackOptions) => Promise<Post>])[] = [
  [
    'a listener of node:http',
    async (options) => {
      const url = await serve(callbackListener(options));
      return async (body, headers = signedHeaders(body), method = 'POST') =>
        replyOf(await fetch(url, { method, headers, ...(method === 'POST' && { body }) }));
    },
  ],
  [
    'a handler of Requests',
    (options) => {
      const handle = callbackFetchHandler(options);
      const url = 'https://shop.example/hook';
      return Promise.resolve(async (body, headers = signedHeaders(body), method = 'POST') =>
        replyOf(await handle(new Request(url, { method, headers, ...(method === 'POST' && { body }) }))),
      );
    },
  ],
];

describe.each(KINDS)('%s', (_name, open) => {
  test('passes the events of a genuine request and answers 204', async () => {
    const seen: unknown[] = [];
    const post = await open({
      secret: CALLBACK_SECRET,
      onEvents: (events, delivery) => void seen.push(events, delivery),
    });
    expect(await post(bodyOf(1, 2))).toEqual({ status: 204, text: '' });
    expect(seen).toEqual([[event(1), event(2)], { id: 'evt_1', attempt: 1 }]);
  });

  test('refuses requests that the service did not sign, without a call of the handler', async () => {
    const onEvents = (): never => {
      throw new Error('must not be called');
    };
    const post = await open({ secret: CALLBACK_SECRET, onEvents });
    const body = bodyOf(1);
    const { 'webhook-signature': _, ...unsigned } = signedHeaders(body);
    expect((await post(body, unsigned)).status).toBe(401);
    expect((await post(`${body} `, signedHeaders(body))).status).toBe(401);
    expect((await post(body, signedHeaders(body, { by: Buffer.from('other') }))).status).toBe(401);
    expect((await post(body, signedHeaders(body, { atMs: Date.now() - 400_000 }))).status).toBe(401);
    expect((await post('{}')).status).toBe(400);
    expect((await post('not JSON')).status).toBe(400);
    expect((await post('', {}, 'GET')).status).toBe(405);
  });

  test('refuses a body above the limit', async () => {
    const post = await open({ secret: CALLBACK_SECRET, onEvents: () => {}, bodyBytesMax: 1_000 });
    expect((await post(bodyOf(1))).status).toBe(204);
    expect((await post(JSON.stringify('x'.repeat(2_000)))).status).toBe(413);
    expect((await post(JSON.stringify('x'.repeat(2_000_000)))).status).toBe(413);
    expect((await post(bodyOf(2))).status).toBe(204);
  });

  test('answers 500 if the handler fails, so that the events come again', async () => {
    const errors: unknown[] = [];
    const seen: number[] = [];
    let isDown = true;
    const post = await open({
      secret: CALLBACK_SECRET,
      onEvent: async ({ event_number: number }) => {
        if (isDown && number === 2) throw new Error('the database is away');
        seen.push(number);
      },
      onError: (error) => void errors.push(error),
    });
    const { status, text } = await post(bodyOf(1, 2, 3));
    expect([status, text, errors]).toEqual([
      500,
      expect.not.stringContaining('database'),
      [new Error('the database is away')],
    ]);
    isDown = false;
    expect((await post(bodyOf(1, 2, 3))).status).toBe(204);
    expect(seen).toEqual([1, 2, 3]);
  });

  test('handles an event once, and tells repeated events apart', async () => {
    const seen: number[][] = [];
    const repeated: number[][] = [];
    const numbersOf = (events: readonly Event[]) => events.map((one) => one.event_number);
    const post = await open({
      secret: CALLBACK_SECRET,
      onEvents: (events) => void seen.push(numbersOf(events)),
      onRepeated: (events) => void repeated.push(numbersOf(events)),
    });
    for (const numbers of [[1, 2], [2, 3], [3]]) expect((await post(bodyOf(...numbers))).status).toBe(204);
    expect([seen, repeated]).toEqual([
      [[1, 2], [3]],
      [[2], [3]],
    ]);
  });

  test('asks a store of its owner which events were handled', async () => {
    const stored = new Set(['m1 1']);
    const asked: unknown[] = [];
    const seen: number[] = [];
    const post = await open({
      secret: CALLBACK_SECRET,
      onEvent: (one) => void seen.push(one.event_number),
      handled: {
        find: (keys) => {
          asked.push(['find', keys]);
          return Promise.resolve(keys.filter((key) => stored.has(key)));
        },
        add: (keys) => void asked.push(['add', keys]),
      },
    });
    expect((await post(bodyOf(1, 2, 3))).status).toBe(204);
    expect(seen).toEqual([2, 3]);
    // Each method once per request.
    expect(asked).toEqual([
      ['find', ['m1 1', 'm2 2', 'm3 3']],
      ['add', ['m2 2', 'm3 3']],
    ]);
  });

  test('handles events of several accounts, which number their own', async () => {
    const seen: string[] = [];
    const post = await open({
      secret: CALLBACK_SECRET,
      onEvent: (one) => void seen.push(one.message_uuid),
    });
    for (const uuid of ['first', 'second', 'first'])
      expect((await post(JSON.stringify([event(1, uuid)]))).status).toBe(204);
    expect(seen).toEqual(['first', 'second']);
  });

  test.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('onError failed');
      },
    ],
    ['rejects', () => Promise.reject(new Error('onError failed'))],
  ])('answers 500 also if onError %s, which is a warning', async (_kind, onError) => {
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    onTestFinished(() => warned.mockRestore());
    const onEvents = () => Promise.reject(new Error('the database is away'));
    const post = await open({ secret: CALLBACK_SECRET, onEvents, onError });
    expect((await post(bodyOf(1))).status).toBe(500);
    await vi.waitUntil(() => warned.mock.calls.length > 0, { timeout: 60_000 });
    expect(warned.mock.calls).toEqual([[new Error('onError failed')]]);
  });

  test('answers 503 while the same events are being handled', async () => {
    const handling = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    let calls = 0;
    const post = await open({
      secret: CALLBACK_SECRET,
      onEvents: () => {
        calls += 1;
        begun.resolve();
        return handling.promise;
      },
    });
    const first = post(bodyOf(1, 2));
    await begun.promise;
    expect((await post(bodyOf(2))).status).toBe(503);
    handling.resolve();
    expect((await first).status).toBe(204);
    expect((await post(bodyOf(2))).status).toBe(204);
    expect(calls).toBe(1);
  });
});

describe('in a framework that reads bodies', () => {
  type Read = IncomingMessage & { body?: unknown; rawBody?: unknown };
  const behind =
    (read: (request: Read, body: Buffer) => void, options: CallbackOptions) =>
    (request: IncomingMessage, response: ServerResponse) => {
      const listener = callbackListener(options);
      void buffer(request).then((body) => {
        read(request, body);
        listener(request, response);
      });
    };

  test.each<[string, (request: Read, body: Buffer) => void]>([
    ['express.raw()', (request, body) => Object.assign(request, { body })],
    ['express.text()', (request, body) => Object.assign(request, { body: body.toString() })],
    [
      'a raw body beside',
      (request, body) => Object.assign(request, { body: JSON.parse(body.toString()), rawBody: body }),
    ],
  ])('the listener takes the bytes of %s', async (_name, read) => {
    const seen: number[] = [];
    const onEvent = (one: Event) => void seen.push(one.event_number);
    const url = await serve(behind(read, { secret: CALLBACK_SECRET, onEvent }));
    const response = await fetch(url, { method: 'POST', body: bodyOf(7), headers: signedHeaders(bodyOf(7)) });
    expect([response.status, seen]).toEqual([204, [7]]);
  });

  test('the listener says how to mount it if the bytes are gone', async () => {
    const errors: unknown[] = [];
    const read = (request: Read, body: Buffer) =>
      Object.assign(request, { body: JSON.parse(body.toString()) as unknown });
    const options = {
      secret: CALLBACK_SECRET,
      onEvents: () => {},
      onError: (error: unknown) => void errors.push(error),
    };
    const url = await serve(behind(read, options));
    const response = await fetch(url, { method: 'POST', body: bodyOf(7), headers: signedHeaders(bodyOf(7)) });
    expect([response.status, String(errors[0])]).toEqual([500, expect.stringContaining('before express.json()')]);
  });
});

test.each<[unknown, string]>([
  [{ secret: '', onEvents: () => {} }, 'callbackListener: secret must be a callback secret'],
  [{ secret: 'abc', onEvents: () => {} }, 'callbackListener: secret must be a callback secret'],
  [{ secret: 'whsec_ ', onEvents: () => {} }, 'callbackListener: secret must be a callback secret'],
  [{ secret: 'whsec_…', onEvents: () => {} }, 'callbackListener: secret must be a callback secret'],
  [{ secret: CALLBACK_SECRET, onEvents: () => {}, handled: new Set() }, 'callbackListener: handled.find is required'],
  [{ secret: CALLBACK_SECRET }, 'callbackListener: onEvents is required'],
  [{ secret: CALLBACK_SECRET, onevent: () => {} }, 'callbackListener: onEvents is required'],
  [{ secret: CALLBACK_SECRET, onEvent: 'x' }, 'callbackListener: onEvent must be a function'],
  [{ secret: CALLBACK_SECRET, onEvents: () => {}, bodyBytesMax: '1mb' }, 'bodyBytesMax must be an integer'],
  [undefined, 'callbackListener: options is required'],
])('options without their form are refused when the listener is made (%#)', (options, message) => {
  // As a program in JavaScript calls it.
  expect(() => callbackListener(options as CallbackOptions)).toThrow(message);
});

test('the memory of events is bounded', async () => {
  const handled = rememberEvents(2);
  handled.add(['a']);
  handled.add(['b', 'c']);
  expect([...(await handled.find(['a', 'b', 'c']))]).toEqual(['b', 'c']);
});

test('a caller that goes away within its body is no error of the receiver', async () => {
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from('[')),
    pull: (controller) => controller.error(new Error('aborted')),
  });
  const handle = callbackFetchHandler({ secret: CALLBACK_SECRET, onEvents: () => {}, onError });
  const request = new Request('https://shop.example/hook', { method: 'POST', body, duplex: 'half' });
  expect((await handle(request)).status).toBe(400);
  expect(errors).toEqual([]);
});
