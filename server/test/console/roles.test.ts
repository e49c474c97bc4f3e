// Access of every role to every endpoint behind a session, generated from the contract, so that it includes new
// endpoints.
import { consoleApi } from '@volley/contract/console/console-api.ts';
import type { EndpointShape } from '@volley/contract/endpoint.ts';
import { hasRight, PARTNER_ROLES } from '@volley/domain/people/partner-role.ts';
import { hasCapability } from '@volley/domain/people/staff-role.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import { BEHIND_SESSION, fullPath, sessionPath } from '../given/contract-check.ts';
import { type Console, givenPartnerUser, givenStaffConsole, type PartnerUser } from '../given/people/console.ts';

let api: Api;
let people: readonly PartnerUser[];
let staff: readonly { readonly roles: readonly ['support' | 'sre']; readonly console: Console }[];
beforeAll(async () => {
  api = await givenApi();
  const partner = await api.givenPartner();
  people = await Promise.all(PARTNER_ROLES.map((role) => givenPartnerUser(api, { role, partner })));
  staff = await Promise.all(
    (['support', 'sre'] as const).map(async (role) => ({
      roles: [role] as const,
      console: await givenStaffConsole(api, role),
    })),
  );
});
afterAll(() => api.close());

const guarded = [
  ...consoleApi.filter(({ auth }) => auth !== 'none').map((shape) => ({ shape, path: fullPath(shape) })),
  ...BEHIND_SESSION.map((shape) => ({ shape, path: sessionPath(shape) })),
];

const asked = (path: string) => path.replace(/\{\w+\}/g, '1');

/** A call without a body: only the rights of the caller can be the reason of a 401 or 403. */
function ask(shape: EndpointShape, path: string, headers: Record<string, string>): Promise<Response> {
  const abort = AbortSignal.timeout(120_000);
  return fetch(`${api.url}${asked(path)}`, { method: shape.method, headers, signal: abort });
}

async function statusOf(shape: EndpointShape, path: string, headers: Record<string, string>): Promise<number> {
  const response = await ask(shape, path, headers);
  await response.body?.cancel();
  return response.status;
}

const proofs = ({ cookie, csrfToken }: Console) => ({ cookie, 'x-csrf-token': csrfToken });

/** Endpoints that end sessions would end those of the next test. */
const endsSessions = ({ id }: EndpointShape) => /^(signOut|endSession|endOtherSessions)$/.test(id);

describe.each(guarded.map(({ shape, path }) => [`${shape.method} ${path}`, shape, path] as const))(
  '%s',
  (_name, shape, path) => {
    test("answers strangers without a browser's password dialog", async () => {
      const response = await ask(shape, path, {});
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, null]);
      expect(await response.json()).toMatchObject({ error: { code: 4010, reason: 'not-authenticated' } });
      const cookie = `volley_session=${'A'.repeat(43)}`;
      expect(await statusOf(shape, path, { cookie })).toBe(401);
    });

    if (shape.method !== 'GET')
      test('refuses a change from a foreign page', async () => {
        const [owner] = people;
        if (owner === undefined) throw new Error('the test has no signed-in owner');
        const { cookie } = owner;
        expect(await statusOf(shape, path, { cookie })).toBe(403);
        expect(await statusOf(shape, path, { cookie, 'x-csrf-token': 'A'.repeat(43) })).toBe(403);
        for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
          expect(await statusOf(shape, path, { ...proofs(owner), ...headers })).toBe(403);
      });

    if (!endsSessions(shape))
      test('is open to roles with the right and to no other role', async () => {
        for (const [at, role] of PARTNER_ROLES.entries()) {
          const person = people[at];
          if (person === undefined) throw new Error(`the test has no user with the role ${role}`);
          const status = await statusOf(shape, path, proofs(person));
          expect([role, [401, 403].includes(status)]).toEqual([role, !mayUse(shape, role)]);
        }
        for (const { roles, console } of staff) {
          const status = await statusOf(shape, path, proofs(console));
          const may = shape.auth === 'signed-in' || mayCall(shape, roles);
          expect([roles, [401, 403].includes(status)]).toEqual([roles, !may]);
        }
      });
  },
);

function mayUse({ auth, right }: EndpointShape, role: (typeof PARTNER_ROLES)[number]): boolean {
  if (auth === 'signed-in') return true;
  return auth !== 'staff' && right !== undefined && (right === 'any-role' || hasRight(role, right));
}

function mayCall({ auth, capability }: EndpointShape, roles: readonly ('support' | 'sre')[]): boolean {
  return auth === 'staff' && capability !== undefined && capability !== 'sign-in' && hasCapability(roles, capability);
}

test('two partners do not see each other', async () => {
  const [one, other] = [await givenPartnerUser(api), await givenPartnerUser(api)];
  const companyId = await givenCompany(api, one.token);
  expect((await one.get(`/partner/company/${companyId}`)).status).toBe(200);
  expect((await other.get(`/partner/company/${companyId}`)).status).toBe(404);
  expect((await other.get('/partner/company')).body).toMatchObject({ total: 0 });
});
