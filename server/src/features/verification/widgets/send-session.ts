// Sends the code of a widget session, requested by the site's server, or by the service itself for sites without one.
// Sends once per key, also under repeated and concurrent requests.
import type { KeyActor } from '@volley/domain/people/actor.ts';
import { Refusal, type RefusalReason } from '@volley/domain/refusals/refusal.ts';
import { WIDGET_ERRORS } from '@volley/domain/verification/verification-status.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type SentVerification, sendCode } from '../codes/send-code.ts';
import { withStopAlarm } from '../codes/send-verification.ts';
import { getProfile } from '../profiles/profiles.ts';
import { lockSession, setSent } from './sessions.sql.ts';
import { recordSessionError } from './widget-errors.ts';
import { checkKind, keyDigestOf } from './widget-session.ts';

/** Error codes that the widget shows for refused sends. */
const SHOWN: Readonly<Partial<Record<RefusalReason, number>>> = {
  'too-many-requests': WIDGET_ERRORS['too-many-requests'],
  'insufficient-funds': WIDGET_ERRORS['insufficient-funds'],
  'sender-unusable': WIDGET_ERRORS['sender-inactive'],
  'access-denied': WIDGET_ERRORS['key-type'],
};

export async function sendSession(platform: Platform, account: KeyActor, key: string): Promise<SentVerification> {
  const keyDigest = keyDigestOf(key);
  try {
    const sent = await withStopAlarm(platform, () =>
      inTransaction(platform.db, (tx) => sendOnce(tx, platform, account, keyDigest)),
    );
    await sent.publish();
    return sent;
  } catch (error) {
    const shown = error instanceof Refusal ? SHOWN[error.reason] : undefined;
    if (shown !== undefined) await recordSessionError(platform, keyDigest, shown);
    throw error;
  }
}

async function sendOnce(tx: Tx, platform: Platform, account: KeyActor, keyDigest: Buffer): Promise<SentVerification> {
  const session = await lockSession(tx, keyDigest);
  if (session?.companyId !== account.companyId || tx.now >= session.expiresAt)
    throw new Refusal('not-found', { kind: 'Key' });
  checkKind(account, session);
  const { gatewayId, channelType, destination, widgetId, dayMicrosMax } = session;
  if (session.verificationId !== null || destination === null)
    throw new Refusal('conflict', { problem: 'the code was already sent' });
  const profile = await getProfile(tx, account.companyId, gatewayId);
  const widget = { widgetId, dayMicrosMax };
  const siteHost = session.siteHost ?? undefined;
  const sent = await sendCode(tx, platform, account, { profile, channelType, destination, widget, siteHost });
  await setSent(tx, keyDigest, sent.uuid);
  return sent;
}
