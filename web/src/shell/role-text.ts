import type { PartnerRole } from '@volley/domain/people/partner-role.ts';
import type { TextId } from '../texts/text-id.ts';

const ROLES: Readonly<Record<PartnerRole, TextId>> = {
  owner: 'shell.role.owner',
  admin: 'shell.role.admin',
  developer: 'shell.role.developer',
  sender: 'shell.role.sender',
  finance: 'shell.role.finance',
  reader: 'shell.role.reader',
};

export function roleText(role: PartnerRole): TextId {
  return ROLES[role];
}
