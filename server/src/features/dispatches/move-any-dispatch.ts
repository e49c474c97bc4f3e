// Starting and stopping for the console, which lists the dispatches of both APIs.

import type { DispatchStatus } from '@volley/domain/dispatches/dispatch-status.ts';
import type { Actor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { findDispatchKind } from './dispatches.sql.ts';
import { startMessagingDispatch } from './messaging/start-messaging-dispatch.ts';
import { startDispatch } from './start-dispatch.ts';
import { stopDispatch } from './stop-dispatch.ts';

type Needs = Pick<Platform, 'db' | 'config' | 'bus' | 'log'>;
type Moved = { readonly id: number; readonly status: DispatchStatus };

export async function startAnyDispatch(needs: Needs, actor: Actor, id: number): Promise<Moved> {
  const { kind, companyId } = await requireKind(needs, actor, id);
  if (kind === 'PARTNER') return startDispatch(needs, actor, id);
  await startMessagingDispatch(needs, { ...actor, companyId }, id);
  return { id, status: 'STARTED' };
}

export async function stopAnyDispatch(needs: Needs, actor: Actor, id: number): Promise<Moved> {
  const { kind, companyId } = await requireKind(needs, actor, id);
  return stopDispatch(needs, kind === 'PARTNER' ? actor : { kind: 'key', companyId }, id);
}

async function requireKind({ db }: Needs, { partnerId }: Actor, id: number) {
  const found = await read(db, (tx) => findDispatchKind(tx, partnerId, id));
  if (found === undefined) throw new Refusal('not-found', { kind: 'Dispatch', id });
  return found;
}
