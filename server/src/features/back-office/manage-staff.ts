import { Refusal } from '@volley/domain/refusal.ts';
import type { StaffRole } from '@volley/domain/staff-role.ts';
import { read, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashPassword } from '../access/password.ts';
import { insertStaff, lockActiveAdmins, selectStaff, updateRoles, updateSignIn } from './staff.sql.ts';
import type { Staff } from './staff.ts';
import { changeAs, type Who } from './staff-actions.ts';

type Needs = Pick<Platform, 'db'>;

export async function createStaff(
  platform: Needs,
  who: Who,
  { login, password, roles }: { login: string; password: string; roles: readonly StaffRole[] },
): Promise<{ staffId: number }> {
  if (login === '') throw new Refusal('bad-request', { field: 'login', problem: 'must not be empty' });
  if (password === '') throw new Refusal('bad-request', { field: 'password', problem: 'must not be empty' });
  const passwordHash = await hashPassword(password, 'staff');
  return changeAs(platform, who, async (tx) => {
    const staffId = await insertStaff(tx, { login, passwordHash, roles });
    if (staffId === undefined) throw new Refusal('bad-request', { field: 'login', problem: 'is taken' });
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
    if (!roles.includes('admin')) await keepAnAdmin(tx, staffId);
    const reply = known(await updateRoles(tx, staffId, roles), staffId);
    return { action: 'staff.roles', subject: { kind: 'staff', id: staffId }, details: { roles }, reply };
  });
}

export async function changeStaffStatus(platform: Needs, who: Who, staffId: number, status: Staff['status']) {
  return changeAs(platform, who, async (tx) => {
    if (status === 'DISABLED') await keepAnAdmin(tx, staffId);
    const reply = known(await updateSignIn(tx, staffId, { status }), staffId);
    return { action: 'staff.status', subject: { kind: 'staff', id: staffId }, details: { status }, reply };
  });
}

/** Ends every token of that person in the same transaction. */
export async function changeStaffPassword(platform: Needs, who: Who, staffId: number, password: string) {
  const passwordHash = await hashPassword(password, 'staff');
  return changeAs(platform, who, async (tx) => {
    const reply = known(await updateSignIn(tx, staffId, { passwordHash }), staffId);
    return { action: 'staff.password', subject: { kind: 'staff', id: staffId }, reply };
  });
}

/** Without an admin nobody could make one, so the last one stays. */
async function keepAnAdmin(tx: Tx, staffId: number): Promise<void> {
  const admins = await lockActiveAdmins(tx);
  if (admins.length === 1 && admins[0] === staffId) {
    throw new Refusal('bad-request', { field: 'staff', problem: 'is the last active admin' });
  }
}

function known(staff: Staff | undefined, id: number): Staff {
  if (staff === undefined) throw new Refusal('not-found', { kind: 'Staff', id });
  return staff;
}
