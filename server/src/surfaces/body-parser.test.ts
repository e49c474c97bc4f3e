import { Worker } from 'node:worker_threads';
import { Refusal } from '@volley/domain/refusal.ts';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { BodyParser } from './body-parser.ts';
import { parseBody } from './request-body.ts';

const parser = new BodyParser();
afterAll(() => parser.close());

const recipients = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    destination: String(79_160_000_000 + at),
    substitutions: { name: 'Ваня' },
  }));

describe('a body parsed off the loop', () => {
  test.each([
    ['a long list inside', { companyId: 7, messages: recipients(10_000), text: 'Hi' }],
    ['two long lists', { messages: recipients(501), others: recipients(1_001), small: [1, 2] }],
    ['a list', recipients(1_234)],
    ['an empty list', []],
    ['lists of a portion exactly', { messages: recipients(500), others: recipients(1_000) }],
    ['no list', { text: 'x'.repeat(2_000_000) }],
    ['text alone', 'x'.repeat(100)],
    ['null', null],
  ])('is what JSON.parse makes of it: %s', async (_name, value) => {
    expect(await parser.parse(Buffer.from(JSON.stringify(value)))).toEqual(value);
  });

  test.each(['{"a":', '', `{"a":"\\u0000"}`, '['.repeat(100_000), '{"__proto__":[]}'])(
    'is refused as on the loop: %.20j',
    async (text) => {
      const onLoop = refusalOf(() => parseBody(Buffer.from(text)));
      await expect(parser.parse(Buffer.from(text))).rejects.toThrow(onLoop);
    },
  );

  test('does not get mixed up with another that is parsed at the same time', async () => {
    const values = Array.from({ length: 6 }, (_, at) => ({ at, messages: recipients(2_000 + at) }));
    const parsed = await Promise.all(values.map((value) => parser.parse(Buffer.from(JSON.stringify(value)))));
    expect(parsed).toEqual(values);
  });

  test('comes back in portions of at most 500 items, each in a turn of the loop of its own', async () => {
    const bytes = Buffer.from(JSON.stringify({ messages: recipients(50_000) }));
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
    await parser.parse(bytes);
    // One request brings the body without its list, one for each portion, and one learns that there is no more.
    expect(turns).toHaveLength(1 + 50_000 / 500 + 1);
    expect(new Set(turns).size).toBe(turns.length);
  });
});

function refusalOf(work: () => unknown): Refusal {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error;
  }
  throw new Error('was not refused');
}
