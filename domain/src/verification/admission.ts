// Decides every visit of a widget, whatever its captcha: the captcha of the provider, a proof of work with a number of
// zero bits, or a refusal. A code costs money, so a code that no person enters must cost the one who asks for it.
//
// Signs that many visitors share (a suspect prefix, a profile with few entered codes) make a proof harder up to
// SHARED_BITS_MAX, because most visitors under them are honest. Only the unconfirmed codes of the visitor's own number,
// of its block of a hundred numbers and of its address lead further: honest visitors confirm, and confirmations count
// against them.
import type { UnconfirmedCodes } from './unconfirmed-codes.ts';

export type VisitFacts = {
  /** PROVIDER: a captcha of a third party. NONE: test mode only. */
  readonly captcha: 'PROVIDER' | 'POW' | 'NONE';
  readonly testMode: boolean;
  /** The widget takes proofs of work while its provider fails. */
  readonly hasFallback: boolean;
  /** As the service itself observes the provider; reports of browsers do not count. */
  readonly isProviderFailing: boolean;
  /** The prefix of the number shows signs of pumping, or the number has many wrong codes. */
  readonly isSuspect: boolean;
  /** The share of the profile's codes that are entered is too low today. */
  readonly isSeldomEntered: boolean;
  /** The number has confirmed a code of this company before. */
  readonly isKnown: boolean;
  readonly unconfirmed: UnconfirmedCodes;
  /** An unconfirmed code has reached the number in the last minutes, or is on its way. */
  readonly hasCode: boolean;
  /** The smallest share of a day's cap that is left, from 0 to 1. */
  readonly dayLeft: number;
};

export type Demand =
  | { readonly ask: 'nothing' }
  | {
      readonly ask: 'captcha';
      /** Providers with a score must give a higher one. */
      readonly isStrict: boolean;
      /** The pass of an earlier captcha counts. */
      readonly takesPass: boolean;
    }
  | { readonly ask: 'proof'; readonly bits: number }
  | { readonly ask: 'refusal'; readonly reason: 'captcha-trouble' | 'too-many-requests' };

/** The verified proof, captcha or pass of the visitor. */
export type Evidence =
  | { readonly kind: 'nothing' | 'captcha' | 'pass' }
  | { readonly kind: 'proof'; readonly bits: number };

/** Share of a day's cap that is kept for numbers that have confirmed before. */
export const DAY_SHARE_KEPT = 0.2;

const BITS_MIN = 15;
/** A proof of this many bits takes a browser about half a second. */
const SHARED_BITS_MAX = 17;
const BITS_MAX = 22;
const SUSPECT_BITS = 2;
const SELDOM_BITS = 1;
/** The site has chosen a captcha, so its replacement is harder. */
const FALLBACK_BITS = 2;

type Growth = { readonly free: number; readonly codesPerBit: number };

/** Unconfirmed codes without effect, and those that double the work. */
const GROWTH: Readonly<Record<keyof UnconfirmedCodes, Growth>> = {
  number: { free: 3, codesPerBit: 1 },
  block: { free: 6, codesPerBit: 1 },
  address: { free: 3, codesPerBit: 2 },
};

export function admission(facts: VisitFacts): Demand {
  const { captcha, testMode, hasFallback, isProviderFailing, isSuspect, dayLeft } = facts;
  if (captcha === 'NONE' && !testMode) return { ask: 'refusal', reason: 'captcha-trouble' };
  if (dayLeft <= DAY_SHARE_KEPT && !isTrusted(facts)) return { ask: 'refusal', reason: 'too-many-requests' };
  if (captcha === 'NONE') return { ask: 'nothing' };
  const isFallback = captcha === 'PROVIDER' && hasFallback && isProviderFailing;
  if (captcha === 'PROVIDER' && !isFallback)
    return { ask: 'captcha', isStrict: isSuspect, takesPass: takesPass(facts) };
  return { ask: 'proof', bits: proofBits(facts, isFallback) };
}

/** A passed captcha also replaces a proof: the provider has come back between the two requests of the visitor. */
export function isMet(demand: Demand, evidence: Evidence): boolean {
  switch (demand.ask) {
    case 'nothing':
      return true;
    case 'captcha':
      return evidence.kind === 'captcha' || (evidence.kind === 'pass' && demand.takesPass);
    case 'proof':
      return evidence.kind === 'captcha' || (evidence.kind === 'proof' && evidence.bits >= demand.bits);
    case 'refusal':
      return false;
  }
}

/** A number that has confirmed keeps its trust over a few unconfirmed codes. */
const isTrusted = ({ isKnown, unconfirmed }: VisitFacts) => isKnown && growthOf('number', unconfirmed) === 0;

/** A pass is for codes that did not arrive: pumping lives from those that do. */
function takesPass({ isSuspect, isSeldomEntered, hasCode, unconfirmed }: VisitFacts): boolean {
  return !isSuspect && !isSeldomEntered && !hasCode && ownGrowth(unconfirmed) === 0;
}

function proofBits(facts: VisitFacts, isFallback: boolean): number {
  if (isTrusted(facts)) return BITS_MIN;
  const { isSuspect, isSeldomEntered, unconfirmed } = facts;
  const shared = BITS_MIN + (isSuspect ? SUSPECT_BITS : 0) + (isSeldomEntered ? SELDOM_BITS : 0);
  const easiest = Math.min(SHARED_BITS_MAX, shared) + (isFallback ? FALLBACK_BITS : 0);
  return Math.min(BITS_MAX, easiest + ownGrowth(unconfirmed));
}

/** The largest, not the sum: one code counts for its number, its block and its address. */
const ownGrowth = (unconfirmed: UnconfirmedCodes) =>
  Math.max(growthOf('number', unconfirmed), growthOf('block', unconfirmed), growthOf('address', unconfirmed));

function growthOf(kind: keyof UnconfirmedCodes, unconfirmed: UnconfirmedCodes): number {
  const { free, codesPerBit } = GROWTH[kind];
  return Math.max(0, Math.ceil((Math.round(unconfirmed[kind]) - free) / codesPerBit));
}
