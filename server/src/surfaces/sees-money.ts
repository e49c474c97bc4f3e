import type { Actor, CabinetActor } from '@volley/domain/actor.ts';
import { hasRight } from '@volley/domain/partner-role.ts';

/** Behind the door of sessions a person has a role; a token of the partner API is the partner itself. */
export function seesMoney(actor: Actor | CabinetActor): boolean {
  return !('role' in actor) || hasRight(actor.role, 'money.read');
}
