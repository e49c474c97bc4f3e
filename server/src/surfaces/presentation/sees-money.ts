import type { Actor, PartnerConsoleActor } from '@volley/domain/people/actor.ts';
import { hasRight } from '@volley/domain/people/partner-role.ts';

/** A console session has a role; a token of the partner API acts as the partner itself. */
export function seesMoney(actor: Actor | PartnerConsoleActor): boolean {
  return !('role' in actor) || hasRight(actor.role, 'money.read');
}
