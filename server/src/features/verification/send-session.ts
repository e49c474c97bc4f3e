// The send of a visitor's code. It is asked for by the site's server, or done by the service itself where the site
// has none; once per key, however often and however many at once ask for it.
import type { KeyActor } from '@volley/domain/actor.ts';
import { Refusal, type RefusalReason } from '@volley/domain/refusal.ts';
import { WIDGET_ERRORS } from '@volley/domain/verification-status.ts';
import { inTransaction, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { getProfile } from './profiles.ts';
import { type SentVerification, sendCode } from './send-code.ts';
import { alarmed } from './send-verification.ts';
import { lockSession, setError, setSent } from './sessions.sql.ts';
import { checkKind, keyDigestOf } from './widget-session.ts';

/** What the widget shows of a send that was refused. */
const SHOWN: Readonly<Partial<Record<RefusalReason, number>>> = {
  'too-many-requests': WIDGET_ERRORS['too-many-requests'],
  'insufficient-funds': WIDGET_ERRORS['insufficient-funds'],
  'sender-unusable': WIDGET_ERRORS['sender-inactive'],
  'access-denied': WIDGET_ERRORS['key-type'],
};

export async function sendSession(platform: Platform, account: KeyActor, key: string): Promise<SentVerification> {
  const keyDigest = keyDigestOf(key);
  try {
    const sent = await alarmed(platform, () =>
      inTransaction(platform.db, (tx) => sendOnce(tx, platform, account, keyDigest)),
    );
    await sent.publish();
    return sent;
  } catch (error) {
    const shown = error instanceof Refusal ? SHOWN[error.reason] : undefined;
    if (shown !== undefined) await inTransaction(platform.db, (tx) => setError(tx, keyDigest, shown));
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
    throw new Refusal('conflict', { problem: 'the code was sent' });
  const profile = await getProfile(tx, account.companyId, gatewayId);
  const widget = { widgetId, dayMicrosMax };
  const sent = await sendCode(tx, platform, account, { profile, channelType, destination, widget });
  await setSent(tx, keyDigest, sent.uuid);
  return sent;
}
