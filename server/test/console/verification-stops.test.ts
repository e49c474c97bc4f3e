// Stops of verification codes: people see them, lift them, and both logs record it.
import { beforeAll, describe, expect, test } from 'vitest';
import { givenCompany } from '../given/api.ts';
import { useCell } from '../given/cell.ts';
import { textAt } from '../given/http-client.ts';
import { type Account, givenAccount } from '../given/people/account.ts';
import { type Console, givenPartnerUser, givenStaffConsole, type PartnerUser } from '../given/people/console.ts';
import { registerName } from '../given/people/seller.ts';
import { PHONE } from '../given/people/verification.ts';

const cell = useCell({ workers: ['clock'], settings: { staffTokenHours: 0 } });

let owner: PartnerUser;
let stranger: PartnerUser;
let staff: Console;
let account: Account;
beforeAll(async () => {
  owner = await givenPartnerUser(cell());
  stranger = await givenPartnerUser(cell());
  staff = await givenStaffConsole(cell(), 'admin');
  account = await givenAccount(cell(), { company: { ...owner, companyId: await givenCompany(cell(), owner.token) } });
  await registerName(cell(), account, {});
});

async function createProfile(change: object): Promise<string> {
  const channels = [{ channelType: 'SMS', senderName: 'Shop', text: 'Your code: {code}' }];
  const { companyId } = account;
  const draft = { companyId, name: 'Sign-in', channels, resendPauseSeconds: 0, ...change };
  return textAt((await owner.post('/verification/profiles', draft)).body, 'gatewayId');
}

async function createWidget(gatewayId: string): Promise<string> {
  const site = { kind: 'OWN_SITE', domains: ['shop.example'], captchaType: 'POW' };
  const draft = { companyId: account.companyId, gatewayId, name: 'Checkout', ...site };
  return textAt((await owner.post('/verification/widgets', draft)).body, 'widgetId');
}

const send = (gatewayId: string, destination = PHONE) =>
  account.ask('POST', '/verifier/send', { channelType: 'SMS', destination, gatewayId }, 'VERIFIER');

const liftsOf = (gatewayId: string) =>
  cell().sql(
    `select subject_kind as kind, details, login from partner_actions
     where action = 'consoleLiftVerificationStop' and subject_id = $1`,
    [gatewayId],
  );

describe('a stop', () => {
  const stopsOf = async (console: Console, path: string, gatewayId: string) => {
    const { body } = await console.get(path);
    const { items } = body as { items: { gatewayId: string }[] }; // checked by the expectations below
    return items.filter((stop) => stop.gatewayId === gatewayId);
  };
  const ownStops = (gatewayId: string) => stopsOf(owner, '/verification/stops', gatewayId);
  const lift = (body: object) => owner.post('/verification/stops/lift', body);

  test('by the daily limit is lifted for one more limit, which the audit log shows', async () => {
    const gatewayId = await createProfile({ dayAmountMax: 10, sendsPerNumber: 100 });
    const refusedAt = async () => {
      for (let sent = 0; sent < 20; sent += 1) if ((await send(gatewayId)).status === 429) return sent;
      return 20;
    };
    const first = await refusedAt();
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(20);
    expect(await ownStops(gatewayId)).toMatchObject([
      { kind: 'DAY', inForce: true, widgetId: null, prefix: null, limit: { value: 10, currency: 'RUB' }, sent: first },
    ]);
    expect((await lift({ kind: 'DAY', gatewayId })).body).toEqual({ lifted: true });
    expect(await liftsOf(gatewayId)).toEqual([
      {
        kind: 'verification-profile',
        details: { companyId: account.companyId, kind: 'DAY' },
        login: owner.login,
      },
    ]);
    expect(await ownStops(gatewayId)).toEqual([]);
    expect(await refusedAt()).toBeGreaterThan(0);
    expect(await ownStops(gatewayId)).toMatchObject([{ limit: { value: 20 } }]);
  });

  test('of a suspected prefix is lifted, and its numbers are counted from zero', async () => {
    const gatewayId = await createProfile({ enteredShareAfter: 3, enteredShareMin: 50, sendsPerPrefix: 1_000 });
    const sendTo = async (...ends: number[]) => {
      for (const end of ends) expect((await send(gatewayId, String(79_165_550_000 + end))).status).toBe(200);
    };
    await sendTo(1, 2, 3, 4);
    const stop = { kind: 'PREFIX', gatewayId, prefix: '7916555' };
    expect(await ownStops(gatewayId)).toMatchObject([{ ...stop, inForce: true, sent: 4, entered: 0 }]);
    expect((await lift(stop)).status).toBe(200);
    await sendTo(5, 6, 7);
    expect(await ownStops(gatewayId)).toEqual([]);
    await sendTo(8);
    expect(await ownStops(gatewayId)).toMatchObject([{ ...stop, inForce: true }]);
    await cell().advance(3_600);
    expect(await ownStops(gatewayId)).toMatchObject([{ ...stop, inForce: false }]);
    expect((await lift(stop)).status).toBe(404);
  });

  test('that does not exist, or belongs to another partner, is not found', async () => {
    const gatewayId = await createProfile({ dayAmountMax: 0.01 });
    const widgetId = await createWidget(gatewayId);
    for (const body of [
      { kind: 'DAY', gatewayId },
      { kind: 'DAY', gatewayId, widgetId },
      { kind: 'PREFIX', gatewayId, prefix: '7916123' },
    ]) {
      expect((await lift(body)).status).toBe(404);
      expect((await stranger.post('/verification/stops/lift', body)).status).toBe(404);
    }
    expect((await lift({ kind: 'PREFIX', gatewayId })).status).toBe(400);
  });

  test('is lifted by staff, and the staff log has it', async () => {
    const gatewayId = await createProfile({ enteredShareAfter: 1, enteredShareMin: 50 });
    for (const end of ['1', '2']) await send(gatewayId, `7916777000${end}`);
    const body = { kind: 'PREFIX', gatewayId, prefix: '7916777' };
    expect(await stopsOf(staff, '/admin/verification-stops', gatewayId)).toMatchObject([body]);
    expect((await staff.post('/admin/verification-stops/lift', body)).body).toEqual({ lifted: true });
    expect(
      await cell().sql('select subject_id as id, details from staff_actions where action = $1', [
        'verification-stop.lift',
      ]),
    ).toEqual([{ id: gatewayId, details: { companyId: account.companyId, kind: 'PREFIX', prefix: '7916777' } }]);
    expect(await ownStops(gatewayId)).toEqual([]);
  });
});
