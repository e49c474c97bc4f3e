import { expect, test } from 'vitest';
import { hasRight, PARTNER_RIGHTS, PARTNER_ROLES, type PartnerRight, type PartnerRole } from './partner-role.ts';

const ALL: readonly PartnerRole[] = PARTNER_ROLES;
const LEADERS = ['owner', 'admin'] as const;
const DEVELOPERS = [...LEADERS, 'developer'] as const;

/** The roles that have each right. */
const HOLDERS: Readonly<Record<PartnerRight, readonly PartnerRole[]>> = {
  'overview.read': ALL,
  'companies.read': ALL,
  'companies.write': LEADERS,
  'senders.read': ALL,
  'senders.write': [...LEADERS, 'sender'],
  'dispatches.read': ALL,
  'dispatches.write': [...LEADERS, 'sender'],
  'messages.read': ALL,
  'numbers.read': [...DEVELOPERS, 'sender'],
  'blacklist.read': ALL,
  'blacklist.write': [...LEADERS, 'sender'],
  'money.read': [...LEADERS, 'sender', 'finance'],
  'keys.read': DEVELOPERS,
  'keys.write': DEVELOPERS,
  'callbacks.read': DEVELOPERS,
  'callbacks.replay': DEVELOPERS,
  'requests.read': DEVELOPERS,
  'inbound.read': DEVELOPERS,
  'inbound.write': DEVELOPERS,
  verification: DEVELOPERS,
  'tools.use': ALL,
  'team.read': LEADERS,
  'team.write': ['owner'],
  'audit.read': [...LEADERS, 'finance'],
};

test.each(PARTNER_RIGHTS)('the right %s belongs to its roles and to no other', (right) => {
  expect(PARTNER_ROLES.filter((role) => hasRight(role, right))).toEqual(HOLDERS[right]);
});
