import { timingSafeEqual } from 'node:crypto';
import type { StaffActor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { Platform } from '../../../platform/platform.ts';
import { readBearer } from '../../access/token.ts';
import { findStaffToken } from './staff.sql.ts';

/** Without a cache: a changed password, role or status takes effect at once in every process. */
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
