import fc from 'fast-check';
import { expect, test } from 'vitest';
import { statusSeries } from './status-series.ts';

test('sums continue from interval to interval', () => {
  const points = [
    { at: '2026-11-15T09:00:00Z', sent: 50, delivered: 20, failed: 2, unsent: 1 },
    { at: '2026-11-15T09:01:00Z', sent: 40, delivered: 60, failed: 7, unsent: 0 },
  ];
  expect(statusSeries(points, 100)).toEqual({
    times: [1_794_733_200, 1_794_733_260],
    delivered: [20, 80],
    failed: [2, 9],
    withOperator: [29, 2],
    queued: [49, 9],
  });
});

test('the four states add up to the accepted messages', () => {
  const moves = fc.array(fc.constantFrom('delivered', 'failed', 'unsent', 'sent'), { maxLength: 200 });
  fc.assert(
    fc.property(moves, fc.integer({ min: 0, max: 20 }), (messages, waiting) => {
      const of = (kind: string) => messages.filter((one) => one === kind).length;
      const point = {
        at: '2026-11-15T09:00:00Z',
        sent: of('delivered') + of('failed') + of('sent'),
        delivered: of('delivered'),
        failed: of('failed') + of('unsent'),
        unsent: of('unsent'),
      };
      const { delivered, failed, withOperator, queued } = statusSeries([point], messages.length + waiting);
      const sum = [delivered, failed, withOperator, queued].reduce((all, [value = 0]) => all + value, 0);
      expect(sum).toBe(messages.length + waiting);
    }),
  );
});
