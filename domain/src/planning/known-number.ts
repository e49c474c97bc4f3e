// Facts about a number before its message is planned: operator, time zone and country, or the reason why it cannot be
// sent to. Returns shared objects: a lookup allocates nothing.

import { HOME_COUNTRY } from '../numbers/country.ts';
import { canReach, type NumberType } from '../numbers/number-type.ts';
import { isWorthSending, type NumberFacts, type NumberingPlan } from '../numbers/numbering-plan.ts';
import { sandboxNumber } from '../numbers/phone-number.ts';
import {
  closedCountry,
  MACHINE,
  NO_COUNTRY,
  NOT_ASSIGNED,
  NOT_REACHABLE,
  NUMBER_BLOCKED,
  type Refused,
  SANDBOX_NUMBER,
} from './refused.ts';
import { FALLBACK_ZONE } from './zone-rule.ts';

/** Without `country`: the home country. */
export type KnownNumber = Pick<NumberFacts, 'brand' | 'hostBrand' | 'timezone'> & { readonly country?: string };

/**
 * Country, type and time zone of a number by its prefix. `country` undefined: it belongs to no country; `timezone`
 * undefined: the prefix has none.
 */
export type LocatedNumber = {
  readonly country: string | undefined;
  readonly type: NumberType;
  readonly timezone: string | undefined;
};

export type ReachRules = {
  readonly plan: NumberingPlan;
  /** Whether the company may send to a country. */
  readonly isOpen: (country: string) => boolean;
  readonly testMode: boolean;
};

/** Outcome of sandbox numbers that act as blocked. */
export const SANDBOX_BLOCKED = 8;

/** Undefined: a number of the home country whose operator and time zone are unknown. */
export function knownNumber(
  rules: ReachRules,
  channelType: string,
  destination: string,
  { country, type, timezone }: LocatedNumber,
): KnownNumber | Refused | undefined {
  if (country === undefined) return NO_COUNTRY;
  if (!canReach(channelType, type)) return NOT_REACHABLE;
  if (!rules.isOpen(country)) return closedCountry(country);
  if (country !== HOME_COUNTRY) return numberOf(country, timezone ?? FALLBACK_ZONE);
  const sandbox = sandboxNumber(destination);
  if (sandbox !== undefined) {
    if (!rules.testMode) return SANDBOX_NUMBER;
    if (sandbox.outcome === SANDBOX_BLOCKED) return NUMBER_BLOCKED;
    return { brand: sandbox.brand, hostBrand: undefined, timezone: FALLBACK_ZONE };
  }
  const facts = rules.plan.find(Number(destination));
  // A landline: it has no range, and calls reach it.
  if (facts === undefined) return timezone === undefined ? undefined : numberOf(HOME_COUNTRY, timezone);
  if (isWorthSending(facts.kind)) return facts;
  return facts.kind === 'M2M' || facts.kind === 'satellite' ? MACHINE : NOT_ASSIGNED;
}

const numbers = new Map<string, Map<string, KnownNumber>>();

/** A number without a range, so without an operator. */
function numberOf(country: string, timezone: string): KnownNumber {
  let ofCountry = numbers.get(country);
  if (ofCountry === undefined) {
    ofCountry = new Map();
    numbers.set(country, ofCountry);
  }
  let known = ofCountry.get(timezone);
  if (known === undefined) {
    const abroad = country === HOME_COUNTRY ? {} : { country };
    known = { brand: undefined, hostBrand: undefined, timezone, ...abroad };
    ofCountry.set(timezone, known);
  }
  return known;
}
