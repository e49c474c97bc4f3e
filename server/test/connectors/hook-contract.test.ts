// One suite over every form of calls of providers, over HTTP into the database: proofs, repetition, order, unknown ids,
// large calls, bodies that are no JSON. No role reads the tables. Early statuses: hook-contract-early.test.ts.
import { createHash, createHmac } from 'node:crypto';
import { SUBSCRIBER_STATUS_CODES } from '@volley/domain/subscribers/subscriber-status.ts';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ACCOUNT_HOOKS, HOOKS } from '../../src/connectors/hooks.ts';
import { useCell } from '../given/cell.ts';
import { givenSeller, registerName } from '../given/people/seller.ts';
import { givenStaff } from '../given/people/staff.ts';

const BOT_TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
const MAX_TOKEN = 'f9LHodD0cOL5NY7All_9xJRh5ZhPw6bRvq_0Adm8-1bZZEHdRy6';
const VK_ACCOUNT = { token: MAX_TOKEN, confirmation: '6a80b0d1', secret: 'aQx31kTh78sPq0Zm' };
const MANY = 1_000;
const HOUR_MS = 3_600_000;
/** Subscribers of each bot, with the ids of the first calls. */
const PEOPLE = 5;
const STOPPED = SUBSCRIBER_STATUS_CODES.STOPPED;

const cell = useCell({ settings: { moderation: 'auto' }, workers: ['connector'] });
const senders = { telegram: 0, max: 0, vk: 0 };

beforeAll(async () => {
  const { whatsapp, gateway, partner, bots, maxBots, vkBots } = cell().operators;
  const { login, key } = partner.account;
  await cell().channel('WEASY', { name: 'volley' });
  await cell().channel('WHATSAPP', {
    name: 'meta',
    protocol: 'WHATSAPP_CLOUD',
    url: whatsapp.url,
    password: whatsapp.appSecret,
  });
  const codes = { protocol: 'TELEGRAM_GATEWAY', url: gateway.url, password: gateway.token } as const;
  await cell().channel('TELEGRAM', { name: 'codes', ...codes });
  const aggregator = { protocol: 'PARTNER_REST', url: partner.url, systemId: login, password: key } as const;
  await cell().channel('VIBER', { name: 'aggregator', ...aggregator, settings: { form: 'key' } });
  await cell().channel('TELEGRAM', { name: 'telegram-bots', protocol: 'TELEGRAM_BOT', url: bots.url });
  await cell().channel('MAX', { name: 'max-bots', protocol: 'MAX_BOT', url: maxBots.url });
  await cell().channel('VK', { name: 'vk-bots', protocol: 'VK_BOT', url: vkBots.url });
  const seller = await givenSeller(cell(), { brands: [] });
  const staff = await givenStaff(cell(), 'admin');
  for (const [form, channelType, values] of [
    ['telegram', 'TELEGRAM', { token: BOT_TOKEN }],
    ['max', 'MAX', { token: MAX_TOKEN }],
    ['vk', 'VK', VK_ACCOUNT],
  ] as const) {
    senders[form] = await registerName(cell(), seller, { channelType, senderName: `${form}_bot` });
    const put = await staff.ask('PUT', `/senders/${senders[form]}/account`, { values });
    expect([form, put.status]).toEqual([form, 200]);
    const subscribers = Array.from({ length: PEOPLE }, (_, at) => ({
      subscriberId: String(personOf({ id: `${form}-${at + 1}` })),
      destination: String(79_161_230_000 + at),
    }));
    const book = { channelType, senderName: `${form}_bot`, subscribers };
    expect((await seller.ask('POST', '/subscribers', book, 'SYSTEM')).status).toBe(200);
  }
});

type News = { readonly id: string; readonly isLater?: boolean };
type Call = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

type HookPeer = {
  /** Signed with a secret that is not that of the link. */
  readonly sign: (body: string, secret: string, atMs: number) => Pick<Call, 'path' | 'headers'>;
  readonly secret: () => string;
  /** `isLater`: the later of two statuses, such as `read`. */
  readonly body: (news: readonly News[], secret: string) => object;
  readonly refusal: 401 | 403;
  /** The signature covers a time. */
  readonly hasTime?: true;
  /** One call may report several messages. */
  readonly takesMany?: true;
  /** Rows of the database that calls have made. */
  readonly stored: () => Promise<number>;
};

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest('hex');
const count = async (text: string, value: unknown) =>
  Number((await cell().sql<{ count: string }>(text, [value]))[0]?.count);
const receiptsOf = (link: string) => () =>
  count(
    `select count(*) from receipts
     where link_id = (select account_id from operator_links where name = $1)`,
    link,
  );
const stoppedOf = (form: keyof typeof senders) => () =>
  count(
    `select count(*) from subscribers s join address_books b on b.id = s.address_book_id
     where b.sender_name = $1 and s.status = ${STOPPED}`,
    `${form}_bot`,
  );
const first = <T>(items: readonly T[]): T => {
  const [one] = items;
  if (one === undefined) throw new Error('a call needs an item');
  return one;
};

/** How each provider proves and words its calls, from its document. A form without a peer fails the suite. */
const PEERS: Readonly<Record<string, HookPeer>> = {
  statuses: {
    secret: () => cell().operators.channels.secret,
    sign: (body, secret, atMs) => {
      const seconds = String(Math.floor(atMs / 1_000));
      const headers = {
        'x-channel-timestamp': seconds,
        'x-channel-signature': `sha256=${hmac(secret, `${seconds}.${body}`)}`,
      };
      return { path: 'volley/statuses', headers };
    },
    body: (news) => ({
      statuses: news.map(({ id, isLater }) => ({ id, status: isLater ? 'undelivered' : 'delivered' })),
    }),
    refusal: 401,
    hasTime: true,
    takesMany: true,
    stored: receiptsOf('volley'),
  },
  whatsapp: {
    secret: () => cell().operators.whatsapp.appSecret,
    sign: (body, secret) => ({
      path: 'meta/whatsapp',
      headers: { 'x-hub-signature-256': `sha256=${hmac(secret, body)}` },
    }),
    body: (news) => ({
      entry: [
        {
          changes: news.map(({ id, isLater }) => ({
            field: 'messages',
            value: { statuses: [{ id, status: isLater ? 'read' : 'delivered' }] },
          })),
        },
      ],
    }),
    refusal: 401,
    takesMany: true,
    stored: receiptsOf('meta'),
  },
  gateway: {
    secret: () => cell().operators.gateway.token,
    sign: (body, secret, atMs) => {
      const seconds = String(Math.floor(atMs / 1_000));
      const key = createHash('sha256').update(secret).digest();
      const headers = { 'x-request-timestamp': seconds, 'x-request-signature': hmac(key, `${seconds}\n${body}`) };
      return { path: 'codes/gateway', headers };
    },
    body: (news) => {
      const { id, isLater } = first(news);
      return { request_id: id, delivery_status: { status: isLater ? 'expired' : 'delivered' } };
    },
    refusal: 401,
    hasTime: true,
    stored: receiptsOf('codes'),
  },
  partner: {
    secret: () => cell().operators.partner.account.key,
    sign: (_body, secret) => ({
      path: `aggregator/partner/${createHmac('sha256', secret).update('volley partner reports').digest('base64url')}`,
      headers: {},
    }),
    body: (news) => {
      const { id, isLater } = first(news);
      return { messageId: id, status: isLater ? 'read' : 'delivered', to: '79161230001' };
    },
    refusal: 401,
    stored: receiptsOf('aggregator'),
  },
  telegram: {
    secret: () => BOT_TOKEN,
    sign: (_body, secret) => ({
      path: `telegram-bots/telegram/${senders.telegram}`,
      headers: { 'x-telegram-bot-api-secret-token': hmac(secret, 'volley telegram webhook') },
    }),
    body: (news) => {
      const from = { id: personOf(first(news)), is_bot: false, first_name: 'Anna' };
      const date = Math.floor(Date.now() / 1_000);
      const user = { id: 110_201_543, is_bot: true, first_name: 'Shop' };
      const states = { old_chat_member: { status: 'member', user }, new_chat_member: { status: 'kicked', user } };
      return { update_id: 1, my_chat_member: { chat: { id: from.id, type: 'private' }, from, date, ...states } };
    },
    refusal: 401,
    stored: stoppedOf('telegram'),
  },
  max: {
    secret: () => MAX_TOKEN,
    sign: (_body, secret) => ({
      path: `max-bots/max/${senders.max}`,
      headers: { 'x-max-bot-api-secret': hmac(secret, 'volley max webhook') },
    }),
    body: (news) => ({
      update_type: 'bot_stopped',
      timestamp: Date.now(),
      chat_id: 7,
      user: { user_id: personOf(first(news)), first_name: 'Anna', is_bot: false },
    }),
    refusal: 401,
    stored: stoppedOf('max'),
  },
  vk: {
    secret: () => VK_ACCOUNT.secret,
    sign: () => ({ path: `vk-bots/vk/${senders.vk}`, headers: {} }),
    body: (news, secret) => ({
      type: 'message_deny',
      object: { user_id: personOf(first(news)) },
      group_id: 1,
      event_id: 'e1',
      v: '5.199',
      ...(secret !== '' && { secret }),
    }),
    refusal: 403,
    stored: stoppedOf('vk'),
  },
};

/** The same person for the same id. */
const personOf = ({ id }: News) => 1 + (createHash('sha256').update(id).digest().readUInt32BE() & 0x0f_ff_ff_ff);

test('every form of calls has a peer', () => {
  expect(Object.keys(PEERS)).toEqual([...Object.keys(HOOKS), ...Object.keys(ACCOUNT_HOOKS)]);
});

const post = async ({ path, headers, body }: Call) => {
  const response = await fetch(`${cell().url}/channels/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  await response.arrayBuffer();
  return response.status;
};

describe.each(Object.entries(PEERS))('calls in the form %s', (form, peer) => {
  let ids = 0;
  const newId = () => {
    ids += 1;
    return `${form}-${ids}`;
  };
  const callOf = (news: readonly News[], { secret = peer.secret(), atMs = Date.now() } = {}): Call => {
    const body = JSON.stringify(peer.body(news, secret));
    return { ...peer.sign(body, secret, atMs), body };
  };
  let before = 0;
  const added = async () => (await peer.stored()) - before;
  beforeAll(async () => {
    before = await peer.stored();
  });
  afterEach(async () => {
    before = await peer.stored();
  });

  test('under a wrong secret are refused, and nothing is stored', async () => {
    expect(await post(callOf([{ id: newId() }], { secret: 'another secret' }))).toBe(peer.refusal);
    expect(await added()).toBe(0);
  });

  test('without a proof are refused, and nothing is stored', async () => {
    const { path, body } = callOf([{ id: newId() }], { secret: form === 'vk' ? '' : peer.secret() });
    const bare = form === 'partner' ? path.replace(/[^/]+$/, 'none') : path;
    expect(await post({ path: bare, headers: {}, body })).toBe(peer.refusal);
    expect(await added()).toBe(0);
  });

  if (peer.hasTime)
    test('with an old time are refused, and nothing is stored', async () => {
      expect(await post(callOf([{ id: newId() }], { atMs: Date.now() - 25 * HOUR_MS }))).toBe(peer.refusal);
      expect(await added()).toBe(0);
    });

  test('about an unknown message, or a person who leaves, are stored, and twice count once', async () => {
    const call = callOf([{ id: newId() }]);
    expect([await post(call), await post(call)]).toEqual([200, 200]);
    expect(await added()).toBe(1);
  });

  if (form in HOOKS)
    test('may come in any order', async () => {
      const id = newId();
      expect(await post(callOf([{ id, isLater: true }]))).toBe(200);
      expect(await post(callOf([{ id }]))).toBe(200);
      expect(await added()).toBe(2);
    });

  if (peer.takesMany)
    test('may have a thousand statuses', async () => {
      expect(await post(callOf(Array.from({ length: MANY }, () => ({ id: newId() }))))).toBe(200);
      expect(await added()).toBe(MANY);
    });

  test.each(['not JSON', '', '[', '"text"', '{"statuses":7}', '[]', 'null'])(
    'with the body %j change nothing and never fail inside',
    async (body) => {
      const status = await post({ ...peer.sign(body, peer.secret(), Date.now()), body });
      expect([200, 400, 401, 403]).toContain(status);
      expect(await added()).toBe(0);
    },
  );
});
