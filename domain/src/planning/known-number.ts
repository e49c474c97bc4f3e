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

/** Country and type of a number; `country` undefined: it belongs to no country. */
export type LocatedNumber = { readonly country: string | undefined; readonly type: NumberType };

export type ReachRules = {
  readonly plan: NumberingPlan;
  /** Whether the company may send to a country. */
  readonly isOpen: (country: string) => boolean;
  readonly testMode: boolean;
};

/** Outcome of sandbox numbers that act as blocked. */
export const SANDBOX_BLOCKED = 8;

/** Undefined: a number of the home country whose operator is unknown. */
export function knownNumber(
  rules: ReachRules,
  channelType: string,
  destination: string,
  { country, type }: LocatedNumber,
): KnownNumber | Refused | undefined {
  if (country === undefined) return NO_COUNTRY;
  if (!canReach(channelType, type)) return NOT_REACHABLE;
  if (!rules.isOpen(country)) return closedCountry(country);
  if (country !== HOME_COUNTRY) return numberAbroad(country);
  const sandbox = sandboxNumber(destination);
  if (sandbox !== undefined) {
    if (!rules.testMode) return SANDBOX_NUMBER;
    if (sandbox.outcome === SANDBOX_BLOCKED) return NUMBER_BLOCKED;
    return { brand: sandbox.brand, hostBrand: undefined, timezone: FALLBACK_ZONE };
  }
  const facts = rules.plan.find(Number(destination));
  if (facts === undefined || isWorthSending(facts.kind)) return facts;
  return facts.kind === 'M2M' || facts.kind === 'satellite' ? MACHINE : NOT_ASSIGNED;
}

const countries = new Map<string, KnownNumber>();

function numberAbroad(country: string): KnownNumber {
  const known = countries.get(country) ?? {
    brand: undefined,
    hostBrand: undefined,
    timezone: FALLBACK_ZONE,
    country,
  };
  countries.set(country, known);
  return known;
}
