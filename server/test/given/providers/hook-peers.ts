// How each provider proves and words its calls, written from its document. A form of calls without a peer fails the
// suite of calls.
import { createHash, createHmac } from 'node:crypto';
import { SUBSCRIBER_STATUS_CODES } from '@volley/domain/subscribers/subscriber-status.ts';
import type { Cell } from '../cell.ts';

const BOT_TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
const MAX_TOKEN = 'f9LHodD0cOL5NY7All_9xJRh5ZhPw6bRvq_0Adm8-1bZZEHdRy6';
const VK_ACCOUNT = { token: MAX_TOKEN, confirmation: '6a80b0d1', secret: 'aQx31kTh78sPq0Zm' };
const STOPPED = SUBSCRIBER_STATUS_CODES.STOPPED;

/** Bots, by the form of their calls: the channel of the sender name and the values of its account. */
export const HOOK_ACCOUNTS = {
  telegram: { channelType: 'TELEGRAM', values: { token: BOT_TOKEN } },
  max: { channelType: 'MAX', values: { token: MAX_TOKEN } },
  vk: { channelType: 'VK', values: VK_ACCOUNT },
} as const;
export type BotForm = keyof typeof HOOK_ACCOUNTS;

export type News = { readonly id: string; readonly isLater?: boolean };
export type Call = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type HookPeer = {
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
const first = <T>(items: readonly T[]): T => {
  const [one] = items;
  if (one === undefined) throw new Error('a call needs an item');
  return one;
};

/** The same person for the same id. */
export const personOf = ({ id }: News) => 1 + (createHash('sha256').update(id).digest().readUInt32BE() & 0x0f_ff_ff_ff);

/** Senders of the bots have the name that `botNameOf` gives. */
export const botNameOf = (form: BotForm) => `${form}_bot`;

export function hookPeersOf(
  cell: () => Cell,
  senders: Readonly<Record<BotForm, number>>,
): Readonly<Record<string, HookPeer>> {
  const count = async (text: string, value: unknown) =>
    Number((await cell().sql<{ count: string }>(text, [value]))[0]?.count);
  const receiptsOf = (link: string) => () =>
    count(
      `select count(*) from receipts
       where link_id = (select account_id from operator_links where name = $1)`,
      link,
    );
  const stoppedOf = (form: BotForm) => () =>
    count(
      `select count(*) from subscribers s join address_books b on b.id = s.address_book_id
       where b.sender_name = $1 and s.status = ${STOPPED}`,
      botNameOf(form),
    );
  return {
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
}
