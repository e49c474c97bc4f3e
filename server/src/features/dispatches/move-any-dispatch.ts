// Starting and stopping for people who see the dispatches of both APIs in one list.
import type { Actor } from '@volley/domain/actor.ts';
import type { DispatchStatus } from '@volley/domain/dispatch-status.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { read } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { startDispatch } from './start-dispatch.ts';
import { startMessagingDispatch } from './start-messaging-dispatch.ts';
import { stopDispatch } from './stop-dispatch.ts';

type Needs = Pick<Platform, 'db' | 'config' | 'bus'>;
type Moved = { readonly id: number; readonly status: DispatchStatus };

export async function startAnyDispatch(needs: Needs, actor: Actor, id: number): Promise<Moved> {
  const { kind, companyId } = await findKind(needs, actor, id);
  if (kind === 'PARTNER') return startDispatch(needs, actor, id);
  await startMessagingDispatch(needs, { ...actor, companyId }, id);
  return { id, status: 'STARTED' };
}

export async function stopAnyDispatch(needs: Needs, actor: Actor, id: number): Promise<Moved> {
  const { kind, companyId } = await findKind(needs, actor, id);
  return stopDispatch(needs, kind === 'PARTNER' ? actor : { kind: 'key', companyId }, id);
}

async function findKind({ db }: Needs, { partnerId }: Actor, id: number) {
  const rows = await read(db, (tx) =>
    tx.query<{ kind: 'PARTNER' | 'MESSAGING'; companyId: number }>(
      `select kind, company_id as "companyId" from dispatches where id = $1 and partner_id = $2 and kind <> 'SEND'`,
      [id, partnerId],
    ),
  );
  const [found] = rows;
  if (found === undefined) throw new Refusal('not-found', { kind: 'Dispatch', id });
  return found;
}
