import { afterEach, describe, expect, test, vi } from 'vitest';
import { arrival, type CallbackSink, messagingArrivals, openCallbackSink, recordArrival } from './callback-sink.ts';

const uuid = '019a0000-0000-7000-8000-000000000001';
let sink: CallbackSink | undefined;
afterEach(() => sink?.close());

const post = (to: CallbackSink, event: string) =>
  fetch(to.url, { method: 'POST', body: JSON.stringify({ event, messageUuid: uuid }) });

describe('recordArrival', () => {
  test.each([
    [['sent', 'delivered'], arrival.sent | arrival.delivered],
    [['delivered', 'sent'], arrival.sent | arrival.delivered | arrival.sentAfterFinal],
    [['failed', 'sent'], arrival.sent | arrival.failed | arrival.sentAfterFinal],
    [['sent', 'delivered', 'sent'], arrival.sent | arrival.delivered | arrival.repeated],
    [['delivered', 'delivered'], arrival.delivered | arrival.repeated],
    [['read'], 0],
  ])('%j gives the bits %i', (events, sum) => {
    expect(events.reduce(recordArrival, 0)).toBe(sum);
  });
});

test('an event array of the messaging API is read message by message', () => {
  const about = { message_uuid: uuid, channel_type: 'SMS' };
  const body = JSON.stringify([
    { ...about, callback_event: 'sent', status: 'sent' },
    { ...about, callback_event: 'price', price: 3.2 },
    { ...about, callback_event: 'delivered', status: 'delivered' },
    { ...about, callback_event: 'delivered', status: 'unsent' },
  ]);
  expect(messagingArrivals(body).map(([, event]) => event)).toEqual(['sent', 'price', 'delivered', 'failed']);
});

describe('a callback sink', () => {
  test('counts answered requests and stores the arrivals of each message', async () => {
    sink = await openCallbackSink({ remember: true });
    await post(sink, 'sent');
    await post(sink, 'delivered');
    expect(sink.answered).toBe(2);
    expect(sink.arrivals.get(uuid)).toBe(arrival.sent | arrival.delivered);
    expect(sink.ratePerSecond).toBeGreaterThan(0);
  });

  test('stores no arrivals by default', async () => {
    sink = await openCallbackSink();
    await post(sink, 'sent');
    expect(sink.answered).toBe(1);
    expect(sink.arrivals.size).toBe(0);
  });

  test('refuses with 503 and counts no answer', async () => {
    sink = await openCallbackSink();
    await sink.setMode('refuse');
    expect((await post(sink, 'sent')).status).toBe(503);
    expect([sink.requests, sink.answered]).toEqual([1, 0]);
  });

  test('leaves a request without an answer while it hangs', async () => {
    sink = await openCallbackSink();
    await sink.setMode('hang');
    const aborting = new AbortController();
    const call = fetch(sink.url, { method: 'POST', signal: aborting.signal });
    const failed = expect(call).rejects.toThrow('aborted');
    await vi.waitUntil(() => sink?.requests === 1, { timeout: 120_000 });
    aborting.abort();
    await failed;
    expect([sink.requests, sink.answered]).toEqual([1, 0]);
  });

  test('returns from mode dead at the same address', async () => {
    sink = await openCallbackSink();
    const { url } = sink;
    await sink.setMode('dead');
    await expect(post(sink, 'sent')).rejects.toThrow();
    await sink.setMode('answer');
    expect(sink.url).toBe(url);
    expect((await post(sink, 'sent')).status).toBe(200);
  });
});
