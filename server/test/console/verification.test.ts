// Profiles, widgets and figures of verification codes in the partner console: rights, strangers, the audit log, and the
// secret of a captcha, which is never shown.
import { beforeAll, describe, expect, test } from 'vitest';
import { addConversions } from '../../src/features/verification/plan/conversions.sql.ts';
import { inTransaction } from '../../src/platform/database/database.ts';
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
  await givenCompany(cell(), stranger.token);
  staff = await givenStaffConsole(cell(), 'admin');
  const company = { ...owner, companyId: await givenCompany(cell(), owner.token) };
  account = await givenAccount(cell(), { company });
  await registerName(cell(), account, {});
});

const SECRET = 'captcha-secret-that-nobody-sees';
const SMS = { channelType: 'SMS', senderName: 'Shop', text: 'Your code: {code}' };

const profileDraft = (change: object = {}) => ({
  companyId: account.companyId,
  name: 'Sign-in',
  channels: [SMS],
  resendPauseSeconds: 0,
  ...change,
});

const createProfile = async (change: object = {}) => {
  const reply = await owner.post('/verification/profiles', profileDraft(change));
  expect([reply.status, reply.text]).toEqual([201, reply.text]);
  return textAt(reply.body, 'gatewayId');
};

const widgetDraft = (gatewayId: string, change: object = {}) => ({
  companyId: account.companyId,
  gatewayId,
  name: 'Checkout',
  kind: 'OWN_SITE',
  domains: ['shop.example'],
  captchaType: 'TURNSTILE',
  siteKey: 'site-key',
  secret: SECRET,
  ...change,
});

const createWidget = async (gatewayId: string, change: object = {}) => {
  const reply = await owner.post('/verification/widgets', widgetDraft(gatewayId, change));
  expect([reply.status, reply.text]).toEqual([201, reply.text]);
  return textAt(reply.body, 'widgetId');
};

const actionsOf = (action: string, subjectId: string) =>
  cell().sql<{ kind: string; details: object; login: string }>(
    `select subject_kind as kind, details, login from partner_actions
     where action = $1 and subject_id = $2 order by id`,
    [action, subjectId],
  );

const send = (gatewayId: string, destination = PHONE) =>
  account.ask('POST', '/verifier/send', { channelType: 'SMS', destination, gatewayId }, 'VERIFIER');

const today = () => new Date(cell().platform.clock.now().getTime() + 3 * 3_600_000).toISOString().slice(0, 10);

describe('a profile', () => {
  test('is created, changed and listed, and both changes are in the audit log', async () => {
    const gatewayId = await createProfile({ fallback: 'LISTED', bindToSite: true });
    const changed = await owner.post(`/verification/profiles/${gatewayId}`, { checksMax: 3, dayAmountMax: 12.5 });
    expect([changed.status, changed.body]).toMatchObject([200, { gatewayId, checksMax: 3, dayAmountMax: 12.5 }]);
    const { companyId } = account;
    const listed = await owner.get(`/verification/profiles?companyId=${companyId}`);
    expect(listed.body).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({ gatewayId, companyName: 'Company', fallback: 'LISTED', bindToSite: true }),
      ]),
    });
    expect(await actionsOf('consoleCreateVerificationProfile', gatewayId)).toEqual([
      { kind: 'verification-profile', details: { companyId, name: 'Sign-in' }, login: owner.login },
    ]);
    expect(await actionsOf('consoleChangeVerificationProfile', gatewayId)).toEqual([
      {
        kind: 'verification-profile',
        details: { companyId, changed: ['checksMax', 'dayAmountMax'] },
        login: owner.login,
      },
    ]);
  });

  test('sends codes at once', async () => {
    expect((await send(await createProfile())).status).toBe(200);
  });

  test.each([
    ['countries', { countries: ['RU', 'XX'] }],
    ['channels[0].text', { channels: [{ ...SMS, text: 'no mark' }] }],
  ])('with a wrong value in %s is refused', async (field, change) => {
    const reply = await owner.post('/verification/profiles', profileDraft(change));
    expect([reply.status, reply.body]).toMatchObject([400, { error: { details: [{ field }] } }]);
  });

  test('of another partner is not found and not listed', async () => {
    const gatewayId = await createProfile();
    expect((await stranger.post(`/verification/profiles/${gatewayId}`, { checksMax: 1 })).status).toBe(404);
    expect((await stranger.get('/verification/profiles')).body).toEqual({ items: [] });
    expect((await stranger.get(`/verification/profiles?companyId=${account.companyId}`)).body).toEqual({ items: [] });
    const foreign = await stranger.post('/verification/profiles', profileDraft());
    expect([foreign.status, foreign.body]).toMatchObject([404, { error: { code: 4040 } }]);
  });
});

describe('a widget', () => {
  test('keeps the secret of its captcha: no answer and no log has it', async () => {
    const gatewayId = await createProfile();
    const created = await owner.post('/verification/widgets', widgetDraft(gatewayId));
    const widgetId = textAt(created.body, 'widgetId');
    const changed = await owner.post(`/verification/widgets/${widgetId}`, { secret: `${SECRET}-2`, name: 'Order' });
    const listed = await owner.get('/verification/widgets');
    const byStaff = await staff.get('/admin/widgets');
    for (const reply of [created, changed, listed, byStaff]) {
      expect(reply.status).toBeLessThan(300);
      expect(reply.text).toContain(widgetId);
      expect(reply.text).not.toContain(SECRET);
      expect(reply.text).not.toContain('secret');
    }
    expect(await actionsOf('consoleChangeWidget', widgetId)).toMatchObject([
      { details: { changed: ['secret', 'name'] } },
    ]);
    const logs = await cell().sql<{ row: string }>('select details::text as row from partner_actions');
    expect(logs.filter(({ row }) => row.includes(SECRET))).toEqual([]);
  });

  test('keeps its secret when a change has none', async () => {
    const widgetId = await createWidget(await createProfile());
    const sealed = () => cell().sql('select secret_sealed from verification_widgets where id = $1', [widgetId]);
    const before = await sealed();
    expect((await owner.post(`/verification/widgets/${widgetId}`, { name: 'Order' })).status).toBe(200);
    expect(await sealed()).toEqual(before);
  });

  test('with colours that are hard to read is refused', async () => {
    const reply = await owner.post(
      '/verification/widgets',
      widgetDraft(await createProfile(), { colours: { accent: '#ffff00' } }),
    );
    expect([reply.status, reply.body]).toMatchObject([400, { error: { details: [{ field: 'colours.accent' }] } }]);
  });

  test('cannot use a profile of another partner, and is not found by one', async () => {
    const gatewayId = await createProfile();
    const widgetId = await createWidget(gatewayId);
    const company = await givenCompany(cell(), stranger.token);
    const stolen = await stranger.post('/verification/widgets', widgetDraft(gatewayId, { companyId: company }));
    expect(stolen.status).toBe(404);
    expect((await stranger.post(`/verification/widgets/${widgetId}`, { name: 'Mine' })).status).toBe(404);
    expect((await stranger.get('/verification/widgets')).body).toEqual({ items: [] });
  });
});

describe('the figures', () => {
  const period = () => `from=${today()}&to=${today()}`;

  test('count codes per day, channel and operator, of the own companies only', async () => {
    const gatewayId = await createProfile();
    const counts = { sent: 10, delivered: 9, entered: 8, expired: 2, costMicros: 25_000_000n };
    const place = { gatewayId, day: today(), channelType: 'SMS', operator: 'MTS', companyId: account.companyId };
    await inTransaction(cell().platform.db, (tx) => addConversions(tx, [{ ...place, ...counts }]));
    const path = `conversions?${period()}&gatewayId=${gatewayId}`;
    const item = {
      day: today(),
      gatewayId,
      channelType: 'SMS',
      operator: 'MTS',
      sent: 10,
      delivered: 9,
      entered: 8,
      expired: 2,
      cost: { value: 25, currency: 'RUB' },
    };
    expect((await owner.get(`/verification/${path}`)).body).toEqual({ items: [item] });
    expect((await staff.get(`/admin/verification-${path}`)).body).toEqual({ items: [item] });
    expect((await stranger.get(`/verification/${path}`)).body).toEqual({ items: [] });
  });

  test('count the errors of widgets', async () => {
    const widgetId = await createWidget(await createProfile());
    await cell().call('POST', `/widget/v1/${widgetId}/events`, {
      body: { code: 341 },
      headers: { origin: 'https://shop.example' },
    });
    const path = `${period()}&widgetId=${widgetId}`;
    const item = { companyId: account.companyId, widgetId, widgetName: 'Checkout', day: today(), code: 341, count: 1 };
    expect((await owner.get(`/verification/errors?${path}`)).body).toEqual({ items: [item] });
    expect((await staff.get(`/admin/widget-errors?${path}`)).body).toEqual({ items: [item] });
    expect((await stranger.get(`/verification/errors?${path}`)).body).toEqual({ items: [] });
  });

  test.each([
    ['from', 'from=2026-02-30&to=2026-03-01'],
    ['to', 'from=2026-03-02&to=2026-03-01'],
    ['from', 'from=2026-01-01&to=2026-11-01'],
  ])('refuse a wrong %s: %s', async (field, query) => {
    for (const path of ['conversions', 'errors']) {
      const reply = await owner.get(`/verification/${path}?${query}`);
      expect([reply.status, reply.body]).toMatchObject([400, { error: { details: [{ field }] } }]);
    }
  });
});
