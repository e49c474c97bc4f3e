import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { BodyParser, type ParserReply, type ParserRequest } from './body-parser.ts';
import { countValues, parseBody } from './request-body.ts';

const parser = new BodyParser();
afterAll(() => parser.close());

const parse = (text: string, caller = 'somebody') => parser.parse(Buffer.from(text), caller);

const recipients = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    destination: String(79_160_000_000 + at),
    substitutions: { name: 'Ваня' },
  }));

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
const membersOf = (count: number, value: (at: number) => unknown) =>
  Object.fromEntries(numbers(count).map((at) => [`m${at}`, value(at)]));

describe('a body parsed in the worker thread', () => {
  test.each([
    ['a long list inside', { companyId: 7, messages: recipients(10_000), text: 'Hi' }],
    ['two long lists', { messages: recipients(501), others: recipients(1_001), small: [1, 2] }],
    ['a list', recipients(1_234)],
    ['an empty list', []],
    ['lists of a portion exactly', { messages: recipients(500), others: recipients(1_000) }],
    ['no list', { text: 'x'.repeat(2_000_000) }],
    ['text alone', 'x'.repeat(100)],
    ['null', null],
  ])('equals the result of JSON.parse: %s', async (_name, value) => {
    expect(await parse(JSON.stringify(value))).toEqual(value);
  });

  test.each(['{"a":', '', `{"a":"\\u0000"}`, '['.repeat(100_000), '{"__proto__":[]}'])(
    'is refused with the same error as on the loop: %.20j',
    async (text) => {
      const onLoop = refusalOf(() => parseBody(Buffer.from(text)));
      await expect(parse(text)).rejects.toThrow(onLoop);
    },
  );

  test('stays separate from a body that is parsed at the same time', async () => {
    const values = Array.from({ length: 6 }, (_, at) => ({ at, messages: recipients(2_000 + at) }));
    const parsed = await Promise.all(values.map((value) => parse(JSON.stringify(value))));
    expect(parsed).toEqual(values);
  });

  test.each([
    ['the fullest list of recipients', { messages: recipients(10_000) }],
    ['lists in a list', { other: [[numbers(300_000), numbers(10)], numbers(20_000)] }],
    ['a thousand members, each a list', membersOf(1_000, () => numbers(900))],
    ['many items of many members', Array.from({ length: 900 }, () => membersOf(1_000, (at) => at))],
    ['items of long texts', { messages: Array.from({ length: 400 }, () => ({ customText: 'x'.repeat(50_000) })) }],
    ['a deep way to a long list', { a: { b: [{ c: { d: [[{ e: numbers(50_000) }]] } }] } }],
  ])('is transferred in small portions: %s', async (_name, value) => {
    expect(await parse(JSON.stringify(value))).toEqual(value);
    const thread = new Worker(new URL('./body-parser-thread.ts', import.meta.url));
    onTestFinished(() => void thread.terminate());
    const weights: number[] = [];
    let request: ParserRequest = { id: 1, bytes: Buffer.from(JSON.stringify(value)) };
    for (;;) {
      thread.postMessage(request);
      const [reply] = (await once(thread, 'message')) as [ParserReply];
      if (reply.kind === 'end') break;
      weights.push(countValues(reply) + JSON.stringify(reply).length / 200);
      request = { id: 1 };
    }
    expect(weights.length).toBeGreaterThan(2);
    expect(Math.max(...weights)).toBeLessThan(6_000);
  });

  test('requests each portion in a separate turn of the loop', async () => {
    let isOver = false;
    let turn = 0;
    const nextTurn = () => {
      turn += 1;
      if (!isOver) setImmediate(nextTurn);
    };
    nextTurn();
    const turns: number[] = [];
    const postMessage: unknown = Reflect.get(Worker.prototype, 'postMessage');
    if (typeof postMessage !== 'function') throw new Error('Worker has no postMessage');
    const posted = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, ...given) {
      turns.push(turn);
      Reflect.apply(postMessage, this, given);
    });
    onTestFinished(() => {
      isOver = true;
      posted.mockRestore();
    });
    await parse(JSON.stringify({ messages: recipients(50_000) }));
    expect(turns.length).toBeGreaterThan(30);
    expect(new Set(turns).size).toBe(turns.length);
  });

  test('is parsed before the second body of an earlier caller with many bodies', async () => {
    const order: string[] = [];
    const body = JSON.stringify({ messages: recipients(3_000) });
    const send = (caller: string) => parse(body, caller).then(() => order.push(caller));
    await Promise.all([send('many'), send('many'), send('many'), send('many'), send('one')]);
    expect(order.indexOf('one')).toBeLessThanOrEqual(2);
  });
});

function refusalOf(work: () => unknown): Refusal {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error;
  }
  throw new Error('work() threw no Refusal');
}
