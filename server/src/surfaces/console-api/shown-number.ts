import type { CabinetActor } from '@volley/domain/actor.ts';
import { maskNumber } from '@volley/domain/masked-number.ts';
import { hasRight } from '@volley/domain/partner-role.ts';

/** In full for who may read numbers, for others with its middle hidden. */
export function shownNumber(digits: string, { role }: Pick<CabinetActor, 'role'>): string {
  return hasRight(role, 'numbers.read') ? digits : maskNumber(digits);
}
