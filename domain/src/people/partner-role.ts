// Rights of partner users in the partner console. An endpoint requires one right, a user has one role, a role is a set
// of rights. A right that is not listed here is denied.

export const PARTNER_RIGHTS = [
  'overview.read',
  'companies.read',
  'companies.write',
  'senders.read',
  'senders.write',
  'dispatches.read',
  'dispatches.write',
  'messages.read',
  /** Full numbers; without this right the middle of a number is masked. */
  'numbers.read',
  'blacklist.read',
  'blacklist.write',
  'money.read',
  'keys.read',
  'keys.write',
  'callbacks.read',
  'callbacks.replay',
  'requests.read',
  'inbound.read',
  'inbound.write',
  /** Read and change profiles, widgets and stops of verification codes. */
  'verification',
  'tools.use',
  'team.read',
  'team.write',
  'audit.read',
] as const;

export type PartnerRight = (typeof PARTNER_RIGHTS)[number];

export const PARTNER_ROLES = ['owner', 'admin', 'developer', 'sender', 'finance', 'reader'] as const;

export type PartnerRole = (typeof PARTNER_ROLES)[number];

const LOOKING: readonly PartnerRight[] = [
  'overview.read',
  'companies.read',
  'senders.read',
  'dispatches.read',
  'messages.read',
  'blacklist.read',
  'tools.use',
];

const ROLE_RIGHTS: Readonly<Record<PartnerRole, readonly PartnerRight[]>> = {
  owner: PARTNER_RIGHTS,
  // All rights except managing users, which is reserved for the owner.
  admin: PARTNER_RIGHTS.filter((right) => right !== 'team.write'),
  developer: [
    ...LOOKING,
    'numbers.read',
    'keys.read',
    'keys.write',
    'callbacks.read',
    'callbacks.replay',
    'requests.read',
    'inbound.read',
    'inbound.write',
    'verification',
  ],
  sender: [...LOOKING, 'numbers.read', 'dispatches.write', 'senders.write', 'blacklist.write', 'money.read'],
  finance: [...LOOKING, 'money.read', 'audit.read'],
  reader: LOOKING,
};

export function hasRight(role: PartnerRole, right: PartnerRight): boolean {
  return ROLE_RIGHTS[role].includes(right);
}

export function rightsOf(role: PartnerRole): readonly PartnerRight[] {
  return ROLE_RIGHTS[role];
}
