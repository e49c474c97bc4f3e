import type { StaffRole } from '@volley/domain/people/staff-role.ts';

export type Staff = {
  readonly staffId: number;
  readonly login: string;
  readonly roles: readonly StaffRole[];
  readonly status: 'ACTIVE' | 'DISABLED';
  readonly createdAt: Date;
};
