import { expect, test } from 'vitest';
import { requestIdOf } from './request-id.ts';

const ID = '0192f1c4-7a3b-4c5d-8e6f-001122334455';

test.each([
  ['a UUID', ID],
  ['a UUID in capitals', ID.toUpperCase()],
  ['32 hexadecimal digits, as nginx writes them', ID.replaceAll('-', '')],
])('%s of the caller is the id of the request', (_what, header) => {
  expect(requestIdOf(header)).toBe(ID);
});

test.each([
  ['no header', undefined],
  ['an empty header', ''],
  ['another form', 'order-17'],
  ['a UUID and more', `${ID}; drop table`],
  ['two headers', `${ID}, ${ID}`],
  ['a line feed', `${ID}\n`],
  ['a very long value', 'a'.repeat(10_000)],
  ['the empty UUID', '00000000-0000-0000-0000-000000000000'],
])('%s: the request gets an id of its own', (_what, header) => {
  const id = requestIdOf(header);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(id).not.toBe(ID);
  expect(requestIdOf(header)).not.toBe(id);
});
