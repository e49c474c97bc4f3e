import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LiveLink, TOPICS_MAX } from './live-link.ts';
import type { LiveNews } from './live-message.ts';

/** A fake EventSource controlled by the test. */
class Opened extends EventTarget {
  readonly address: string;
  isClosed = false;

  constructor(address: string) {
    super();
    this.address = address;
  }

  say(type: string, data: object = {}): void {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
  }

  break(): void {
    this.dispatchEvent(new Event('error'));
  }

  close(): void {
    this.isClosed = true;
  }
}

type Asked = Readonly<Record<string, unknown>> | 'signed-out' | undefined;

function givenLink(answer: () => Asked = () => undefined) {
  const opened: Opened[] = [];
  const asked: string[] = [];
  const told: [client: string, LiveNews][] = [];
  const link = new LiveLink(
    {
      openSource: (address) => {
        opened.push(new Opened(address));
        return opened.at(-1) ?? new Opened(address);
      },
      ask: async (address) => {
        asked.push(address);
        return answer();
      },
    },
    (client, news) => told.push([client, news]),
  );
  const last = () => opened.at(-1) ?? new Opened('');
  const open = () => opened.filter(({ isClosed }) => !isClosed);
  return { link, opened, asked, told, last, open };
}

const wish = (...topics: string[]) => ({ person: 'me', topics });
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('ten tabs share one stream with the union of their topics', async () => {
  const { link, opened, last } = givenLink();
  for (let tab = 0; tab < 10; tab += 1) link.wish(`tab ${tab}`, wish('dispatches', `dispatch:${(tab % 3) + 1}`));
  await pass(100);
  expect(opened.length).toBe(1);
  expect(last().address).toBe('/console/api/v1/stream?topics=dispatch:1,dispatch:2,dispatch:3,dispatches');
});

test('a value goes to the tabs that show it, and immediately to a tab that joins later', async () => {
  const { link, told, last } = givenLink();
  link.wish('a', wish('x'));
  link.wish('b', wish('y'));
  await pass(100);
  last().say('open');
  last().say('value', { topic: 'x', value: 7 });
  const values = () => told.filter(([, { kind }]) => kind === 'value').map(([client]) => client);
  expect(values()).toEqual(['a']);
  link.wish('c', wish('x'));
  expect(values()).toEqual(['a', 'c']);
});

test('a hidden or closed tab closes topics that no other tab shows', async () => {
  const { link, open } = givenLink();
  link.wish('a', wish('x'));
  link.wish('b', wish('y'));
  await pass(100);
  link.wish('b', wish());
  await pass(100);
  expect(open().map(({ address }) => address)).toEqual(['/console/api/v1/stream?topics=x']);
  link.leave('a');
  await pass(100);
  expect(open()).toEqual([]);
});

test('a broken stream reconnects', async () => {
  const { link, opened, told, last } = givenLink();
  link.wish('a', wish('x'));
  await pass(100);
  last().say('open');
  last().break();
  await pass(2_100);
  expect(opened.length).toBe(2);
  last().say('open');
  const states = told.flatMap(([, news]) => (news.kind === 'state' ? news.state : []));
  expect(states).toEqual(['reconnecting', 'live', 'reconnecting', 'live']);
});

test('after three failures the link polls every ten seconds and retries the stream', async () => {
  let value = 0;
  const { link, opened, asked, told, last } = givenLink(() => ({ x: (value += 1) }));
  link.wish('a', wish('x'));
  await pass(100);
  for (let failure = 0; failure < 3; failure += 1) {
    last().break();
    await pass(2_100);
  }
  const before = { opened: opened.length, asked: asked.length };
  await pass(30_000);
  expect(told.at(-1)).toEqual(['a', { kind: 'value', topic: 'x', value }]);
  expect(asked.length - before.asked).toBeGreaterThanOrEqual(2);
  expect(opened.length).toBe(before.opened);
  await pass(31_000);
  expect(opened.length).toBe(before.opened + 1);
  last().say('open');
  expect(told.at(-1)).toEqual(['a', { kind: 'state', state: 'live' }]);
  const asking = asked.length;
  await pass(25_000);
  expect(asked.length).toBe(asking);
});

test('the stream is reopened as soon as the server responds again', async () => {
  let isAway = true;
  const { link, opened, told, last } = givenLink(() => (isAway ? undefined : { x: 1 }));
  link.wish('a', wish('x'));
  await pass(100);
  for (let failure = 0; failure < 3; failure += 1) {
    last().break();
    await pass(2_100);
  }
  const before = opened.length;
  isAway = false;
  await pass(11_000);
  expect(opened.length).toBe(before + 1);
  last().say('open');
  expect(told.at(-1)).toEqual(['a', { kind: 'state', state: 'live' }]);
});

test('a silent stream is reopened', async () => {
  const { link, opened, last } = givenLink();
  link.wish('a', wish('x'));
  await pass(100);
  last().say('open');
  await pass(30_000);
  last().say('ping');
  await pass(30_000);
  expect(opened.length).toBe(1);
  await pass(20_000);
  expect(opened.length).toBe(2);
});

test('every tab is notified when the session ends', async () => {
  const { link, told, last, open } = givenLink(() => 'signed-out');
  link.wish('a', wish('x'));
  link.wish('b', wish('x'));
  await pass(100);
  last().say('open');
  last().say('bye', { reason: 'session' });
  await pass(10);
  expect(told.filter(([, { kind }]) => kind === 'signed-out').map(([client]) => client)).toEqual(['a', 'b']);
  await pass(120_000);
  expect(open()).toEqual([]);
});

test('another person sees no values of the previous one', async () => {
  const { link, told, last } = givenLink();
  link.wish('a', wish('x'));
  await pass(100);
  last().say('value', { topic: 'x', value: 'secret' });
  told.length = 0;
  link.wish('a', { person: 'you', topics: ['x'] });
  expect(JSON.stringify(told)).not.toContain('secret');
});

test('topics beyond the limit of a stream are polled', async () => {
  const { link, asked, last } = givenLink(() => ({}));
  link.wish('a', wish(...Array.from({ length: TOPICS_MAX + 2 }, (_, at) => `t:${at + 1}`)));
  await pass(1_500);
  last().say('open');
  expect(last().address.split(',').length).toBe(TOPICS_MAX);
  expect(asked).toEqual(['/console/api/v1/live?topics=t:21,t:22']);
});
