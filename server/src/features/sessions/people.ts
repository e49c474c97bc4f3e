import type { PartnerRole } from '@volley/domain/partner-role.ts';

/** The owner is the partner itself, so nobody else can have that role. */
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
