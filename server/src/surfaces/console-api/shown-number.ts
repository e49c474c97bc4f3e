import { maskNumber } from '@volley/domain/numbers/masked-number.ts';
import type { PartnerConsoleActor } from '@volley/domain/people/actor.ts';
import { hasRight } from '@volley/domain/people/partner-role.ts';

/** In full with the right to read numbers, else masked. */
export function shownNumber(digits: string, { role }: Pick<PartnerConsoleActor, 'role'>): string {
  return hasRight(role, 'numbers.read') ? digits : maskNumber(digits);
}
