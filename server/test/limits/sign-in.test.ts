// A caller that guesses passwords does not keep other users from signing in, at any of the three sign-ins.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPartner } from '../../src/features/access/create-partner.ts';
import { forgetSignIns, isKnownSignIn, rememberSignIn } from '../../src/features/access/known-sign-ins.ts';
import { createStaff } from '../../src/features/back-office/staff/manage-staff.ts';
import { mintSignInLink } from '../../src/features/sessions/sign-in-links.ts';
import { inTransaction } from '../../src/platform/database/database.ts';
import { PRODUCTION_COSTS } from '../../src/platform/production-costs.ts';
import { type Api, givenApi } from '../given/api.ts';
import { during } from '../given/attack.ts';
import { whileTimeStands } from '../given/frozen-time.ts';
import { copyPartner } from '../given/rows/access.ts';
import { findKnownSignIns } from '../given/rows/sign-ins.ts';

const CONSOLE = '/console/api/v1/session';
const TOKEN = '/auth/token';
const STAFF = '/admin/v1/auth/token';
const DOORS = [CONSOLE, TOKEN, STAFF] as const;

let api: Api;
beforeAll(async () => {
  // The price of a hash is what slows a flood.
  const costs = { password: PRODUCTION_COSTS.password };
  api = await givenApi({ rateLimits: true, trustedProxies: ['127.0.0.1'] }, { costs });
});
afterAll(() => api.close());

type Account = { readonly login: string; readonly password: string };

const newAccount = (): Account => ({ login: `somebody-${randomUUID()}`, password: randomUUID() });

async function givenOwner(): Promise<Account> {
  const account = newAccount();
  await createPartner(api.platform, { ...account, currency: 'RUB' });
  return account;
}

async function givenAdmin(): Promise<Account> {
  const account = newAccount();
  await createStaff(api.platform, 'command', { ...account, roles: ['admin'] });
  return account;
}

async function enter(door: string, { login, password }: Account, address: string): Promise<number> {
  const headers = { 'x-forwarded-for': address };
  return (await api.call('POST', door, { headers, body: { login, password } })).status;
}

let addresses = 0;
const newAddress = () => `10.${Math.floor((addresses += 1) / 250)}.7.${addresses % 250}`;
const doorOf = (at: number) => DOORS[at % DOORS.length] ?? TOKEN;
const hasRefusals = (statuses: ReadonlyMap<number, number>) => (statuses.get(429) ?? 0) > 0;

/** Twice each: the owner at the console and for a token, staff at the back office. */
async function enterAll(owner: Account, admin: Account, address: () => string): Promise<number[]> {
  const statuses: number[] = [];
  for (let at = 0; at < 2; at += 1) {
    statuses.push(await enter(CONSOLE, owner, address()), await enter(TOKEN, owner, address()));
    statuses.push(await enter(STAFF, admin, address()));
  }
  return statuses;
}

const ALL_IN = Array(6).fill(200);

test('while 36 connections of one address try random logins, users sign in from other addresses, known users from that one, and passwords are set', async () => {
  const [owner, admin, address] = [await givenOwner(), await givenAdmin(), newAddress()];
  const [known, knownAdmin] = [await givenOwner(), await givenAdmin()];
  await enter(CONSOLE, known, address);
  await enter(STAFF, knownAdmin, address);
  const attack = (at: number) => enter(doorOf(at), newAccount(), address);
  const { result, statuses } = await during(attack, { isUnderWay: hasRefusals }, async () => ({
    elsewhere: await enterAll(owner, admin, newAddress),
    known: await enterAll(known, knownAdmin, () => address),
    withNewPassword: await enter(TOKEN, await givenOwner(), newAddress()),
  }));
  expect(result).toEqual({ elsewhere: ALL_IN, known: ALL_IN, withNewPassword: 200 });
  // Hashes are limited to a burst of thirty tries and the refill per minute.
  expect(statuses.get(401)).toBeLessThan(60);
});

test('while every try comes from another address, known users and staff sign in', async () => {
  const [owner, admin, address] = [await givenOwner(), await givenAdmin(), newAddress()];
  await enter(CONSOLE, owner, address);
  await enter(STAFF, admin, address);
  const attack = (at: number) => enter(doorOf(at), newAccount(), newAddress());
  const { result } = await during(attack, { lanes: 50, isUnderWay: hasRefusals }, () =>
    enterAll(owner, admin, () => address),
  );
  expect(result).toEqual(ALL_IN);
});

describe('the failed tries of an address', () => {
  test('are limited to thirty at once for all logins, and an IPv6 /64 network is one address', async () => {
    const statuses = await whileTimeStands(async () => {
      const all: number[] = [];
      for (let at = 0; at < 33; at += 1)
        all.push(await enter(doorOf(at), newAccount(), `2001:db8:1:1::${at.toString(16)}`));
      return [...all, await enter(TOKEN, newAccount(), '2001:db8:1:2::1')];
    });
    expect(statuses).toEqual([...Array(30).fill(401), 429, 429, 429, 401]);
  });

  test('are not used up by successful sign-ins', async () => {
    const [owner, address] = [await givenOwner(), newAddress()];
    const logins = Array.from({ length: 35 }, () => `colleague-${randomUUID()}`);
    await copyPartner(api, owner.login, logins);
    const statuses = await whileTimeStands(async () => {
      const all: number[] = [];
      for (const login of logins) all.push(await enter(CONSOLE, { ...owner, login }, address));
      return all;
    });
    expect(statuses).toEqual(Array(35).fill(200));
  });
});

test('wrong passwords of a login from elsewhere delay it only at unknown addresses', async () => {
  const [owner, home] = [await givenOwner(), newAddress()];
  await enter(CONSOLE, owner, home);
  const guesses = Array.from({ length: 16 }, () => enter(TOKEN, { ...owner, password: 'wrong' }, newAddress()));
  await Promise.all(guesses);
  const order: string[] = [];
  const from = async (place: string, address: string) => {
    expect(await enter(CONSOLE, owner, address)).toBe(200);
    order.push(place);
  };
  await Promise.all([from('elsewhere', newAddress()), from('home', home)]);
  expect(order).toEqual(['home', 'elsewhere']);
});

test('a sign-in link works however many invalid ones were tried from its address', async () => {
  const [{ login }, address] = [await givenOwner(), newAddress()];
  const headers = { 'x-forwarded-for': address };
  const follow = async (token: string) =>
    (await api.call('POST', '/console/api/v1/session/link', { headers, body: { token } })).status;
  const madeUp = await whileTimeStands(async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 12; at += 1) statuses.push(await follow(randomUUID()));
    return statuses;
  });
  expect(madeUp).toEqual([...Array(10).fill(401), 429, 429]);
  const { token } = await mintSignInLink(api.platform, { login, kind: 'partner' });
  expect(await follow(token)).toBe(200);
});

test('a login is known at its last twenty addresses, for thirty days', async () => {
  const owner = await givenOwner();
  const places = Array.from({ length: 22 }, newAddress);
  for (const [at, place] of places.entries()) {
    // A sign-in hashes a password, so all but two are recorded without one.
    if (at % 21 === 0) expect(await enter(TOKEN, owner, place)).toBe(200);
    else await inTransaction(api.platform.db, (tx) => rememberSignIn(tx, owner.login, place));
    await api.advance(1);
  }
  const known = () => Promise.all(places.map((place) => isKnownSignIn(api.platform, owner.login, place)));
  expect(await known()).toEqual([false, false, ...Array(20).fill(true)]);
  await api.advance(30 * 86_400);
  expect(await known()).toEqual(Array(22).fill(false));
  await forgetSignIns(api.platform);
  expect(await findKnownSignIns(api, owner.login)).toEqual([]);
});
