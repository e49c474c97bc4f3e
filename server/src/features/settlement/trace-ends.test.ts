import { expect, test } from 'vitest';
import type { Tx } from '../../platform/database/database.ts';
import type { Span } from '../../platform/traces/otlp.ts';
import { NO_TRACES, type Traces } from '../../platform/traces/traces.ts';
import { readFailed, traceEnds } from './trace-ends.ts';

const range = {
  dispatchId: 1,
  strand: 0,
  fromSeq: 1,
  toSeq: 2,
  firstId: '01907f00-0000-7000-8000-000000000001',
  lastId: '01907f00-0000-7000-8000-000000000002',
  status: 3,
  errorCode: 7060,
  charged: false,
  month: null,
  sentAt: null,
  linkId: null,
};

/** Counts statements; every statement finds both messages of the range. */
function givenTx() {
  let statements = 0;
  const query = async () => {
    statements += 1;
    return [range.firstId, range.lastId].map((id) => ({ id, at: 0 }));
  };
  // readFailed uses the time and one statement only.
  const tx = { now: new Date(), query } as unknown as Tx;
  return { tx, statements: () => statements };
}

test('while traces are off, ended messages are not read', async () => {
  const { tx, statements } = givenTx();
  expect(await readFailed(tx, NO_TRACES, [range], 'expired')).toEqual([]);
  expect(statements()).toBe(0);
});

test('while traces are on, the drawn messages get a span with the code of their end', async () => {
  const added: [string, Span][] = [];
  const traces: Traces = {
    ...NO_TRACES,
    isOn: true,
    has: (id) => id === range.lastId,
    add: (id, span) => added.push([id, span]),
  };
  const { tx, statements } = givenTx();
  traceEnds(traces, await readFailed(tx, traces, [range], 'expired'), performance.now());
  expect(statements()).toBe(1);
  expect(added).toMatchObject([[range.lastId, { attributes: { 'volley.end': 'expired', 'volley.error.code': 7060 } }]]);
});
