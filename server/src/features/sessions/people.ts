import type { PartnerRole } from '@volley/domain/people/partner-role.ts';

/** Without `owner`: only the partner's own login has that role. */
export type UserRole = Exclude<PartnerRole, 'owner'>;

export type PartnerUser = {
  readonly id: number;
  readonly login: string;
  readonly name: string;
  readonly role: UserRole;
  readonly status: 'ACTIVE' | 'DISABLED';
  readonly createdAt: Date;
  readonly lastSeenAt: Date | null;
};
