// Every change that people of a partner make through the console leaves one row for the partner to read back: who,
// which endpoint, which object, from where. Never the body: it may hold texts, numbers and secrets.
import type { EndpointShape } from '@volley/contract/endpoint.ts';
import { recordAction } from '../features/sessions/partner-actions.ts';
import { onBehalfOf } from '../platform/database.ts';
import type { Platform } from '../platform/platform.ts';
import type { Caller } from './admit.ts';

/** What an endpoint may say of its change beyond its path; `details` holds no secret, text or whole number. */
export type ActionFacts = {
  readonly subject?: { readonly kind: string; readonly id: string | number };
  readonly details?: object;
  readonly reason?: string;
};

type Change = {
  readonly actor: Caller | undefined;
  readonly address: string;
  readonly params: unknown;
  readonly facts: readonly ActionFacts[];
};

export async function recordChange(
  platform: Pick<Platform, 'db'>,
  shape: EndpointShape,
  { actor, address, params, facts }: Change,
): Promise<void> {
  if (shape.method === 'GET' || shape.asks === true || actor?.kind !== 'partner' || !('sessionId' in actor)) return;
  // The ids of the path; every one of them is a number or a short name.
  const ids = Object.entries((params ?? {}) as Record<string, string | number>);
  const own = { kind: shape.path.split('/')[1] ?? '', id: String(ids[0]?.[1] ?? '') };
  const { subject = own, details, reason } = Object.assign({}, ...facts) as ActionFacts;
  await onBehalfOf(actor.partnerId, undefined, () =>
    recordAction(platform, actor, {
      action: shape.id,
      subject: { kind: subject.kind, id: String(subject.id) },
      details: details ?? Object.fromEntries(ids.slice(1)),
      ...(reason !== undefined && { reason }),
      address,
    }),
  );
}
