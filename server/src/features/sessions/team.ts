// Users of a partner. The owner is the partner's own login; the partner console cannot disable it, so a partner cannot
// lock itself out.
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { inTransaction, read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashPassword } from '../access/password.ts';
import { insertUser, lockPartner, lockUser, selectOwner, selectUsers, USERS_MAX, updateUser } from './people.sql.ts';
import type { PartnerUser, UserRole } from './people.ts';

type Needs = Pick<Platform, 'db' | 'costs'>;

export async function listTeam({ db }: Pick<Platform, 'db'>, partnerId: number) {
  return read(db, async (tx) => {
    const owner = await selectOwner(tx, partnerId);
    if (owner === undefined) throw new Refusal('not-found', { kind: 'Partner', id: partnerId });
    return { owner, users: await selectUsers(tx, partnerId), usersMax: USERS_MAX };
  });
}

export type UserDraft = {
  readonly login: string;
  readonly name: string;
  readonly role: UserRole;
  readonly password: string;
};

export async function createUser(
  { db, costs }: Needs,
  partnerId: number,
  { password, ...draft }: UserDraft,
): Promise<PartnerUser> {
  const passwordHash = await hashPassword(password, `partner ${partnerId}`, costs.password);
  return inTransaction(db, async (tx) => {
    await lockPartner(tx, partnerId);
    const user = await insertUser(tx, partnerId, { ...draft, passwordHash });
    if (user !== undefined) return user;
    const isFull = (await selectUsers(tx, partnerId)).length >= USERS_MAX;
    throw isFull
      ? new Refusal('conflict', { problem: `a partner has at most ${USERS_MAX} users` })
      : new Refusal('bad-request', { field: 'login', problem: 'is already in use' });
  });
}

export type UserEdit = {
  readonly name?: string;
  readonly role?: UserRole;
  readonly status?: PartnerUser['status'];
  readonly password?: string;
};

/** Users cannot change their own role or status: only another user could undo it. */
export async function changeUser(
  { db, costs }: Needs,
  { partnerId, userId }: { readonly partnerId: number; readonly userId?: number },
  id: number,
  { password, ...edit }: UserEdit,
): Promise<{ before: PartnerUser; after: PartnerUser }> {
  const isOwnEntry = id === userId && (edit.role !== undefined || edit.status !== undefined);
  if (isOwnEntry) throw new Refusal('conflict', { problem: 'users cannot change their own role or status' });
  const passwordHash =
    password === undefined ? undefined : await hashPassword(password, `partner ${partnerId}`, costs.password);
  return inTransaction(db, async (tx) => {
    const before = await lockUser(tx, partnerId, id);
    if (before === undefined) throw new Refusal('not-found', { kind: 'User', id });
    const after = await updateUser(tx, id, { ...edit, ...(passwordHash !== undefined && { passwordHash }) });
    return { before, after };
  });
}
