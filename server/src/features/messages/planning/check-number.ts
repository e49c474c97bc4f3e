// Facts about the number of a recipient, or the reason why it cannot be sent to.

import { type KnownNumber, knownNumber, type ReachRules } from '@volley/domain/planning/known-number.ts';
import { type Refused, SANDBOX_NUMBER } from '@volley/domain/planning/refused.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { findCountry } from '../../numbering/find-country.ts';

export type NumberRules = ReachRules & {
  /** Name of the array of the request that holds the recipients. */
  readonly list: string;
};

/** Undefined: a number of the home country whose operator is unknown. Throws for a sandbox number outside test mode. */
export function checkNumber(
  rules: NumberRules,
  channelType: string,
  destination: string,
  at: number,
): KnownNumber | Refused | undefined {
  const number = knownNumber(rules, channelType, destination, findCountry(destination));
  if (number === SANDBOX_NUMBER)
    throw new Refusal('bad-request', { field: `${rules.list}[${at}].destination`, problem: SANDBOX_NUMBER.msg });
  return number;
}
