// A staff member who uses the back office only.
import { randomUUID } from 'node:crypto';
import type { StaffRole } from '@volley/domain/people/staff-role.ts';
import { createStaff } from '../../../src/features/back-office/staff/manage-staff.ts';
import type { Platform } from '../../../src/platform/platform.ts';
import { type Call, type Reply, textAt } from '../http-client.ts';

export type GivenStaff = {
  readonly staffId: number;
  readonly login: string;
  readonly password: string;
  readonly token: string;
  /** A call under /admin/v1. */
  ask(method: string, path: string, body?: object): Promise<Reply>;
};

export async function givenStaff(
  { platform, call }: { platform: Platform; call: Call },
  ...roles: readonly StaffRole[]
): Promise<GivenStaff> {
  const account = { login: `staff-${randomUUID()}`, password: randomUUID() };
  const { staffId } = await createStaff(platform, 'command', { ...account, roles });
  const { body } = await call('POST', '/admin/v1/auth/token', { body: account });
  const token = textAt(body, 'token');
  return {
    ...account,
    staffId,
    token,
    ask: (method, path, sent) => call(method, `/admin/v1${path}`, { token, ...(sent !== undefined && { body: sent }) }),
  };
}

export type Action = {
  readonly staffId: number | null;
  readonly action: string;
  readonly subjectKind: string;
  readonly subjectId: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string;
};

export async function actionsOf(platform: Platform, staffId: number): Promise<Action[]> {
  const { rows } = await platform.db.pool.query<Action>(
    `select staff_id as "staffId", action, subject_kind as "subjectKind", subject_id as "subjectId", details,
            request_id as "requestId" from staff_actions where staff_id = $1 order by id`,
    [staffId],
  );
  return rows;
}
