import { timingSafeEqual } from 'node:crypto';
import type { StaffActor } from '@volley/domain/actor.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import type { Platform } from '../../platform/platform.ts';
import { readBearer } from '../access/token.ts';
import { findStaffToken } from './staff.sql.ts';

/** Nothing is remembered between calls, so a changed password, role or status is felt at once everywhere. */
export async function authenticateStaff(
  { db }: Pick<Platform, 'db'>,
  authorization: string | undefined,
  requestId: string,
): Promise<StaffActor> {
  const presented = readBearer('staff', authorization);
  if (presented === undefined) throw new Refusal('not-authenticated');
  const stored = await findStaffToken(db, presented.publicId);
  if (!stored?.valid || !timingSafeEqual(stored.digest, presented.digest)) throw new Refusal('not-authenticated');
  return { kind: 'staff', staffId: stored.staffId, login: stored.login, roles: stored.roles, requestId };
}
