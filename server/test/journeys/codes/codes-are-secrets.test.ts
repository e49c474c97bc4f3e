// Only the subscriber knows a code. The test sends codes in every way and searches every table, the bus and every
// answer of every surface for them: only the operator has them.
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { useCell } from '../../given/cell.ts';
import { textAt } from '../../given/http-client.ts';
import { type Account, givenAccount } from '../../given/people/account.ts';
import { givenPartnerUser, givenStaffConsole } from '../../given/people/console.ts';
import { registerName } from '../../given/people/seller.ts';
import { givenStaff } from '../../given/people/staff.ts';
import { givenVerifier, givenWidget, PHONE, type Verifier } from '../../given/people/verification.ts';
import { askEverything, askOnce, type Caller, searchTables, secretsIn, tapBus } from '../../given/secret-search.ts';
import { until } from '../../given/until.ts';

const cell = useCell({
  settings: {
    submitTimeoutMs: 600,
    inDoubtWaitMs: 500,
    batchDeadlineMs: 8_000,
    claimLeaseMs: 2_000,
    linkRetryMaxMs: 500,
  },
});

const MASK = '••••';
const SMS_TEXT = 'Your code: {code}';
let account: Account;
let verifier: Verifier;
beforeAll(async () => {
  await cell().link('mts');
  for (const channelType of ['WHATSAPP', 'VIBER'] as const) await cell().channel(channelType);
  account = await givenAccount(cell(), {});
  await registerName(cell(), account, {});
  for (const channelType of ['WHATSAPP', 'VIBER']) await registerName(cell(), account, { channelType });
  verifier = await givenVerifier(cell(), account, {
    // The codes are long, so that no other number equals one by chance.
    codeLength: 8,
    sendsPerNumber: 100,
    channels: [
      { channelType: 'SMS', senderName: 'Shop', text: SMS_TEXT },
      { channelType: 'WHATSAPP', senderName: 'Shop', text: '{code} is your code' },
      { channelType: 'VIBER', senderName: 'Shop', text: 'Code {code}' },
    ],
  });
});

/** The codes that an operator or provider received, oldest first. */
async function codesAt(account_: string, count: number): Promise<string[]> {
  const received = () => cell().operators.received(account_);
  await until(`${count} messages are at ${account_}`, async () => (await received()).length >= count);
  return (await received()).map(({ text }) => /[0-9]{8}/.exec(text)?.[0] ?? `no code in ${text}`);
}

/** The operator's answers are lost: the message is in doubt and is sent again. */
async function sentInDoubt(): Promise<string> {
  await cell().operators.behave('mts', { mute: true });
  const before = (await cell().operators.received('mts')).length;
  const uuid = await verifier.sent();
  await until('the message is at the operator', async () => (await cell().operators.received('mts')).length > before);
  await cell().operators.behave('mts', { mute: false });
  return uuid;
}

/** The link is down at the send: the pacer reads the message from the database later. */
async function sentWhileAway(): Promise<string> {
  const isBound = async () =>
    (await cell().sql<{ bound: boolean }>(`select bound from operator_links where name = 'mts'`))[0]?.bound === true;
  await cell().operators.behave('mts', { bindStatus: 13 });
  await cell().operators.cut('mts');
  await until('the link is down', async () => !(await isBound()));
  const uuid = await verifier.sent();
  await cell().operators.behave('mts', { bindStatus: 0 });
  await until('the link is up', isBound);
  return uuid;
}

async function callersOf(): Promise<Caller[]> {
  const { partnerId, token, keys } = account;
  const partner = { partnerId, token, login: '', password: '' };
  const users = await Promise.all(
    (['admin', 'reader'] as const).map(async (role) => ({
      role,
      ...(await givenPartnerUser(cell(), { role, partner })),
    })),
  );
  const [staff, desk] = [await givenStaff(cell(), 'admin'), await givenStaffConsole(cell(), 'admin')];
  return [
    { name: 'partner', auth: 'partner', headers: { authorization: `Bearer ${token}` } },
    ...Object.entries(keys).map(([name, key]) => ({
      name,
      auth: 'key' as const,
      headers: { authorization: `Bearer ${key}` },
    })),
    ...users.map(({ role, cookie }) => ({ name: role, auth: 'session' as const, headers: { cookie } })),
    { name: 'staff', auth: 'staff', headers: { authorization: `Bearer ${staff.token}` } },
    { name: 'desk', auth: 'session', headers: { cookie: desk.cookie } },
  ];
}

test('a valid code is found at the operator and nowhere else', async () => {
  const tap = await tapBus(cell());
  const widget = await givenWidget(cell(), account, { gatewayId: verifier.gatewayId, captchaType: 'NONE' });
  const key = await widget.begun();
  const keyed = await cell().call('POST', '/api/v1/verifier/send', {
    token: account.keys.VERIFIER,
    body: { channelType: 'SMS', destination: PHONE, gatewayId: verifier.gatewayId },
    headers: { 'idempotency-key': randomUUID() },
  });
  const uuids = [
    textAt(keyed.body, 'uuid'),
    await verifier.sent(),
    await verifier.sent(PHONE, { channelType: 'WHATSAPP' }),
    await verifier.sent(PHONE, { channelType: 'VIBER' }),
  ];
  expect((await account.ask('POST', '/verifier/widget/send', { key }, 'VERIFIER')).status).toBe(200);
  await codesAt('mts', 3);
  uuids.push(await sentInDoubt());
  await codesAt('mts', 5);
  uuids.push(await sentWhileAway());
  const texts = await codesAt('mts', 6);
  const codes = [...new Set([...texts, ...(await codesAt('whatsapp', 1)), ...(await codesAt('viber', 1))])];
  expect([texts.length, codes.length]).toEqual([6, 7]);
  for (const code of codes) expect(code).toMatch(/^[0-9]{8}$/);
  await cell().settle();

  const found = [
    ...(await searchTables(cell(), codes)),
    ...tap.seen.flatMap((text) => secretsIn('published on the bus', text, codes)),
    ...(await tap.stored()).flatMap((text) => secretsIn('stored on the bus', text, codes)),
  ];
  expect(tap.seen.length).toBeGreaterThan(codes.length);

  const callers = await callersOf();
  const messages = await cell().sql<{ id: string; dispatch: number }>(
    'select id, dispatch_id as dispatch from messages where company_id = $1',
    [account.companyId],
  );
  const ids = [
    messages[0]?.id ?? '',
    messages[0]?.dispatch ?? 0,
    account.companyId,
    account.partnerId,
    key,
    widget.widgetId,
    1,
  ];
  const answers = await askEverything(cell(), callers, ids);
  const more = [
    '/api/v1/message?sending_method=VERIFIER_API',
    '/api/v1/message?sending_method=VERIFIER_WIDGET',
    `/api/v1/message?content=${encodeURIComponent(MASK)}`,
    `/console/api/v1/messages?company=${account.companyId}&perPage=200`,
    `/console/api/v1/messages/export?company=${account.companyId}`,
    ...messages.flatMap(({ id }) => [`/api/v1/message/${id}`, `/console/api/v1/messages/${id}`]),
    ...codes.flatMap((code) => [`/api/v1/message?content=${code}`, `/console/api/v1/search?q=${code}`]),
    '/api/v1/events?after=0',
  ];
  for (const path of more) {
    const suited = callers.filter(({ auth }) => auth === (path.startsWith('/console') ? 'session' : 'key'));
    answers.push(...(await Promise.all(suited.map((caller) => askOnce(cell().url, path, caller)))));
  }
  for (const { by, path, text } of answers) {
    // An answer may repeat the request's own values.
    const unasked = codes.filter((code) => !path.includes(code));
    found.push(...secretsIn(`${by} GET ${path}`, text, unasked));
  }
  expect(found).toEqual([]);
  // The search has read rows, messages and answers.
  for (const path of [more[0], more[1], more[2], more[3], more[4]])
    expect(answers.find((answer) => answer.path === path && answer.status === 200)?.text).toContain(MASK);

  // All codes are still valid: each confirms its verification.
  const confirmed = await Promise.all(
    uuids.map(async (uuid) => {
      const tries = await Promise.all(codes.map(async (code) => code === (await verifier.codeOf(uuid)) && code));
      return verifier.check(uuid, tries.find(Boolean) || '');
    }),
  );
  expect(confirmed).toEqual(uuids.map(() => 'CONFIRMED'));
  expect(await widget.type(key, await widget.codeOf(key))).toBe('CONFIRMED');
  expect(await cell().sql('select from message_codes where company_id = $1', [account.companyId])).toEqual([]);
  await tap.close();
});
