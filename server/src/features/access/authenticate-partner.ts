// Who holds this token. The row is read at every call and nothing is remembered, so a changed
// password or a disabled partner is felt at once by every process.
import { timingSafeEqual } from 'node:crypto';
import type { Actor } from '@volley/domain/actor.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import type { Platform } from '../../platform/platform.ts';
import { findToken } from './access.sql.ts';
import { readBearer } from './token.ts';

export async function authenticatePartner(
  { db }: Pick<Platform, 'db'>,
  authorization: string | undefined,
): Promise<Actor> {
  const presented = readBearer('partner', authorization);
  if (presented === undefined) throw new Refusal('not-authenticated');
  const stored = await findToken(db, presented.publicId);
  if (!stored?.valid || !timingSafeEqual(stored.digest, presented.digest)) throw new Refusal('not-authenticated');
  return { kind: 'partner', partnerId: stored.partnerId, currency: stored.currency };
}
