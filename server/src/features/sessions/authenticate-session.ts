// Authentication by session cookie. Reads the row at every request, so an ended session, a changed role or a disabled
// partner takes effect at once. A change also requires the CSRF token.
import type { IncomingHttpHeaders } from 'node:http';
import type { SignedIn } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { Platform } from '../../platform/platform.ts';
import { csrfTokenOf, isCsrfToken, readCookie } from './session-cookie.ts';
import { dropSession, findSession, type SessionRow, touchSession } from './sessions.sql.ts';

export const IDLE_MS = 12 * 3_600_000;

export type SessionCall = {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly requestId: string;
};

export async function authenticateSession(
  { db }: Pick<Platform, 'db'>,
  { method, headers, requestId }: SessionCall,
): Promise<SignedIn> {
  const secret = readCookie(headers);
  const session = secret && (await findSession(db, secret.digest, IDLE_MS));
  if (secret === undefined || session === undefined) throw new Refusal('not-authenticated');
  if (!session.valid) {
    // Deleted: an account that is enabled again must sign in.
    await dropSession(db, session.id);
    throw new Refusal('not-authenticated');
  }
  const isChange = method !== 'GET' && method !== 'HEAD';
  if (isChange && !isCsrfToken(secret, headers['x-csrf-token']))
    throw new Refusal('access-denied', { needs: 'x-csrf-token' });
  if (session.stale) await touchSession(db, session.id);
  return { ...actorOf(session, requestId), sessionId: session.id, csrfToken: csrfTokenOf(secret) };
}

export function actorOf(session: SessionRow, requestId: string) {
  const { login, partnerId, userId, currency, role, staffId, roles } = session;
  if (staffId !== null) return { kind: 'staff', staffId, login, roles: roles ?? [], requestId } as const;
  if (partnerId === null || currency === null || role === null) throw new Error(`session ${session.id} has no owner`);
  const user = userId === null ? {} : { userId };
  return { kind: 'partner', partnerId, currency, login, role, requestId, ...user } as const;
}
