// Waits for final states: intervals, outages, time-outs and aborts, with a scripted service.
import { expect, test } from 'vitest';
import { useScriptedService } from '../given/scripted-answers.ts';
import { WaitTimeout } from './poll.ts';

const uuid = (number: number) => `0197c3a1-5e00-7000-8000-${String(number).padStart(12, '0')}`;
const [UUID, OTHER] = [uuid(1), uuid(2)];
const message = (messageUuid: string, status: string) => ({ messageUuid, status });
const ok = (body: unknown) => ({ status: 200, body });
const page = (...items: readonly object[]) => ok({ page: 1, perPage: 1_000, total: items.length, items });

const service = useScriptedService();

test('a message is asked for at growing intervals until its status is final', async () => {
  service.answers = [...Array.from({ length: 12 }, () => ok(message(UUID, 'sent'))), ok(message(UUID, 'undelivered'))];
  expect(await service.open().messages.waitFor(UUID)).toEqual(message(UUID, 'undelivered'));
  expect(service.seen).toHaveLength(13);
  expect(service.pausesMs.slice(0, 3)).toEqual([250, 375, 562.5]);
  expect(Math.max(...service.pausesMs)).toBe(5_000);
});

test('a dispatch is waited for until it is done or stopped', async () => {
  for (const status of ['done', 'stopped']) {
    service.answers = [ok({ dispatchId: 7, status: 'sending' }), ok({ dispatchId: 7, status })];
    expect(await service.open().dispatches.waitFor(7)).toEqual({ dispatchId: 7, status });
  }
  expect(service.pausesMs).toEqual([1_000, 1_000]);
});

test('an outage does not end a wait, and Retry-After is kept', async () => {
  service.answers = [
    { status: 0 },
    { status: 503, body: { error: { code: 5030, msg: 'No' } } },
    { status: 429, body: { error: { code: 4290, msg: 'No' } }, headers: { 'retry-after': '60' } },
    { status: 503, body: { error: { code: 5030, msg: 'No' } }, headers: { 'retry-after': '40' } },
    ok(message(UUID, 'delivered')),
  ];
  expect(await service.open({ retries: 0 }).messages.waitFor(UUID)).toMatchObject({ status: 'delivered' });
  expect(service.pausesMs.slice(-2)).toEqual([60_000, 40_000]);
});

test('a refusal ends a wait', async () => {
  service.answers = [{ status: 404, body: { error: { code: 4040, msg: 'No' } } }];
  await expect(service.open().messages.waitFor(UUID)).rejects.toMatchObject({ name: 'NotFound' });
});

test('a wait ends after its time with the ids that are not final, and with the last failure as its cause', async () => {
  const client = service.open({ pause: (ms, signal) => realPause(Math.min(ms, 10), signal), retries: 0 });
  service.answers = Array.from({ length: 1_000 }, () => ok(message(UUID, 'sending')));
  const error: unknown = await client.messages.waitFor(UUID, { timeoutMs: 60 }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(WaitTimeout);
  expect(error).toMatchObject({
    message: `messages.waitFor: not final after 0.06 s: ${UUID}`,
    waiting: [UUID],
    reason: 'not-final',
  });
  service.answers = Array.from({ length: 1_000 }, () => ({ status: 0 }));
  const dispatch = client.dispatches.waitFor(7, { timeoutMs: 60 });
  await expect(dispatch).rejects.toMatchObject({ name: 'WaitTimeout', waiting: [7] });
});

test('a wait ends when it is aborted', async () => {
  const aborting = new AbortController();
  const client = service.open({ pause: realPause });
  service.answers = Array.from({ length: 10 }, () => ok(message(UUID, 'sending')));
  const waiting = client.messages.waitFor(UUID, { signal: aborting.signal });
  const failed = expect(waiting).rejects.toThrow('no longer needed');
  aborting.abort(new Error('no longer needed'));
  await failed;
});

test('messages of a list are yielded as they become final, in requests of 200 ids', async () => {
  const uuids = Array.from({ length: 250 }, (_, at) => uuid(at));
  const finalFrom = (from: number, to: number) => uuids.slice(from, to).map((one) => message(one, 'delivered'));
  service.answers = [
    page(...finalFrom(0, 199), message(uuid(199), 'sent'), message(uuid(9_999), 'delivered')),
    page(...finalFrom(200, 250)),
    page(message(uuid(199), 'unsent')),
  ];
  const found: string[] = [];
  for await (const { messageUuid } of service.open().messages.waitForEach(uuids)) found.push(messageUuid);
  expect(found).toEqual([...uuids.filter((one) => one !== uuid(199)), uuid(199)]);
  const asked = service.seen.map(({ url }) => new URLSearchParams(url.split('?')[1]).getAll('message_uuid').length);
  expect(asked).toEqual([200, 50, 1]);
});

test('an unknown id of a list is reported by the service, and an empty list needs no request', async () => {
  service.answers = [page(message(UUID, 'sent')), { status: 404, body: { error: { code: 4040, msg: 'No' } } }];
  const waiting = service.open().messages.waitForEach([UUID, OTHER])[Symbol.asyncIterator]();
  await expect(waiting.next()).rejects.toMatchObject({ name: 'NotFound' });
  expect(service.seen[1]?.url).toBe(`/api/v1/message/${OTHER}`);
  service.reset();
  expect(await service.open().messages.waitForEach([])[Symbol.asyncIterator]().next()).toMatchObject({ done: true });
  expect(service.seen).toEqual([]);
});

test('messages that only their ids find, such as inbound ones, are yielded', async () => {
  service.answers = [
    page(message(UUID, 'sent')),
    ok(message(OTHER, 'inbound_sent')),
    ok(message(uuid(3), 'inbound_sent')),
    page(message(UUID, 'delivered')),
  ];
  const found: string[] = [];
  for await (const one of service.open().messages.waitForEach([UUID, OTHER, uuid(3)])) found.push(one.messageUuid);
  expect(found).toEqual([OTHER, uuid(3), UUID]);
});

test('arguments of a wait are checked before any request', async () => {
  const client = service.open();
  await expect(client.messages.waitFor('')).rejects.toThrow('messages.waitFor: messageUuid must not be empty');
  await expect(client.dispatches.waitFor(Number.NaN)).rejects.toThrow('dispatches.waitFor: id must be an integer');
  const none = { timeoutMs: 0 };
  await expect(client.messages.waitFor(UUID, none)).rejects.toThrow('options.timeoutMs must be at least 1');
  // As a program in JavaScript calls it.
  const signal = 5 as unknown as AbortSignal;
  const words = 'options.signal must be an AbortSignal';
  await expect(client.messages.waitFor(UUID, { signal })).rejects.toThrow(`messages.waitFor: ${words}`);
  await expect(client.dispatches.waitFor(7, { signal })).rejects.toThrow(`dispatches.waitFor: ${words}`);
  const list = client.messages.waitForEach([UUID, 'u'])[Symbol.asyncIterator]();
  await expect(list.next()).rejects.toThrow('messages.waitForEach: messageUuids[1] must be a UUID');
  expect(service.seen).toEqual([]);
});

function realPause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    });
  });
}
