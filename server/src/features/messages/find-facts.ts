// What is known of a number before a message to it is planned: its operator and zone, or why nothing is sent to it.

import { HOME_COUNTRY } from '@volley/domain/country.ts';
import { canReach } from '@volley/domain/number-type.ts';
import { isWorthSending, type NumberFacts, type NumberingPlan } from '@volley/domain/numbering-plan.ts';
import { sandboxNumber } from '@volley/domain/phone-number.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { findCountry } from '../numbering/find-country.ts';

export const FALLBACK_ZONE = 'Europe/Moscow';

/** No country: the home country. */
export type KnownNumber = Pick<NumberFacts, 'brand' | 'hostBrand' | 'timezone'> & { readonly country?: string };

export type Unreachable = {
  readonly errorCode: number;
  readonly msg: string;
  /** Of a number in a country that is not open. */
  readonly country?: string;
};

export type NumberRules = {
  readonly channelType: string;
  readonly testMode: boolean;
  /** Whether the company may send to a country. */
  readonly isOpen: (country: string) => boolean;
};

export const NOT_A_NUMBER: Unreachable = { errorCode: 7401, msg: 'Destination is not a phone number' };
const NO_COUNTRY: Unreachable = { errorCode: 7401, msg: 'Destination is a number of no country' };
const NO_TEXTS: Unreachable = { errorCode: 7401, msg: 'Destination is a landline, toll-free or service number' };
export const BLOCKED: Unreachable = { errorCode: 453, msg: 'Number is on a block list' };
const MACHINE: Unreachable = { errorCode: 455, msg: 'Sending to machines and satellite phones is restricted' };
const NOT_ASSIGNED: Unreachable = { errorCode: 456, msg: 'Number is not assigned to subscribers' };
export const NO_PRICE: Unreachable = { errorCode: 455, msg: 'Destination country has no price' };

const closed = (country: string): Unreachable => ({
  errorCode: 455,
  msg: `Destination country ${country} is not open for this company`,
  country,
});

export const isUnreachable = (found: KnownNumber | Unreachable | undefined): found is Unreachable =>
  found !== undefined && 'errorCode' in found;

/** `list` is where the caller finds the recipient. Undefined: a Russian number of an operator that is not known. */
export function findFacts(
  plan: NumberingPlan,
  rules: NumberRules,
  destination: string,
  list: string,
  at: number,
): KnownNumber | Unreachable | undefined {
  const { country, type } = findCountry(destination);
  if (country === undefined) return NO_COUNTRY;
  if (!canReach(rules.channelType, type)) return NO_TEXTS;
  if (!rules.isOpen(country)) return closed(country);
  if (country !== HOME_COUNTRY) return abroad(country);
  const sandbox = sandboxNumber(destination);
  if (sandbox !== undefined) {
    if (!rules.testMode)
      throw new Refusal('bad-request', { field: `${list}[${at}].destination`, problem: 'is a sandbox number' });
    if (sandbox.outcome === SANDBOX_BLOCKED) return BLOCKED;
    return { brand: sandbox.brand, hostBrand: undefined, timezone: FALLBACK_ZONE };
  }
  const facts = plan.find(Number(destination));
  if (facts === undefined || isWorthSending(facts.kind)) return facts;
  return facts.kind === 'M2M' || facts.kind === 'satellite' ? MACHINE : NOT_ASSIGNED;
}

const SANDBOX_BLOCKED = 8;

/** Shared, as the facts of ranges are: a lookup allocates nothing. */
const countries = new Map<string, KnownNumber>();

function abroad(country: string): KnownNumber {
  const known = countries.get(country) ?? {
    brand: undefined,
    hostBrand: undefined,
    timezone: FALLBACK_ZONE,
    country,
  };
  countries.set(country, known);
  return known;
}
