import { expect, test } from 'vitest';
import type { Upload } from './draft.ts';
import { countFile } from './estimate-file.ts';
import { leftOutOf, NOTHING_SENT, type SendingWays, sendFile } from './send-file.ts';

const batches = new Map<number, { numbers: readonly string[]; nextRow: number | undefined }>([
  [1, { numbers: ['1', '2'], nextRow: 3 }],
  [3, { numbers: ['3'], nextRow: 4 }],
  [4, { numbers: ['4'], nextRow: undefined }],
]);
const batchAt = (row: number) => batches.get(row) ?? { numbers: [], nextRow: undefined };

/** A server with idempotency: a repeated key gets the same response. */
function service(failures: Set<string>) {
  const answers = new Map<string, { id: number; success: number; failed: number }>();
  const taken: string[] = [];
  const noted = new Set<number>();
  let started = 0;
  let kept: Upload = NOTHING_SENT;
  const take = (numbers: readonly string[], key: string) => {
    const before = answers.get(key);
    if (before !== undefined) return before;
    const answer = { id: 17, success: numbers.length, failed: 0 };
    answers.set(key, answer);
    taken.push(...numbers);
    if (failures.delete(key)) throw new Error('the response was lost');
    return answer;
  };
  const ways: SendingWays = {
    fill: async ({ row, idempotencyKey }) => {
      const { numbers, nextRow } = batchAt(row);
      return { recipients: numbers.length, nextRow, filled: take(numbers, idempotencyKey) };
    },
    noteLeftOut: async (id) => {
      noted.add(id);
      if (failures.delete('note')) throw new Error('the response was lost');
    },
    start: async (id) => {
      expect(noted).toContain(id);
      started += 1;
    },
    keep: async (upload) => {
      kept = upload;
    },
  };
  return { ways, taken, kept: () => kept, started: () => started };
}

test('every recipient is accepted once and in order, although responses are lost', async () => {
  for (const lost of [[], ['d-0'], ['d-1'], ['d-0', 'd-2'], ['note']]) {
    const { ways, taken, kept, started } = service(new Set(lost));
    for (let tries = 0; started() === 0 && tries < 5; tries += 1)
      await sendFile('d', kept(), ways).catch(() => undefined);
    expect(taken).toEqual(['1', '2', '3', '4']);
    expect(started()).toBe(1);
    expect(kept()).toMatchObject({ dispatchId: 17, accepted: 4, batches: 3, isFilled: true });
  }
});

test.each([
  [{ bad: 3, duplicates: 2 }, false, { duplicates: 2, badNumbers: 3 }],
  [{ bad: 3, duplicates: 2 }, true, { duplicates: 0, badNumbers: 3 }],
])('rows skipped from %j are counted, with duplicates kept: %s', (scan, keepDuplicates, leftOut) => {
  expect(leftOutOf(scan, { keepDuplicates })).toEqual(leftOut);
});

test('counts of batches are added up by time zone', async () => {
  const group = { tariffId: 1, brandId: 1, senderId: 1, trafficType: 'PROMO', partsEach: 1 } as const;
  const [moscow, omsk] = ['Europe/Moscow', 'Asia/Omsk'];
  const seen: unknown[] = [];
  const counts = await countFile({
    count: async (row) => {
      const { numbers, nextRow } = batchAt(row);
      const summary = {
        groups: [
          { ...group, timezone: moscow, messages: numbers.length },
          { ...group, timezone: omsk, messages: 1 },
        ],
        refused: [
          { errorCode: 457, count: 1, examples: ['9'], classes: [{ numberClass: 'unknown' as const, count: 1 }] },
        ],
        unserved: [{ brandId: 2, count: 1 }],
      };
      return { recipients: numbers.length, nextRow, summary };
    },
    onProgress: (recipients) => seen.push(recipients),
  });
  expect(seen).toEqual([2, 3, 4]);
  expect(counts).toMatchObject({
    groups: [
      { ...group, timezone: moscow, messages: 4 },
      { ...group, timezone: omsk, messages: 3 },
    ],
    recipients: 4,
    refused: [{ errorCode: 457, count: 3, examples: ['9', '9', '9'], classes: [{ numberClass: 'unknown', count: 3 }] }],
    unserved: [{ brandId: 2, count: 3 }],
  });
});
