import { expect, test } from 'vitest';
import { chooseInboundRule } from './inbound-rule.ts';

const rule = (id: number, ...senderNames: string[]) => ({ id, senderNames });

test.each([
  ['no rule applies without rules', [], undefined],
  ['a rule for all senders applies', [rule(1)], 1],
  ['a rule that names the sender applies', [rule(1, 'Shop')], 1],
  ['a rule that names another sender does not apply', [rule(1, 'Bank')], undefined],
  ['a rule that names the sender precedes an older rule for all senders', [rule(1), rule(2, 'Bank', 'Shop')], 2],
  ['the lowest id wins among rules that name the sender', [rule(9, 'Shop'), rule(3, 'Shop')], 3],
  ['the lowest id wins among rules for all senders', [rule(9), rule(3), rule(1, 'Bank')], 3],
  ['names are compared exactly', [rule(1, 'SHOP'), rule(2)], 2],
])('%s', (_name, rules, expected) => {
  expect(chooseInboundRule(rules, 'Shop')?.id).toBe(expected);
});
