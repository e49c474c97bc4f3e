// Authentication by partner token. Reads the row at every request, without a cache, so a changed password or a disabled
// partner takes effect at once in every process.
import { timingSafeEqual } from 'node:crypto';
import type { Actor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
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
