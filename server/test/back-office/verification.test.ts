import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, givenApi } from '../given/api.ts';
import { textAt } from '../given/http-client.ts';
import { type Account, givenAccount } from '../given/people/account.ts';
import { actionsOf, type GivenStaff, givenStaff } from '../given/people/staff.ts';
import { sealedSecretOf } from '../given/rows/widgets.ts';

let api: Api;
let admin: GivenStaff;
let account: Account;
beforeAll(async () => {
  api = await givenApi();
  admin = await givenStaff(api, 'admin');
  account = await givenAccount(api);
});
afterAll(() => api.close());

const channels = [{ channelType: 'SMS', senderName: 'Shop', text: 'Your code: {code}' }];
const createProfile = (change: object = {}) =>
  admin.ask('POST', '/verification-profiles', { companyId: account.companyId, name: 'Sign-in', channels, ...change });
const gatewayOf = async () => textAt((await createProfile()).body, 'gatewayId');
const keyIdOf = (value: string) => Buffer.from(value, 'base64').toString().split(':')[0];
const createWidget = (change: object) =>
  admin.ask('POST', '/widgets', {
    companyId: account.companyId,
    name: 'Sign-in',
    kind: 'OWN_SITE',
    domains: ['shop.example'],
    captchaType: 'HCAPTCHA',
    siteKey: 'site-key',
    secret: 'captcha-secret',
    ...change,
  });

describe('a verification profile', () => {
  test('is created with the default limits', async () => {
    const { status, body } = await createProfile();
    expect(status).toBe(201);
    expect(textAt(body, 'gatewayId')).toMatch(/^\w{6}$/);
    expect(body).toMatchObject({
      status: 'ACTIVE',
      codeLength: 6,
      lifetimeSeconds: 600,
      checksMax: 5,
      resendPauseSeconds: 30,
      sendsPerNumber: 5,
      sendsPerAddress: 20,
      countries: ['RU'],
      channels,
    });
  });

  test('is changed and listed, and both are in the log', async () => {
    const gatewayId = await gatewayOf();
    const changed = await admin.ask('POST', `/verification-profiles/${gatewayId}`, {
      codeLength: 8,
      dayAmountMax: 12.5,
    });
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { gatewayId, codeLength: 8, dayAmountMax: 12.5, lifetimeSeconds: 600 },
    ]);
    const listed = await admin.ask('GET', `/verification-profiles?companyId=${account.companyId}`);
    expect(listed.body).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining(changed.body as object)]),
    });
    const actions = (await actionsOf(api.platform, admin.staffId)).filter(({ subjectId }) => subjectId === gatewayId);
    expect(actions.map(({ action }) => action)).toEqual(['verification-profile.create', 'verification-profile.change']);
  });

  test.each([
    { codeLength: 3 },
    { codeLength: 9 },
    { lifetimeSeconds: 59 },
    { lifetimeSeconds: 3_601 },
    { checksMax: 0 },
    { checksMax: 11 },
    { channels: [] },
    { channels: [{ channelType: 'SMS', senderName: 'Shop', text: 'no code' }] },
    { channels: [...channels, ...channels] },
    { countries: ['XX'] },
    { dayAmountMax: 0 },
    { companyId: 999_999 },
  ])('is not created with %j', async (change) => {
    expect([400, 404]).toContain((await createProfile(change)).status);
  });

  test.each([
    [1e9, 'must be at most 999999999', 'too-large'],
    [0.0000001, 'must have at most six decimals', 'wrong-form'],
  ])('with a daily limit of %d is refused because it %s', async (dayAmountMax, reason, code) => {
    const { status, body } = await createProfile({ dayAmountMax });
    expect([status, body]).toMatchObject([400, { error: { details: [{ field: 'dayAmountMax', reason, code }] } }]);
  });

  test('may have the highest daily limit that the contract allows', async () => {
    const created = await createProfile({ dayAmountMax: 999_999_999 });
    expect([created.status, created.body]).toMatchObject([201, { dayAmountMax: 999_999_999 }]);
  });

  test('that is unknown cannot be changed', async () => {
    expect((await admin.ask('POST', '/verification-profiles/AAAAAA', { codeLength: 6 })).status).toBe(404);
  });
});

describe('a widget', () => {
  test('is created, and its secret is sealed and never shown', async () => {
    const created = await createWidget({ gatewayId: await gatewayOf() });
    expect(created.status).toBe(201);
    const widgetId = textAt(created.body, 'widgetId');
    expect(widgetId).toMatch(/^\w{6}$/);
    const changed = await admin.ask('POST', `/widgets/${widgetId}`, { secret: 'another-secret', name: 'New' });
    const listed = await admin.ask('GET', '/widgets');
    for (const { text } of [created, changed, listed])
      expect(text).not.toMatch(/captcha-secret|another-secret|sealed/i);
    expect(changed.body).toMatchObject({ widgetId, name: 'New', kind: 'OWN_SITE' });
    expect(api.platform.secrets.open(await sealedSecretOf(api, widgetId))).toBe('another-secret');
    expect(JSON.stringify(await actionsOf(api.platform, admin.staffId))).not.toContain('-secret');
  });

  test('belongs to a profile of its own company', async () => {
    const stranger = await givenAccount(api);
    const foreign = textAt((await createProfile({ companyId: stranger.companyId })).body, 'gatewayId');
    for (const gatewayId of [foreign, 'AAAAAA']) expect((await createWidget({ gatewayId })).status).toBe(404);
  });

  test('of a builder site needs a key of its own type and company', async () => {
    const gatewayId = await gatewayOf();
    const stranger = await givenAccount(api);
    const wrong = [null, keyIdOf(account.keys.VERIFIER), keyIdOf(stranger.keys.VERIFIER_BUILDER)];
    const builder = { gatewayId, kind: 'BUILDER', dayAmountMax: 50 };
    for (const keyId of wrong) expect((await createWidget({ ...builder, keyId })).status).toBe(400);
    const keyId = keyIdOf(account.keys.VERIFIER_BUILDER);
    const created = await createWidget({ ...builder, keyId });
    expect([created.status, created.body]).toMatchObject([201, { kind: 'BUILDER', keyId }]);
  });

  test.each([
    { domains: [] },
    { domains: ['https://shop.example'] },
    { domains: ['*'] },
    { captchaType: 'NONE' },
    { captchaType: 'OTHER' },
    { colours: { accent: 'red' } },
    { kind: 'OTHER' },
  ])('is not created with %j', async (change) => {
    expect((await createWidget({ gatewayId: await gatewayOf(), ...change })).status).toBe(400);
  });
});
