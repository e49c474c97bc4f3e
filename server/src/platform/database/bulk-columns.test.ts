import { expect, test } from 'vitest';
import { bulkColumns } from './bulk-columns.ts';

const columns = bulkColumns({ dispatchId: 'int', text: 'text', at: 'timestamptz', isLast: 'boolean' }, 3);

test('bulkColumns names the columns in snake case and numbers the parameters from the first', () => {
  expect(columns.names).toBe('dispatch_id, text, at, is_last');
  expect(columns.as('u')).toBe(
    'unnest($3::int[], $4::text[], $5::timestamptz[], $6::boolean[]) as u(dispatch_id, text, at, is_last)',
  );
  expect(columns.withPosition('u', 'position')).toBe(
    'unnest($3::int[], $4::text[], $5::timestamptz[], $6::boolean[]) with ordinality as u(dispatch_id, text, at, is_last, position)',
  );
});

test('bulkColumns reads values by name, whatever the member order and extra members of a row', () => {
  const first = { isLast: false, at: new Date(0), text: 'a "b"', dispatchId: 7, other: 1 };
  const second = { dispatchId: 8, text: null, at: null, isLast: true };
  expect(columns.values([first, second])).toEqual([
    '{7,8}',
    String.raw`{"a \"b\"",NULL}`,
    '{"1970-01-01T00:00:00.000Z",NULL}',
    '{false,true}',
  ]);
});

test('bulkColumns leaves bytea values to the driver', () => {
  const bytes = bulkColumns({ pdu: 'bytea' });
  expect(bytes.values([{ pdu: Buffer.from('ab') }])).toEqual([[Buffer.from('ab')]]);
});

test('bulkColumns rejects rows of other types at compile time', () => {
  // @ts-expect-error a text is no int
  expect(columns.values([{ dispatchId: 'a', text: '', at: null, isLast: true }])).toHaveLength(4);
  // @ts-expect-error a column is missing
  expect(columns.values([{ dispatchId: 1, text: '', at: null }])).toHaveLength(4);
});
