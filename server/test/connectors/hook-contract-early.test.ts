// The contract of calls, order: the provider reports the delivery before it answers the call that made the message, so
// the id of the message is not known yet. Every form of calls with statuses keeps the status until the answer has come.
import type { ChannelType } from '@volley/domain/sending/channel.ts';
import type { MessageStatus } from '@volley/domain/sending/message-status.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOOKS } from '../../src/connectors/hooks.ts';
import type { HttpLinkDraft } from '../../src/features/operator-links/own-links.ts';
import { useCell } from '../given/cell.ts';
import { type HeldAnswers, holdAnswers, type PassedCall } from '../given/outside/held-answers.ts';
import { givenSeller, NAME, registerName, type Seller, sms } from '../given/people/seller.ts';
import { givenStaff } from '../given/people/staff.ts';
import { givenVerifier, type Verifier } from '../given/people/verification.ts';
import type { Operators } from '../given/providers/operators.ts';
import { PHONE_NUMBER_ID } from '../given/providers/provider-peers.ts';
import { isFinal } from '../given/rows/message-ends.ts';
import { statusesTo as storedStatusesTo } from '../given/rows/messages.ts';
import { until } from '../given/until.ts';

const WHATSAPP_TOKEN = 'EAAGm0PX4ZCpsBAKZCZCq1V8nXo5ZcQkZD';
/** A call that makes no message has no status. */
const PREPARING = /checkSendAbility/;

type Case = {
  readonly form: string;
  readonly channelType: ChannelType;
  readonly destination: string;
  readonly link: (operators: Operators) => Partial<HttpLinkDraft> & { readonly url: string };
  /** Messages at the simulated provider. */
  readonly provider: string;
};

const partnerLogin = ({ partner: { url, account } }: Operators) =>
  ({
    protocol: 'PARTNER_REST',
    url: `${url}/login-form`,
    systemId: account.login,
    password: account.password,
  }) as const;

const CASES: Readonly<Record<string, Case>> = {
  'our own protocol': {
    form: 'statuses',
    channelType: 'WEASY',
    destination: '79161230001',
    link: ({ channels: { url } }) => ({ url }),
    provider: 'weasy',
  },
  'the Cloud API of WhatsApp': {
    form: 'whatsapp',
    channelType: 'WHATSAPP',
    destination: '79161230002',
    link: ({ whatsapp: { url, appSecret } }) => ({ protocol: 'WHATSAPP_CLOUD', url, password: appSecret }),
    provider: 'whatsapp-cloud',
  },
  'the Telegram Gateway': {
    form: 'gateway',
    channelType: 'TELEGRAM',
    destination: '79161230003',
    link: ({ gateway: { url, token } }) => ({ protocol: 'TELEGRAM_GATEWAY', url, systemId: 'ours', password: token }),
    provider: 'telegram-gateway',
  },
  'the form key of an aggregator': {
    form: 'partner',
    channelType: 'VIBER',
    destination: '79161230004',
    link: ({ partner: { url, account } }) => ({
      protocol: 'PARTNER_REST',
      url,
      systemId: account.login,
      password: account.key,
      settings: { form: 'key' },
    }),
    provider: 'partner-key',
  },
  'the form login of an aggregator': {
    form: 'partner',
    channelType: 'MAX',
    destination: '79161230005',
    link: (operators) => ({ ...partnerLogin(operators), settings: { form: 'login' } }),
    provider: 'partner-login',
  },
  'the form login with the control of duplicates': {
    form: 'partner',
    channelType: 'VK',
    destination: '79161230006',
    link: (operators) => ({ ...partnerLogin(operators), settings: { form: 'login', duplicateControl: 'on' } }),
    provider: 'partner-login',
  },
};

test('every form of calls with statuses has a case', () => {
  expect(new Set(Object.values(CASES).map(({ form }) => form))).toEqual(new Set(Object.keys(HOOKS)));
});

const cell = useCell({
  settings: { moderation: 'auto', publicUrl: 'https://volley.example', submitTimeoutMs: 60_000 },
});
const proxies: HeldAnswers[] = [];
/** Statuses of messages at the time when their answers went on, by number. */
const heldAt = new Map<string, readonly MessageStatus[]>();
let seller: Seller;
let verifier: Verifier;

beforeAll(async () => {
  seller = await givenSeller(cell(), { brands: [], balance: 1_000_000 });
  const staff = await givenStaff(cell(), 'admin');
  await cell().sql('update companies set inbound_enabled = true');
  for (const one of Object.values(CASES)) {
    const { url, ...draft } = one.link(cell().operators);
    const proxy = await holdAnswers(url, (call) => hold(one, call));
    proxies.push(proxy);
    await cell().channel(one.channelType, { ...draft, url: proxy.url });
    const senderId = await registerName(cell(), seller, { channelType: one.channelType });
    if (one.form !== 'whatsapp') continue;
    const values = { phoneNumberId: PHONE_NUMBER_ID, token: WHATSAPP_TOKEN };
    expect((await staff.ask('PUT', `/senders/${senderId}/account`, { values })).status).toBe(200);
  }
  verifier = await givenVerifier(cell(), seller, {
    channels: [{ channelType: 'TELEGRAM_GATEWAY', senderName: NAME, text: 'Code {code}' }],
  });
});
afterAll(() => Promise.all(proxies.map((proxy) => proxy.close())));

/** Holds the answer until the status is stored and the recorder has searched for its message in vain. */
async function hold({ channelType, destination }: Case, { path, body }: PassedCall): Promise<void> {
  if (!body.includes(destination) || PREPARING.test(path)) return;
  await until(`the status of the message to ${destination} waits`, async () => (await waiting(channelType)) > 0);
  heldAt.set(destination, await statusesTo(destination));
}

async function waiting(channelType: ChannelType, triesFrom = 1): Promise<number> {
  const rows = await cell().sql(
    `select from receipts
     where tries >= $2
       and link_id in (select account_id from operator_links where name = $1)`,
    [channelType.toLowerCase(), triesFrom],
  );
  return rows.length;
}

const statusesTo = (destination: string) => storedStatusesTo(cell(), destination);

async function send({ form, channelType, destination }: Case): Promise<void> {
  if (form === 'gateway') return void (await verifier.sent(destination, { channelType: 'TELEGRAM_GATEWAY' }));
  if (form === 'whatsapp') {
    await cell().operators.whatsapp.write(PHONE_NUMBER_ID, destination, 'Hello');
    await until('the session is open', async () => (await cell().sql('select from inbound_windows')).length > 0);
  }
  await seller.sendOne(sms({ channelType, destination }));
}

test.each(Object.entries(CASES))('over %s a status before the answer finds its message', async (_name, one) => {
  await send(one);
  await until('the message is final', async () => {
    const [status] = await statusesTo(one.destination);
    return status !== undefined && isFinal({ status });
  });
  expect([heldAt.get(one.destination), await statusesTo(one.destination)]).toEqual([['CREATED'], ['DELIVERED']]);
  await cell().settle();
  expect(await waiting(one.channelType, 0)).toBe(0);
  const received = await cell().operators.received(one.provider);
  expect(received.filter(({ destination }) => destination === one.destination)).toHaveLength(1);
});
