// The browser's side of a widget: what it looks like, and the beginning of a visitor's try. The captcha comes before
// anything that costs; what it says is asked outside of any transaction.
import { normalizeDestination } from '@volley/domain/phone-number.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import type { VerificationChannel } from '@volley/domain/verification-channel.ts';
import { isListedOrigin } from '@volley/domain/verification-origin.ts';
import { SESSION_LIFETIME_SECONDS, WIDGET_ERRORS } from '@volley/domain/verification-status.ts';
import { inTransaction, onBehalfOf, read } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { findKeyHolder } from '../access/key-holder.ts';
import { verifyCaptcha } from './captcha.ts';
import { checkNumber, isSuspect, takeAddress } from './limits.ts';
import type { Profile } from './profile.ts';
import { getProfile } from './profiles.ts';
import { readDestination, refuseClosedCountry } from './read-destination.ts';
import { channelOf } from './send-code.ts';
import { sendSession } from './send-session.ts';
import { insertSession, setError } from './sessions.sql.ts';
import type { Widget } from './widget.ts';
import { keyDigestOf, mintSessionKey } from './widget-session.ts';
import { type StoredWidget, selectDomains, selectOpenWidget } from './widgets.sql.ts';

type OpenWidget = { readonly widget: StoredWidget; readonly profile: Profile };

/** Any text may stand in a path, also what no column takes. */
const WIDGET_ID = /^[0-9A-Za-z]{6}$/;

/** Whether a page of this origin may talk to the widget, or to the one that a key belongs to. */
export async function isOwnOrigin(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  of: { readonly widgetId: string } | { readonly key: string },
  origin: string,
): Promise<boolean | undefined> {
  if ('widgetId' in of && !WIDGET_ID.test(of.widgetId)) return undefined;
  const domains = await selectDomains(db, 'key' in of ? { keyDigest: keyDigestOf(of.key) } : of);
  return domains && isListedOrigin(origin, domains, config.testMode === 'on');
}

export async function getOpenWidget({ db }: Pick<Platform, 'db'>, widgetId: string): Promise<OpenWidget> {
  return read(db, async (tx) => {
    const widget = WIDGET_ID.test(widgetId) ? await selectOpenWidget(tx, widgetId) : undefined;
    if (widget === undefined) throw new Refusal('widget-unknown');
    return { widget, profile: await getProfile(tx, widget.companyId, widget.gatewayId) };
  });
}

export type VisitorsWish = {
  readonly destination: string;
  readonly channelType: VerificationChannel;
  readonly captchaToken: string | undefined;
  readonly address: string;
};

export async function openSession(
  platform: Platform,
  widgetId: string,
  wish: VisitorsWish,
): Promise<{ key: string; expiresIn: number }> {
  const { db, secrets } = platform;
  const { widget, profile } = await getOpenWidget(platform, widgetId);
  channelOf(profile, wish.channelType);
  const verdict = await verifyCaptcha(platform, {
    ...widget,
    strict: await isSuspectNumber(platform, profile, wish.destination),
    secret: secrets.open(widget.secretSealed),
    token: wish.captchaToken,
    address: wish.address,
  });
  if (verdict !== 'passed') throw new Refusal(verdict === 'trouble' ? 'captcha-trouble' : 'captcha-not-passed');
  const destination = await readDestination(platform, profile, wish.channelType, wish.destination);
  await refuseClosedCountry(platform, widget.companyId, destination);
  const key = mintSessionKey();
  await inTransaction(db, async (tx) => {
    await checkNumber(tx, platform, profile, destination);
    await takeAddress(tx, platform, profile, wish.address);
    await insertSession(tx, {
      keyDigest: keyDigestOf(key),
      companyId: widget.companyId,
      widgetId,
      channelType: wish.channelType,
      destination,
      expiresAt: new Date(tx.now.getTime() + SESSION_LIFETIME_SECONDS * 1000),
    });
  });
  if (widget.kind === 'BUILDER') await sendForBuilder(platform, widget, key);
  return { key, expiresIn: SESSION_LIFETIME_SECONDS };
}

/** Asked before the captcha, so of any text. */
async function isSuspectNumber(platform: Platform, profile: Profile, given: string): Promise<boolean> {
  const digits = normalizeDestination(given);
  return digits !== undefined && (await read(platform.db, (tx) => isSuspect(tx, platform, profile, digits)));
}

/** A site without a server: the service asks itself, with the key it was given. What fails is told by the state. */
async function sendForBuilder(platform: Platform, { keyId }: Widget, key: string): Promise<void> {
  const account = keyId === null ? undefined : await findKeyHolder(platform, keyId);
  if (account === undefined) {
    const keyDigest = keyDigestOf(key);
    await inTransaction(platform.db, (tx) => setError(tx, keyDigest, WIDGET_ERRORS['key-invalid']));
    return;
  }
  try {
    await onBehalfOf(account.partnerId, undefined, () => sendSession(platform, account, key));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
