import { expect, test } from 'vitest';
import { chooseInboundRule } from './inbound-rule.ts';

const rule = (id: number, ...senderNames: string[]) => ({ id, senderNames });

test.each([
  ['none without rules', [], undefined],
  ['the one for all', [rule(1)], 1],
  ['the one that names the sender', [rule(1, 'Shop')], 1],
  ['none that names another', [rule(1, 'Bank')], undefined],
  ['naming wins over all, also when it is newer', [rule(1), rule(2, 'Bank', 'Shop')], 2],
  ['the lowest id of several that name it', [rule(9, 'Shop'), rule(3, 'Shop')], 3],
  ['the lowest id of several for all', [rule(9), rule(3), rule(1, 'Bank')], 3],
  ['names are compared exactly', [rule(1, 'SHOP'), rule(2)], 2],
])('%s', (_name, rules, expected) => {
  expect(chooseInboundRule(rules, 'Shop')?.id).toBe(expected);
});
