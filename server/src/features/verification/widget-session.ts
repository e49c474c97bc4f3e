// A visitor's try. Its key is a secret between browser, site and service: 32 random bytes of which only the digest is
// kept. What a browser is told about it proves nothing to the site; what the site's server is told does.
import { createHash, randomBytes } from 'node:crypto';
import type { KeyActor } from '@volley/domain/actor.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import {
  SEND_WAIT_SECONDS,
  type SessionState,
  sessionState,
  WIDGET_ERRORS,
  type WidgetStatus,
  widgetStatus,
} from '@volley/domain/verification-status.ts';
import { inTransaction, read } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { checkCode } from './check-code.ts';
import { selectSession, setError, setErrorOfWaiting, type WidgetSession } from './sessions.sql.ts';
import { WIDGET_KEY_TYPES } from './widget.ts';

const KEY_BYTES = 32;

export function mintSessionKey(): string {
  return randomBytes(KEY_BYTES).toString('base64url');
}

export function keyDigestOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** For the browser. */
export async function getSession(
  { db }: Pick<Platform, 'db'>,
  key: string,
): Promise<{ state: SessionState; errorCode?: number; codeLength?: number }> {
  return read(db, async (tx) => {
    const session = await selectSession(tx, keyDigestOf(key));
    if (session === undefined) throw new Refusal('not-found', { kind: 'Session' });
    const { codeLength } = session;
    const shown = sessionState(session, tx.now);
    return shown.state === 'SENT' && codeLength !== null ? { ...shown, codeLength } : shown;
  });
}

/** What the visitor typed; nothing is counted before there is a code. */
export async function checkSession(
  platform: Pick<Platform, 'db' | 'secrets'>,
  key: string,
  code: string,
): Promise<{ status: WidgetStatus }> {
  return inTransaction(platform.db, async (tx) => {
    const session = await selectSession(tx, keyDigestOf(key));
    if (session === undefined) throw new Refusal('not-found', { kind: 'Session' });
    const { companyId, verificationId, expiresAt } = session;
    if (verificationId === null) return { status: tx.now < expiresAt ? 'PENDING' : 'EXPIRED' };
    if (tx.now >= expiresAt) return { status: 'EXPIRED' };
    return { status: await checkCode(tx, platform, companyId, { uuid: verificationId, code }) };
  });
}

/** For the site's server: the one answer that may be trusted. */
export async function getWidgetStatus(
  { db }: Pick<Platform, 'db'>,
  account: KeyActor,
  key: string,
): Promise<{ status: WidgetStatus }> {
  return inTransaction(db, async (tx) => {
    const session = await selectSession(tx, keyDigestOf(key));
    if (session?.companyId !== account.companyId) return { status: 'NOT_FOUND' };
    checkKind(account, session);
    return { status: widgetStatus(session, tx.now) };
  });
}

export function checkKind({ type }: KeyActor, { kind }: Pick<WidgetSession, 'kind'>): void {
  if (type !== WIDGET_KEY_TYPES[kind]) throw new Refusal('access-denied');
}

/** A send request that never got as far as its session: what the visitor's widget shows instead of a code. */
export async function noteFailedSend(
  { db }: Pick<Platform, 'db'>,
  key: string,
  trouble: 'key-invalid' | 'key-type',
): Promise<void> {
  await inTransaction(db, (tx) => setError(tx, keyDigestOf(key), WIDGET_ERRORS[trouble]));
}

/** A send request without a key can be about any visitor who waits just now; it is told to those who wait in vain. */
export async function noteMissingKey({ db }: Pick<Platform, 'db'>, companyId: number): Promise<void> {
  await inTransaction(db, (tx) => {
    const since = new Date(tx.now.getTime() - SEND_WAIT_SECONDS * 1000);
    return setErrorOfWaiting(tx, companyId, since, WIDGET_ERRORS['key-missing']);
  });
}
