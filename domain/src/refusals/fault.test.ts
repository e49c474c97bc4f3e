import { expect, test } from 'vitest';
import { asFaults, type Fault, gatherFaults } from './fault.ts';

const fault = (field: string, reason = 'is wrong'): Fault => ({ field, reason, code: 'invalid' });

test('only the first fault of a field is reported', () => {
  const lists = [asFaults([fault('a', 'one'), fault('b')]), asFaults([fault('a', 'two'), fault('c')])];
  expect(gatherFaults(lists)).toEqual({ faults: [fault('a', 'one'), fault('b'), fault('c')], total: 3 });
});

test('twenty faults are reported, all faults are counted', () => {
  const many = Array.from({ length: 30 }, (_, at) => fault(`[${at}]`));
  const found = gatherFaults([{ faults: many, total: 500 }, asFaults([fault('x')])]);
  expect(found.faults).toHaveLength(20);
  expect(found.total).toBe(501);
});
