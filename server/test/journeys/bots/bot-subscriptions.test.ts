// Once an hour the service asks each messenger whether it still reports the events of a bot here, and subscribes again
// if it does not. A failure is visible at the account and holds no messages.
import { beforeAll, describe, expect, test } from 'vitest';
import { storeEventsCheck } from '../../../src/features/sender-accounts/check-events.ts';
import { checkSubscriptions } from '../../../src/workers/connector/check-subscriptions.ts';
import { useCell } from '../../given/cell.ts';
import { givenSeller, registerName, type Seller } from '../../given/people/seller.ts';
import { type GivenStaff, givenStaff } from '../../given/people/staff.ts';
import { accountVersionOf } from '../../given/rows/senders.ts';
import { pause, until } from '../../given/until.ts';

const BOT = 'shop_bot';
const TELEGRAM_TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
const MAX_TOKEN = 'f9LHodD0cOL5NY7All_9xJRh5ZhPw6bRvq_0Adm8-1bZZEHdRy6';
const VK_TOKEN = 'vk1.a.f9LHodD0cOL5NY7All_9xJRh5ZhPw6bRvq-0Adm8';
const PUBLIC_URL = 'https://volley.example';
const HOUR_S = 3_600;

const cell = useCell({ settings: { moderation: 'auto', publicUrl: PUBLIC_URL, submitTimeoutMs: 5_000 } });

let seller: Seller;
let staff: GivenStaff;
beforeAll(async () => {
  seller = await givenSeller(cell(), { brands: [], balance: 1_000_000 });
});
/** A session of staff ends during the hours that a group of tests passes. */
const signInStaff = async () => {
  staff = await givenStaff(cell(), 'admin');
};

async function ask(method: string, url: string, token?: string): Promise<unknown> {
  const response = await fetch(url, { method, ...(token !== undefined && { headers: { authorization: token } }) });
  return response.json();
}

/** A method of the VK API about the community of the token. */
async function askVk(url: string, method: string, parameters: Readonly<Record<string, string>> = {}) {
  const body = new URLSearchParams({ ...parameters, access_token: VK_TOKEN, v: '5.199' });
  for (;;) {
    const reply = await fetch(`${url}/method/groups.${method}`, { method: 'POST', body });
    // The shapes of VK's answers.
    const { response } = (await reply.json()) as {
      response?: { groups: { id: number }[]; items: { id: number; url: string; status: string }[] };
    };
    if (response !== undefined) return { response };
    // VK throttles a community, also for calls of the service.
    await pause(200);
  }
}

async function vkServers(url: string) {
  const { groups } = (await askVk(url, 'getById')).response;
  const group_id = String(groups[0]?.id);
  return { group_id, items: (await askVk(url, 'getCallbackServers', { group_id })).response.items };
}

const MESSENGERS = [
  {
    channelType: 'TELEGRAM',
    protocol: 'TELEGRAM_BOT',
    token: TELEGRAM_TOKEN,
    provider: () => cell().operators.bots,
    refusal: 'webhook not checked: 401 Unauthorized',
    forget: (url: string) => ask('POST', `${url}/bot${TELEGRAM_TOKEN}/deleteWebhook`),
    addresses: async (url: string) => {
      const { result } = (await ask('GET', `${url}/bot${TELEGRAM_TOKEN}/getWebhookInfo`)) as {
        result: { url: string }; // the shape of getWebhookInfo
      };
      return [result.url].filter((address) => address !== '');
    },
  },
  {
    channelType: 'MAX',
    protocol: 'MAX_BOT',
    token: MAX_TOKEN,
    provider: () => cell().operators.maxBots,
    refusal: 'webhook not checked: 401 verify.token Invalid access_token',
    forget: (url: string, address: string) =>
      ask('DELETE', `${url}/subscriptions?url=${encodeURIComponent(address)}`, MAX_TOKEN),
    addresses: async (url: string) => {
      const { subscriptions } = (await ask('GET', `${url}/subscriptions`, MAX_TOKEN)) as {
        subscriptions: { url: string }[]; // the shape of GET /subscriptions
      };
      return subscriptions.map((one) => one.url);
    },
  },
  {
    channelType: 'VK',
    protocol: 'VK_BOT',
    token: VK_TOKEN,
    provider: () => cell().operators.vkBots,
    refusal: 'webhook not checked: 5 User authorization failed: invalid access_token (4).',
    forget: async (url: string) => {
      const { group_id, items } = await vkServers(url);
      for (const { id } of items) await askVk(url, 'deleteCallbackServer', { group_id, server_id: String(id) });
    },
    addresses: async (url: string) => {
      const { items } = await vkServers(url);
      return items.map((one) => (one.status === 'ok' ? one.url : `${one.url} ${one.status}`));
    },
  },
] as const;

describe.each(MESSENGERS)('a bot of $channelType', (messenger) => {
  const { channelType, protocol, token, provider, refusal } = messenger;
  const link = channelType.toLowerCase();
  let senderId: number;
  let address: string;

  beforeAll(signInStaff);
  beforeAll(async () => {
    await cell().channel(channelType, { protocol, url: provider().url, windowSize: 20 });
    senderId = await registerName(cell(), seller, { channelType, senderName: BOT });
    address = `${PUBLIC_URL}/channels/v1/${link}/${link}/${senderId}`;
    const { body } = await staff.ask('PUT', `/senders/${senderId}/account`, { values: { token } });
    expect(body).toMatchObject({ account: { state: 'ready', eventsProblem: null }, test: { state: 'accepted' } });
  });

  /** The connector's own loop may be first; either check counts. */
  async function checkAfter(seconds: number): Promise<void> {
    await cell().advance(seconds);
    await checkSubscriptions(cell().platform);
  }

  const account = async () => {
    const { body } = await staff.ask('GET', `/senders/${senderId}/account`);
    return (body as { account: { state: string; eventsProblem: string | null } }).account; // checked by the client
  };

  test('is subscribed again after the messenger has lost the address, within an hour', async () => {
    expect(await messenger.addresses(provider().url)).toEqual([address]);
    await messenger.forget(provider().url, address);
    await checkAfter(HOUR_S / 2);
    expect(await messenger.addresses(provider().url)).toEqual([]);
    await checkAfter(HOUR_S);
    await until('the address is known again', async () => {
      const [known] = await messenger.addresses(provider().url);
      return known === address;
    });
    expect(await account()).toMatchObject({ state: 'ready', eventsProblem: null });
  });

  test('shows why it is not subscribed, until a check succeeds', async () => {
    await provider().revoke(token, true);
    await checkAfter(HOUR_S + 1);
    await until('the problem is visible', async () => (await account()).eventsProblem === refusal);
    expect(await account()).toMatchObject({ state: 'ready', problem: null });
    await provider().revoke(token, false);
    await checkAfter(HOUR_S + 1);
    await until('the problem is over', async () => (await account()).eventsProblem === null);
  });

  test('keeps the result of the last check when an earlier one ends after it', async () => {
    const version = await accountVersionOf(cell(), senderId);
    const claimedAt = new Date(cell().now().getTime() - HOUR_S * 1_000);
    await storeEventsCheck(cell().platform, { senderId, version, claimedAt }, 'webhook not checked: too late');
    expect(await account()).toMatchObject({ eventsProblem: null });
    // The late end does not count as a check: the next one is due an hour after the last.
    await provider().revoke(token, true);
    await checkAfter(HOUR_S + 1);
    await until('the problem is visible', async () => (await account()).eventsProblem === refusal);
    await provider().revoke(token, false);
  });
});

describe('a community of VK with a token alone', () => {
  beforeAll(signInStaff);
  const TOKEN = `${VK_TOKEN}-other`;
  const NUMBER = '79160000500';
  const PERSON = 500;
  let senderId: number;

  const putAccount = async () => {
    const { body, text } = await staff.ask('PUT', `/senders/${senderId}/account`, { values: { token: TOKEN } });
    // No setting that VK has told is shown.
    expect(text).not.toContain('found');
    return body;
  };
  const subscriber = async () => {
    const path = `/subscribers?channel_type=VK&subscriber_id=${PERSON}`;
    const { body } = await seller.ask('GET', path, undefined, 'SYSTEM');
    return (body as { items: { status: string }[] }).items[0]?.status; // checked against the contract by the client
  };

  beforeAll(async () => {
    await cell().channel('VK', { protocol: 'VK_BOT', url: cell().operators.vkBots.url, windowSize: 20 });
    senderId = await registerName(cell(), seller, { channelType: 'VK', senderName: 'other_shop' });
  });

  test('without the right to manage it sends messages, and the account says why it gets no events', async () => {
    await cell().operators.vkBots.changeToken(TOKEN, { unmanaged: true });
    const problem = 'webhook not set: 15 Access denied: no access to call this method';
    expect(await putAccount()).toMatchObject({
      account: { state: 'ready', eventsProblem: problem, values: {} },
      test: { state: 'accepted', reason: problem },
    });
    await cell().operators.vkBots.changeToken(TOKEN, {});
  });

  test('is called back about its people, over a server that the service has set up', async () => {
    expect(await putAccount()).toMatchObject({ account: { state: 'ready', eventsProblem: null, values: {} } });
    const subscribers = [{ subscriberId: String(PERSON), destination: NUMBER }];
    const book = { channelType: 'VK', senderName: 'other_shop', subscribers };
    expect((await seller.ask('POST', '/subscribers', book, 'SYSTEM')).status).toBe(200);
    for (const [act, status] of [
      ['denies', 'STOPPED'],
      ['allows', 'ACTIVE'],
    ] as const) {
      await cell().operators.vkBots.person(TOKEN, PERSON, act);
      await until(`the subscriber is ${status}`, async () => (await subscriber()) === status);
    }
  });
});
