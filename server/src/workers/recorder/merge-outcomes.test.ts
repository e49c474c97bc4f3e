import { ERROR } from '@volley/domain/sending/message-error.ts';
import { expect, test } from 'vitest';
import type { Outcome } from '../../features/queue/batches/outcome.ts';
import { mergeOutcomes, separateAttempts } from './merge-outcomes.ts';

const piece = (batchId: string, ids: readonly string[], change: Partial<Outcome> = {}): Outcome => ({
  batchId,
  attempt: 1,
  linkId: 1,
  trafficType: 'PROMO',
  atMs: 1,
  sent: ids.map((id) => [id, [id]]),
  failed: [],
  rest: 'open',
  ...change,
});
const report = (...outcomes: Outcome[]) => ({ outcomes });

test('pieces of one batch become one outcome, with the end that one piece reports', () => {
  const { merged, taken } = mergeOutcomes(
    [
      report(piece('a', ['1']), piece('b', ['7'])),
      report(
        piece('a', ['2'], {
          failed: [['3', ERROR.senderUnavailable, '0x0a']],
          rest: 'doubt',
          untouchedFrom: 9,
          atMs: 2,
        }),
      ),
      report(piece('a', ['1'], { atMs: 3 })),
    ],
    100,
  );
  expect(taken).toBe(3);
  expect(merged).toEqual([
    piece('a', ['1', '2'], {
      failed: [['3', ERROR.senderUnavailable, '0x0a']],
      rest: 'doubt',
      untouchedFrom: 9,
      atMs: 3,
    }),
    piece('b', ['7']),
  ]);
});

test('another attempt of a batch and all later reports wait for the next transaction', () => {
  const reports = [report(piece('a', ['1'])), report(piece('a', ['1'], { attempt: 2 })), report(piece('c', ['5']))];
  expect(mergeOutcomes(reports, 100)).toEqual({ merged: [piece('a', ['1'])], taken: 1 });
});

test('a report with two attempts of a batch is split', () => {
  const [first, second, other] = [piece('a', ['1']), piece('a', ['1'], { attempt: 2 }), piece('b', ['2'])];
  expect(separateAttempts([first, second, other])).toEqual([[first, other], [second]]);
  expect(separateAttempts([first, other])).toEqual([[first, other]]);
  expect(separateAttempts([])).toEqual([]);
});

test('a report is merged as a whole, and no report after the limit of messages', () => {
  const reports = [report(piece('a', ['1', '2', '3'])), report(piece('b', ['4']))];
  expect(mergeOutcomes(reports, 2).taken).toBe(1);
  expect(mergeOutcomes(reports, 4).taken).toBe(2);
  expect(mergeOutcomes([], 4)).toEqual({ merged: [], taken: 0 });
});

test('mergeOutcomes does not change its input', () => {
  const first = piece('a', ['1']);
  mergeOutcomes([report(first), report(piece('a', ['2']))], 100);
  expect(first).toEqual(piece('a', ['1']));
});
