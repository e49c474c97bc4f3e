// Sessions of widget visitors. The key is a secret shared by browser, site and service: 32 random bytes, of which only
// the digest is stored. A status shown to the browser proves nothing to the site; only its server's request does.
import { createHash, randomBytes } from 'node:crypto';
import { normalizeDestination } from '@volley/domain/numbers/phone-number.ts';
import type { KeyActor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { VerificationChannel } from '@volley/domain/verification/verification-channel.ts';
import {
  SEND_WAIT_SECONDS,
  type SessionState,
  sessionState,
  WIDGET_ERRORS,
  type WidgetStatus,
  widgetStatus,
} from '@volley/domain/verification/verification-status.ts';
import { inTransaction, read, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { checkCode } from '../codes/check-code.ts';
import { type CodeFacts, codeFacts } from '../codes/facts.ts';
import { isNumberMac } from '../limits/limits.ts';
import { selectSession, setErrorOfWaiting, type WidgetSession } from './sessions.sql.ts';
import { WIDGET_KEY_TYPES } from './widget.ts';
import { recordSessionError, recordShownError } from './widget-errors.ts';

type Needs = Pick<Platform, 'db' | 'log' | 'metrics'>;

const KEY_BYTES = 32;

export function mintSessionKey(): string {
  return randomBytes(KEY_BYTES).toString('base64url');
}

export function keyDigestOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** State for the browser. Members besides `state` and `errorCode`: while a code can be entered. */
export type ShownSession = {
  readonly state: SessionState;
  readonly errorCode?: number;
  readonly codeLength?: number;
  readonly channelType?: VerificationChannel;
  readonly codeExpiresIn?: number;
  readonly resendIn?: number;
  readonly attemptsLeft?: number;
  readonly delivery?: CodeFacts['delivery'];
};

export async function getSession(platform: Needs, key: string): Promise<ShownSession> {
  const keyDigest = keyDigestOf(key);
  const { session, shown } = await read(platform.db, async (tx) => {
    const session = await selectSession(tx, keyDigest);
    if (session === undefined) throw new Refusal('not-found', { kind: 'Session' });
    return { session, shown: await shownSession(tx, session) };
  });
  const { errorCode } = shown;
  if (errorCode !== undefined && SEEN_LATE.has(errorCode) && session.shownError !== errorCode)
    await recordShownError(platform, keyDigest, errorCode);
  return shown;
}

/** Errors that no request raises: see `recordShownError`. */
const SEEN_LATE = new Set<number>([WIDGET_ERRORS['key-missing'], WIDGET_ERRORS['no-send-request']]);

async function shownSession(tx: Tx, session: WidgetSession): Promise<ShownSession> {
  const shown = sessionState(session, tx.now);
  if (shown.state !== 'SENT' || session.verificationId === null) return shown;
  const facts = await codeFacts(tx, session.verificationId);
  if (facts === undefined) return shown;
  const { codeLength, channelType, expiresAt, resendAt, attemptsLeft, delivery } = facts;
  const secondsUntil = (at: Date) => Math.max(0, Math.ceil((at.getTime() - tx.now.getTime()) / 1000));
  return {
    ...shown,
    ...(codeLength !== null && { codeLength }),
    channelType,
    // No code is checked after the end of the session.
    codeExpiresIn: secondsUntil(expiresAt < session.expiresAt ? expiresAt : session.expiresAt),
    resendIn: secondsUntil(resendAt),
    attemptsLeft,
    delivery,
  };
}

/** Checks the visitor's input; does not count before a code is sent. */
export async function checkSession(
  platform: Pick<Platform, 'db' | 'secrets'>,
  key: string,
  code: string,
): Promise<{ status: WidgetStatus; attemptsLeft?: number }> {
  return inTransaction(platform.db, async (tx) => {
    const session = await selectSession(tx, keyDigestOf(key));
    if (session === undefined) throw new Refusal('not-found', { kind: 'Session' });
    const { companyId, verificationId, expiresAt } = session;
    if (verificationId === null) return { status: tx.now < expiresAt ? 'PENDING' : 'EXPIRED' };
    if (tx.now >= expiresAt) return { status: 'EXPIRED' };
    const status = await checkCode(tx, platform, companyId, { uuid: verificationId, code });
    const facts = status === 'WRONG_CODE' ? await codeFacts(tx, verificationId) : undefined;
    return facts === undefined ? { status } : { status, attemptsLeft: facts.attemptsLeft };
  });
}

/**
 * Status for the site's server: the only trustworthy one. A visitor who confirms one number can send another in the
 * form; with `destination`, a code that went to another number is not found.
 */
export async function getWidgetStatus(
  { db, secrets }: Pick<Platform, 'db' | 'secrets'>,
  account: KeyActor,
  { key, destination }: { readonly key: string; readonly destination?: string },
): Promise<{ status: WidgetStatus }> {
  return inTransaction(db, async (tx) => {
    const session = await selectSession(tx, keyDigestOf(key));
    if (session?.companyId !== account.companyId) return { status: 'NOT_FOUND' };
    checkKind(account, session);
    if (destination !== undefined && session.verificationId !== null) {
      const digits = normalizeDestination(destination);
      const { numberMac } = session;
      if (digits === undefined || numberMac === null || !isNumberMac(secrets, digits, numberMac))
        return { status: 'NOT_FOUND' };
    }
    return { status: widgetStatus(session, tx.now) };
  });
}

export function checkKind({ type }: KeyActor, { kind }: Pick<WidgetSession, 'kind'>): void {
  if (type !== WIDGET_KEY_TYPES[kind]) throw new Refusal('access-denied');
}

/** Shows the visitor the reason of a send request that failed before its session was read. */
export async function recordFailedSend(
  platform: Needs,
  key: string,
  trouble: 'key-invalid' | 'key-type',
): Promise<void> {
  await recordSessionError(platform, keyDigestOf(key), WIDGET_ERRORS[trouble]);
}

/** A send request without a key may concern any waiting session of the company: shows the error in all of them. */
export async function recordMissingKey({ db }: Pick<Platform, 'db'>, companyId: number): Promise<void> {
  await inTransaction(db, (tx) => {
    const since = new Date(tx.now.getTime() - SEND_WAIT_SECONDS * 1000);
    return setErrorOfWaiting(tx, companyId, since, WIDGET_ERRORS['key-missing']);
  });
}
