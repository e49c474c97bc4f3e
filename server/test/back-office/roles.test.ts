import { randomUUID } from 'node:crypto';
import { backOfficeApi } from '@volley/contract/back-office/back-office-api.ts';
import { endpoint } from '@volley/contract/endpoint.ts';
import { hasCapability, STAFF_ROLES } from '@volley/domain/people/staff-role.ts';
import Type from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createStaff } from '../../src/features/back-office/staff/manage-staff.ts';
import { createHttpServer } from '../../src/surfaces/http/http-server.ts';
import { mount } from '../../src/surfaces/http/mount-endpoint.ts';
import { type Api, givenApi } from '../given/api.ts';
import { fullPath } from '../given/contract-check.ts';
import { actionsOf, type GivenStaff, givenStaff } from '../given/people/staff.ts';

/** A staff member without roles. */
const NOBODY = 'nobody';
const DENIED = { error: { code: 4030, msg: 'Access Denied' } };

let api: Api;
let partnerToken: string;
const people = new Map<string, GivenStaff>();
beforeAll(async () => {
  api = await givenApi();
  partnerToken = (await api.givenPartner()).token;
  for (const role of STAFF_ROLES) people.set(role, await givenStaff(api, role));
  people.set(NOBODY, await givenStaff(api));
});
afterAll(() => api.close());

const person = (role: string): GivenStaff => {
  const found = people.get(role);
  if (found === undefined) throw new Error(`the test has no staff member with the role ${role}`);
  return found;
};

const guarded = backOfficeApi.filter(({ auth }) => auth === 'staff');
/** A path whose ids do not exist: an authorized caller gets 404 or 400, and nothing changes. */
const pathOf = (shape: (typeof guarded)[number]) =>
  fullPath(shape)
    .replace('/documents/{id}', '/documents/00000000-0000-4000-8000-000000000000')
    .replace('/keys/{id}', '/keys/AAAAAAAAAAAA')
    .replace('/messages/{id}', '/messages/00000000-0000-4000-8000-000000000000')
    .replace(/\{\w+\}/g, '2000000000');

describe.each(guarded.map((shape) => [`${shape.method} ${fullPath(shape)}`, shape] as const))('%s', (_name, shape) => {
  const body = shape.body === undefined ? undefined : {};

  const ask = (headers: Record<string, string>) =>
    api.call(shape.method, pathOf(shape), { headers, ...(body && { body }) });

  test('is open to roles with its capability, and to no other role, partner or stranger', async () => {
    const capability = shape.capability === 'sign-in' ? undefined : shape.capability;
    for (const role of [...STAFF_ROLES, NOBODY] as const) {
      const reply = await ask({ authorization: `Bearer ${person(role).token}` });
      const isAllowed = capability !== undefined && hasCapability(role === NOBODY ? [] : [role], capability);
      if (isAllowed) expect([role, [200, 201, 400, 404].includes(reply.status)]).toEqual([role, true]);
      else expect([role, reply.status, reply.body]).toEqual([role, 403, DENIED]);
    }
    for (const headers of [{}, { authorization: `Bearer ${partnerToken}` }]) {
      const reply = await ask(headers);
      expect([reply.status, reply.body]).toMatchObject([401, { error: { code: 4010 } }]);
    }
  });
});

test('a refused request leaves no row in the log', async () => {
  for (const { staffId } of people.values()) {
    const actions = await actionsOf(api.platform, staffId);
    // The allowed export of the log leaves its own row.
    expect(actions.filter(({ action }) => action !== 'adminExportStaffActions')).toEqual([]);
  }
});

test('a token of staff does not open the partner API', async () => {
  expect((await api.call('GET', '/company', { token: person('admin').token })).status).toBe(401);
});

describe('a back-office endpoint without a rule of access', () => {
  const shape = {
    id: 'careless',
    surface: 'back-office',
    method: 'GET',
    path: '/careless',
    summary: 'Says too little',
    auth: 'staff',
    responses: { 200: Type.Object({}) },
  } as const;

  test.each([
    ['without a capability', endpoint(shape)],
    ['open to all callers', endpoint({ ...shape, auth: 'none' })],
    ["open to everybody's sign-in", endpoint({ ...shape, capability: 'sign-in' })],
    ['for partners', endpoint({ ...shape, auth: 'partner', capability: 'links.read' })],
  ])('%s does not start', (_name, careless) => {
    const server = createHttpServer(api.platform);
    expect(() => mount(server, careless, api.platform, () => ({}))).toThrow('must declare');
  });
});

test('with the back office off, its addresses answer 404', async () => {
  const outside = await givenApi({ backOffice: false });
  try {
    const reply = await outside.call('POST', '/admin/v1/auth/token', { body: { login: 'a', password: 'b' } });
    expect(reply.status).toBe(404);
    const account = { login: `staff-${randomUUID()}`, password: randomUUID() };
    await createStaff(outside.platform, 'command', { ...account, roles: ['admin'] });
    const signIn = await outside.call('POST', '/console/api/v1/session', { body: account });
    expect([signIn.status, signIn.headers.getSetCookie()]).toEqual([401, []]);
  } finally {
    await outside.close();
  }
});
