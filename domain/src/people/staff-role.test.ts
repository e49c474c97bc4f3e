import { describe, expect, test } from 'vitest';
import { CAPABILITIES, type Capability, hasCapability, STAFF_ROLES, type StaffRole } from './staff-role.ts';

describe('staff roles', () => {
  test('an admin has every capability', () => {
    expect(CAPABILITIES.filter((capability) => !hasCapability(['admin'], capability))).toEqual([]);
  });

  test('an employee without a role has no capability', () => {
    expect(CAPABILITIES.filter((capability) => hasCapability([], capability))).toEqual([]);
  });

  test.each<[StaffRole, Capability[]]>([
    ['moderator', ['senders.moderate', 'blocks.write']],
    ['accountant', ['prices.write', 'wallets.write']],
    ['support', ['numbers.erase']],
    ['sre', ['links.write', 'switches.write', 'numbers.port', 'alerts.write', 'contacts.write']],
  ])('%s has only its own write capabilities', (role, own) => {
    const changes = CAPABILITIES.filter((capability) => /\.(write|moderate|erase|port)$/.test(capability));
    expect(changes.filter((capability) => hasCapability([role], capability)).toSorted()).toEqual(own.toSorted());
  });

  test('only an admin reads staff accounts and their actions', () => {
    for (const capability of ['staff.read', 'staff.write', 'actions.read', 'partners.write', 'keys.write'] as const) {
      expect(STAFF_ROLES.filter((role) => hasCapability([role], capability))).toEqual(['admin']);
    }
  });

  test('only admins and accountants read the margin', () => {
    expect(STAFF_ROLES.filter((role) => hasCapability([role], 'margin.read'))).toEqual(['admin', 'accountant']);
  });

  test('several roles combine their capabilities', () => {
    expect(hasCapability(['moderator', 'sre'], 'links.write')).toBe(true);
    expect(hasCapability(['moderator', 'sre'], 'blocks.write')).toBe(true);
  });
});
