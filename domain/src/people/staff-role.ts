// Capabilities of staff. An endpoint requires one capability, an employee has roles, a role is a set of capabilities.
// A capability that is not listed here is denied.

export const CAPABILITIES = [
  'partners.read',
  'partners.write',
  'companies.read',
  'companies.write',
  'senders.read',
  'senders.moderate',
  'documents.read',
  'prices.read',
  'prices.write',
  'wallets.read',
  'wallets.write',
  'keys.read',
  'keys.write',
  'callbacks.read',
  'callbacks.replay',
  'links.read',
  'links.write',
  'alerts.read',
  'alerts.write',
  'contacts.write',
  'blocks.read',
  'blocks.write',
  'switches.read',
  'switches.write',
  'numbers.read',
  'numbers.port',
  'numbers.erase',
  'messages.explain',
  'margin.read',
  'audit.read',
  'staff.read',
  'staff.write',
  'actions.read',
] as const;

export type Capability = (typeof CAPABILITIES)[number];

export const STAFF_ROLES = ['admin', 'moderator', 'accountant', 'support', 'sre'] as const;

export type StaffRole = (typeof STAFF_ROLES)[number];

const ROLE_CAPABILITIES: Readonly<Record<StaffRole, readonly Capability[]>> = {
  admin: CAPABILITIES,
  moderator: [
    'companies.read',
    'senders.read',
    'senders.moderate',
    'documents.read',
    'prices.read',
    'blocks.read',
    'blocks.write',
  ],
  accountant: [
    'partners.read',
    'companies.read',
    'prices.read',
    'prices.write',
    'wallets.read',
    'wallets.write',
    'messages.explain',
    'margin.read',
    'audit.read',
  ],
  // Reads everything that a caller may ask about, except scans of documents and actions of colleagues.
  support: [
    'partners.read',
    'companies.read',
    'senders.read',
    'prices.read',
    'wallets.read',
    'keys.read',
    'callbacks.read',
    'callbacks.replay',
    'links.read',
    'alerts.read',
    'blocks.read',
    'switches.read',
    'numbers.read',
    'numbers.erase',
    'messages.explain',
  ],
  sre: [
    'callbacks.read',
    'callbacks.replay',
    'links.read',
    'links.write',
    'alerts.read',
    'alerts.write',
    'contacts.write',
    'switches.read',
    'switches.write',
    'numbers.read',
    'numbers.port',
    'audit.read',
  ],
};

export function hasCapability(roles: readonly StaffRole[], capability: Capability): boolean {
  return roles.some((role) => ROLE_CAPABILITIES[role].includes(capability));
}

export function capabilitiesOf(roles: readonly StaffRole[]): Capability[] {
  return CAPABILITIES.filter((capability) => hasCapability(roles, capability));
}
