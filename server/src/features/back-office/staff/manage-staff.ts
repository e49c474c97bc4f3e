import type { StaffRole } from '@volley/domain/people/staff-role.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { read, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { hashPassword } from '../../access/password.ts';
import { changeAs, type Who } from '../staff-actions.ts';
import {
  deleteStaffTokens,
  insertStaff,
  lockActiveAdmins,
  selectStaff,
  updateRoles,
  updateSignIn,
} from './staff.sql.ts';
import type { Staff } from './staff.ts';

type Needs = Pick<Platform, 'db' | 'costs'>;

export async function createStaff(
  platform: Needs,
  who: Who,
  { login, password, roles }: { login: string; password: string; roles: readonly StaffRole[] },
): Promise<{ staffId: number }> {
  if (login === '') throw new Refusal('bad-request', { field: 'login', problem: 'must not be empty' });
  if (password === '') throw new Refusal('bad-request', { field: 'password', problem: 'must not be empty' });
  const passwordHash = await hashPassword(password, 'staff', platform.costs.password);
  return changeAs(platform, who, async (tx) => {
    const staffId = await insertStaff(tx, { login, passwordHash, roles });
    if (staffId === undefined) throw new Refusal('bad-request', { field: 'login', problem: 'is already in use' });
    return {
      action: 'staff.create',
      subject: { kind: 'staff', id: staffId },
      details: { login, roles },
      reply: { staffId },
    };
  });
}

export function listStaff({ db }: Needs): Promise<Staff[]> {
  return read(db, selectStaff);
}

export async function changeRoles(platform: Needs, who: Who, staffId: number, roles: readonly StaffRole[]) {
  return changeAs(platform, who, async (tx) => {
    if (!roles.includes('admin')) await requireOtherAdmin(tx, staffId);
    const reply = known(await updateRoles(tx, staffId, roles), staffId);
    return { action: 'staff.roles', subject: { kind: 'staff', id: staffId }, details: { roles }, reply };
  });
}

export async function changeStaffStatus(platform: Needs, who: Who, staffId: number, status: Staff['status']) {
  return changeAs(platform, who, async (tx) => {
    if (status === 'DISABLED') await requireOtherAdmin(tx, staffId);
    const reply = known(await updateSignIn(tx, staffId, { status }), staffId);
    await deleteStaffTokens(tx, staffId);
    return { action: 'staff.status', subject: { kind: 'staff', id: staffId }, details: { status }, reply };
  });
}

/** Invalidates every token of the staff member in the same transaction. */
export async function changeStaffPassword(platform: Needs, who: Who, staffId: number, password: string) {
  const passwordHash = await hashPassword(password, 'staff', platform.costs.password);
  return changeAs(platform, who, async (tx) => {
    const reply = known(await updateSignIn(tx, staffId, { passwordHash }), staffId);
    await deleteStaffTokens(tx, staffId);
    return { action: 'staff.password', subject: { kind: 'staff', id: staffId }, reply };
  });
}

/** The last admin must stay: only an admin can appoint another. */
async function requireOtherAdmin(tx: Tx, staffId: number): Promise<void> {
  const admins = await lockActiveAdmins(tx);
  if (admins.length === 1 && admins[0] === staffId) {
    throw new Refusal('bad-request', { field: 'staff', problem: 'must not be the last active admin' });
  }
}

function known(staff: Staff | undefined, id: number): Staff {
  if (staff === undefined) throw new Refusal('not-found', { kind: 'Staff', id });
  return staff;
}
