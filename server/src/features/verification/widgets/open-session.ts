// Browser requests of a widget: its settings, the proof of work that a visitor owes, and the start of a session. The
// captcha is verified outside of any transaction, before every step that costs money.
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { VerificationChannel } from '@volley/domain/verification/verification-channel.ts';
import { isListedOrigin } from '@volley/domain/verification/verification-origin.ts';
import { SESSION_LIFETIME_SECONDS, WIDGET_ERRORS } from '@volley/domain/verification/verification-status.ts';
import { inTransaction, onBehalfOf, read } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findKeyHolder } from '../../access/key-holder.ts';
import { isProviderFailing } from '../captcha-health/captcha-health.sql.ts';
import { channelOf } from '../codes/code-message.ts';
import { readDestination, refuseClosedCountry } from '../codes/read-destination.ts';
import { checkNumber, claimAddress, PumpingStop, recordStop } from '../limits/limits.ts';
import type { Profile } from '../profiles/profile.ts';
import { getProfile } from '../profiles/profiles.ts';
import { admitVisitor, challengeVisitor } from './admit-visitor.ts';
import type { IssuedChallenge } from './proof-of-work.ts';
import { sendSession } from './send-session.ts';
import { insertSession } from './sessions.sql.ts';
import type { Visit } from './visit-facts.ts';
import { type CaptchaType, isWidgetId, type Widget } from './widget.ts';
import { countingRefusals, recordSessionError } from './widget-errors.ts';
import { keyDigestOf, mintSessionKey } from './widget-session.ts';
import { type StoredWidget, selectDomains, selectDomainsByKey, selectOpenWidget } from './widgets.sql.ts';

type Needs = Pick<Platform, 'db' | 'log' | 'metrics'>;
export type OpenWidget = { readonly widget: StoredWidget; readonly profile: Profile };

/** Whether pages of this origin may use the widget, given by its id or by a session key. Undefined: no widget. */
export async function isOwnOrigin(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  by: { readonly widgetId: string } | { readonly key: string },
  origin: string,
): Promise<boolean | undefined> {
  if ('widgetId' in by && !isWidgetId(by.widgetId)) return undefined;
  const domains = await ('key' in by ? selectDomainsByKey(db, keyDigestOf(by.key)) : selectDomains(db, by.widgetId));
  return domains && isListedOrigin(origin, domains, config.testMode);
}

export type ShownWidget = OpenWidget & {
  /** The captcha that its visitors pass now. */
  readonly captchaNow: CaptchaType;
};

/** Counts the number 310 for a widget that is switched off. */
export function getShownWidget(platform: Needs, widgetId: string): Promise<ShownWidget> {
  if (!isWidgetId(widgetId)) throw new Refusal('widget-unknown');
  return countingRefusals(platform, widgetId, async () => {
    const open = await findOpenWidget(platform, widgetId);
    const { powFallback, captchaType } = open.widget;
    const isReplaced = powFallback && (await read(platform.db, (tx) => isProviderFailing(tx, captchaType)));
    return { ...open, captchaNow: isReplaced ? 'POW' : captchaType };
  });
}

function findOpenWidget({ db }: Pick<Platform, 'db'>, widgetId: string): Promise<OpenWidget> {
  return read(db, async (tx) => {
    const widget = await selectOpenWidget(tx, widgetId);
    if (widget === undefined) throw new Refusal('widget-unknown');
    return { widget, profile: await getProfile(tx, widget.companyId, widget.gatewayId) };
  });
}

export type VisitorRequest = {
  readonly destination: string;
  readonly channelType: VerificationChannel;
  readonly address: string;
};

export type SessionRequest = VisitorRequest & {
  readonly captchaToken: string | undefined;
  /** Origin of the page, one of the widget's sites. */
  readonly origin: string | undefined;
};

export type OpenedSession = {
  readonly key: string;
  readonly expiresIn: number;
  /** Counts as a passed captcha for the next sessions of this visitor and number, while no code arrives. */
  readonly pass?: string;
};

/** The proof of work that a visitor with this number owes. */
export async function issueChallenge(
  platform: Platform,
  widgetId: string,
  visitor: VisitorRequest,
): Promise<IssuedChallenge> {
  if (!isWidgetId(widgetId)) throw new Refusal('widget-unknown');
  return refusingVisits(platform, widgetId, async () =>
    challengeVisitor(platform, await readVisit(platform, widgetId, visitor)),
  );
}

export async function openSession(
  platform: Platform,
  widgetId: string,
  visitor: SessionRequest,
): Promise<OpenedSession> {
  if (!isWidgetId(widgetId)) throw new Refusal('widget-unknown');
  return refusingVisits(platform, widgetId, () => openUncounted(platform, widgetId, visitor));
}

/**
 * Refusals are counted for the owner of the site, and the first one of a reserved day raises the alarm. An alarm that
 * fails never hides the refusal.
 */
async function refusingVisits<T>(platform: Platform, widgetId: string, work: () => Promise<T>): Promise<T> {
  try {
    return await countingRefusals(platform, widgetId, work);
  } catch (error) {
    if (error instanceof PumpingStop)
      await recordStop(platform, error.stop).catch((failure: unknown) =>
        platform.log.warn({ err: failure, ...error.stop }, 'stop not recorded'),
      );
    throw error;
  }
}

async function openUncounted(platform: Platform, widgetId: string, visitor: SessionRequest): Promise<OpenedSession> {
  const visit = await readVisit(platform, widgetId, visitor);
  const { widget, profile, destination, address } = visit;
  const admit = await admitVisitor(platform, visit, visitor.captchaToken);
  const key = mintSessionKey();
  const pass = await inTransaction(platform.db, async (tx) => {
    await checkNumber(tx, platform, profile, destination);
    await claimAddress(tx, platform, profile, address);
    const admitted = await admit(tx);
    await insertSession(tx, {
      keyDigest: keyDigestOf(key),
      companyId: widget.companyId,
      widgetId,
      channelType: visitor.channelType,
      destination,
      siteHost: siteHostOf(visitor.origin),
      counted: admitted.counted,
      expiresAt: new Date(tx.now.getTime() + SESSION_LIFETIME_SECONDS * 1000),
    });
    return admitted.pass;
  });
  if (widget.kind === 'BUILDER') await sendForBuilder(platform, widget, key);
  return { key, expiresIn: SESSION_LIFETIME_SECONDS, ...(pass !== undefined && { pass }) };
}

/** Before the captcha: a mistyped number does not use up the visitor's token. */
async function readVisit(platform: Platform, widgetId: string, visitor: VisitorRequest): Promise<Visit> {
  const { widget, profile } = await findOpenWidget(platform, widgetId);
  const { channelType, address } = visitor;
  channelOf(profile, channelType);
  const destination = await readDestination(platform, profile, channelType, visitor.destination);
  await refuseClosedCountry(platform, widget.companyId, destination);
  return { widget, profile, destination, address };
}

/** Browsers bind a code by SMS to a host without its port. */
function siteHostOf(origin: string | undefined): string | null {
  return (origin !== undefined && URL.parse(origin)?.hostname) || null;
}

/** Sends with the widget's key, because the site has no server. The session's state shows a refusal. */
async function sendForBuilder(platform: Platform, { keyId }: Widget, key: string): Promise<void> {
  const account = keyId === null ? undefined : await findKeyHolder(platform, keyId);
  if (account === undefined) return recordSessionError(platform, keyDigestOf(key), WIDGET_ERRORS['key-invalid']);
  try {
    await onBehalfOf(account.partnerId, undefined, () => sendSession(platform, account, key));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
