// A user signed in to the console who uses its API only: `givenPartnerUser` for users of a partner, `givenStaffConsole`
// for staff. Paths begin after /console/api/v1.
import { randomUUID } from 'node:crypto';
import type { PartnerRole } from '@volley/domain/people/partner-role.ts';
import type { StaffRole } from '@volley/domain/people/staff-role.ts';
import { createUser } from '../../../src/features/sessions/team.ts';
import type { Platform } from '../../../src/platform/platform.ts';
import { signUp } from '../api.ts';
import { type Call, type Reply, textAt } from '../http-client.ts';
import { givenStaff } from './staff.ts';

type Place = { readonly platform: Platform; readonly call: Call };

export type Console = {
  /** Headers as the browser sends them, for a call that omits some of them. */
  readonly cookie: string;
  readonly csrfToken: string;
  get(path: string): Promise<Reply>;
  post(path: string, body?: unknown): Promise<Reply>;
  put(path: string, body?: unknown): Promise<Reply>;
  remove(path: string): Promise<Reply>;
};

export type PartnerUser = Console & {
  readonly partnerId: number;
  readonly login: string;
  readonly password: string;
  /** Token of the partner API, for the test's preparations. */
  readonly token: string;
};

type Partner = Pick<PartnerUser, 'partnerId' | 'login' | 'password' | 'token'>;

/** The owner of a new partner, or a user with another role; `partner` is an existing partner. */
export async function givenPartnerUser(
  place: Place,
  { role = 'owner', partner }: { readonly role?: PartnerRole; readonly partner?: Partner } = {},
): Promise<PartnerUser> {
  const owner = partner ?? (await signUp(place.platform, place.call));
  const { partnerId, token } = owner;
  const person = role === 'owner' ? owner : await newUser(place, partnerId, role);
  const { login, password } = person;
  return { ...(await signedIn(place, login, password)), partnerId, token, login, password };
}

export async function givenStaffConsole(
  place: Place,
  ...roles: readonly StaffRole[]
): Promise<Console & { readonly staffId: number; readonly login: string; readonly password: string }> {
  const { staffId, login, password } = await givenStaff(place, ...roles);
  return { ...(await signedIn(place, login, password)), staffId, login, password };
}

export async function signedIn({ call }: Place, login: string, password: string): Promise<Console> {
  const reply = await call('POST', '/console/api/v1/session', { body: { login, password } });
  if (reply.status !== 200) throw new Error(`sign-in of ${login} answered ${reply.status}: ${reply.text}`);
  return consoleOf(call, cookieOf(reply), textAt(reply.body, 'csrfToken'));
}

export function cookieOf({ headers }: Reply): string {
  return headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

export function consoleOf(call: Call, cookie: string, csrfToken: string): Console {
  const change = (method: string) => (path: string, body?: unknown) =>
    call(method, `/console/api/v1${path}`, {
      headers: { cookie, 'x-csrf-token': csrfToken },
      ...(body !== undefined && { body }),
    });
  return {
    cookie,
    csrfToken,
    get: (path) => call('GET', `/console/api/v1${path}`, { headers: { cookie } }),
    post: change('POST'),
    put: change('PUT'),
    remove: change('DELETE'),
  };
}

async function newUser({ platform }: Place, partnerId: number, role: Exclude<PartnerRole, 'owner'>) {
  const login = `user-${randomUUID()}`;
  const password = randomUUID();
  await createUser(platform, partnerId, { login, password, role, name: 'Somebody' });
  return { login, password };
}
