// Sessions of the signed-in user: list them, end one, end all others.
import type { SignedIn } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { inTransaction, read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { IDLE_MS } from './authenticate-session.ts';
import {
  deleteExpiredLinks,
  deleteExpiredSessions,
  deleteSessions,
  type Holder,
  type OwnSession,
  selectSessions,
} from './sessions.sql.ts';

type Needs = Pick<Platform, 'db'>;

const FORGOTTEN_AT_ONCE = 1_000;

export async function listSessions({ db }: Needs, actor: SignedIn): Promise<(OwnSession & { current: boolean })[]> {
  const sessions = await read(db, (tx) => selectSessions(tx, holderOf(actor), IDLE_MS));
  return sessions.map((session) => ({ ...session, current: session.id === actor.sessionId }));
}

export async function endSession({ db }: Needs, actor: SignedIn, id: number): Promise<void> {
  const ended = await inTransaction(db, (tx) => deleteSessions(tx, holderOf(actor), { onlyId: id }));
  if (ended === 0) throw new Refusal('not-found', { kind: 'Session', id });
}

export function endOtherSessions({ db }: Needs, actor: SignedIn): Promise<number> {
  return inTransaction(db, (tx) => deleteSessions(tx, holderOf(actor), { exceptId: actor.sessionId }));
}

/** True: more rows may be due. */
export async function forgetSessions({ db }: Needs): Promise<boolean> {
  const deleted = await inTransaction(db, async (tx) => [
    await deleteExpiredSessions(tx, FORGOTTEN_AT_ONCE),
    await deleteExpiredLinks(tx, FORGOTTEN_AT_ONCE),
  ]);
  return deleted.includes(FORGOTTEN_AT_ONCE);
}

function holderOf(actor: SignedIn): Holder {
  if (actor.kind === 'staff') return { partnerId: null, userId: null, staffId: actor.staffId };
  return { partnerId: actor.partnerId, userId: actor.userId ?? null, staffId: null };
}
