import { expect, test } from 'vitest';
import { readTransactions, workOf } from './transaction-log.ts';

const LOG = `2026-01-01 a line of another kind
volley|10|3/7|1700000000.500|volley api|LOG:  statement: begin; select set_config('app.tenant', '5', true)
volley|11|4/1|1700000000.600|volley clock|LOG:  statement: select 1
volley|10|3/7|1700000000.501|volley api|LOG:  execute p12: insert into messages
\tselect 1
volley|10|3/7|1700000000.501|volley api|DETAIL:  parameters: $1 = '7'
volley|10|3/7|1700000000.502|volley api|LOG:  execute <unnamed>: select 2
volley|10|3/7|1700000000.503|volley api|LOG:  statement: commit
volley|11|4/2|1700000001.000|volley clock|LOG:  statement: select 1
`;

test('statements are grouped by transaction, with their time and application', () => {
  const [first, second, third] = readTransactions(LOG);
  expect(first).toEqual({
    application: 'volley api',
    atMs: 1_700_000_000_500,
    statements: [
      "begin; select set_config('app.tenant', '5', true)",
      'insert into messages select 1',
      'select 2',
      'commit',
    ],
  });
  expect([second?.statements, third?.statements]).toEqual([['select 1'], ['select 1']]);
});

test('transactions with the statements of an idle one are no work, whatever their tenant', () => {
  const logged = readTransactions(LOG);
  const idle = readTransactions(LOG.replace("'5'", "'system'").replace('|volley clock|', '|volley pacer|'));
  expect(workOf(logged, idle.slice(0, 1)).map(({ application }) => application)).toEqual([
    'volley clock',
    'volley clock',
  ]);
});
