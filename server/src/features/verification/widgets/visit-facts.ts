// Everything that the decision about a visit depends on, read in one transaction.
import { must } from '@volley/domain/must.ts';
import type { VisitFacts } from '@volley/domain/verification/admission.ts';
import { numberBlock, type UnconfirmedCodes } from '@volley/domain/verification/unconfirmed-codes.ts';
import { countingDay, isSeldomEntered } from '@volley/domain/verification/verification-limit.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { isProviderFailing } from '../captcha-health/captcha-health.sql.ts';
import type { DayShare } from '../limits/limits.sql.ts';
import { addressMac, isSuspect, numberMac, scarcestDay } from '../limits/limits.ts';
import { addUnconfirmed, type CodesOf, selectUnconfirmed } from '../limits/unconfirmed.sql.ts';
import type { Profile } from '../profiles/profile.ts';
import { hasUnconfirmedCode, selectVisit } from './visit-facts.sql.ts';
import { type CaptchaType, hasProvider } from './widget.ts';
import type { StoredWidget } from './widgets.sql.ts';

export type Visit = {
  readonly widget: StoredWidget;
  readonly profile: Profile;
  /** Digits from `readDestination`. */
  readonly destination: string;
  readonly address: string;
};

type Needs = Pick<Platform, 'secrets' | 'config'>;
type Subjects = Readonly<Record<keyof UnconfirmedCodes, string>>;

export type WeighedVisit = {
  readonly facts: VisitFacts;
  readonly subjects: Subjects;
  /** The cap of today of which the smallest share is left. */
  readonly scarcest: DayShare;
};

/** Counts nothing: for a visitor who asks. */
export async function weighVisit(tx: Tx, platform: Needs, visit: Visit): Promise<WeighedVisit> {
  const subjects = subjectsOf(platform, visit);
  const codes = await selectUnconfirmed(tx, visit.profile.gatewayId, Object.values(subjects));
  return weigh(tx, platform, { visit, subjects, codes, hasPass: false });
}

/**
 * Counts the code of this visit, and weighs the visit without it. A number counts once for its block. The first
 * statement locks all subjects in their order, as confirmations do (`relieveUnconfirmed`); the second finds its row
 * locked.
 */
export async function countVisit(tx: Tx, platform: Needs, visit: Visit, hasPass: boolean): Promise<WeighedVisit> {
  const { profile } = visit;
  const subjects = subjectsOf(platform, visit);
  const { number, address, block } = subjects;
  const codes = await addUnconfirmed(tx, profile, [
    { subject: number, codes: 1 },
    { subject: address, codes: 1 },
    { subject: block, codes: 0 },
  ]);
  if ((codes.get(number) ?? 0) < 0.5) await addUnconfirmed(tx, profile, [{ subject: block, codes: 1 }]);
  return weigh(tx, platform, { visit, subjects, codes, hasPass });
}

type Counts = {
  readonly visit: Visit;
  readonly subjects: Subjects;
  readonly codes: CodesOf;
  /** The visitor brings the pass of an earlier captcha. */
  readonly hasPass: boolean;
};

async function weigh(tx: Tx, platform: Needs, { visit, subjects, codes, hasPass }: Counts): Promise<WeighedVisit> {
  const { widget, profile, destination } = visit;
  const { companyId, gatewayId } = profile;
  const { day } = countingDay(tx.now);
  const found = await selectVisit(tx, { companyId, gatewayId, numberMac: subjects.number, day });
  const { isKnown, ...ended } = must(found, `facts of a visit of widget ${widget.widgetId}`);
  const scarcest = await scarcestDay(tx, profile, widget);
  const captcha = kindOf(widget.captchaType);
  const facts: VisitFacts = {
    captcha,
    testMode: platform.config.testMode,
    hasFallback: widget.powFallback,
    isProviderFailing: widget.powFallback && (await isProviderFailing(tx, widget.captchaType)),
    isSuspect: await isSuspect(tx, platform, profile, destination),
    isSeldomEntered: isSeldomEntered(ended, profile),
    isKnown,
    // Only a pass depends on it.
    hasCode: hasPass && (await hasUnconfirmedCode(tx, companyId, subjects.number)),
    unconfirmed: unconfirmedOf(subjects, codes),
    dayLeft: scarcest.left,
  };
  return { facts, subjects, scarcest };
}

const kindOf = (captchaType: CaptchaType): VisitFacts['captcha'] =>
  hasProvider(captchaType) ? 'PROVIDER' : captchaType;

/** Keyed hashes: neither numbers nor addresses are stored. */
const subjectsOf = ({ secrets }: Needs, { destination, address }: Visit): Subjects => ({
  number: numberMac(secrets, destination),
  block: secrets.mac(`block ${numberBlock(destination)}`),
  address: addressMac(secrets, address),
});

const unconfirmedOf = ({ number, block, address }: Subjects, codes: CodesOf): UnconfirmedCodes => ({
  number: codes.get(number) ?? 0,
  block: codes.get(block) ?? 0,
  address: codes.get(address) ?? 0,
});
