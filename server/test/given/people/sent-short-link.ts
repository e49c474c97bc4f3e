// A message with a short link that its operator has accepted, and visitors of the link: each has its own user agent and
// its own address.
import type { SendItem } from '../../../src/features/sends/send.ts';
import { sendMessages } from '../../../src/features/sends/send-messages.ts';
import type { Cell } from '../cell.ts';
import { until } from '../until.ts';
import { givenSeller, NAME } from './seller.ts';

export const SHORT_LINK_BASE = 'https://s.example';
export const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36';
export const TARGET = 'https://shop.example/заказ?id=1#top';
export const CASCADE_ROOT = '01907f00-0000-7000-8000-0000000000aa';

export type SentLink = {
  readonly code: string;
  /** Path on the host of the API. */
  readonly path: string;
  readonly shortUrl: string;
  readonly messageId: string;
  readonly companyId: number;
};

let addresses = 0;

/** The address of a new visitor. */
export const newAddress = () => `198.51.100.${(addresses += 1)}`;

export type Visit = {
  readonly agent?: string;
  readonly address?: string;
  readonly method?: string;
  readonly headers?: object;
};

export function follow(
  { url }: Cell,
  path: string,
  { agent = PHONE, address = newAddress(), method = 'GET', headers = {} }: Visit = {},
): Promise<Response> {
  return fetch(`${url}${path}`, {
    method,
    redirect: 'manual',
    headers: { 'user-agent': agent, 'x-forwarded-for': address, ...headers },
  });
}

/** The message is the second step of a cascade; the operator accepted it `ageSeconds` ago. */
export async function givenLink(
  cell: Cell,
  { callbackUrl = null, ageSeconds = 60 }: { callbackUrl?: string | null; ageSeconds?: number } = {},
): Promise<SentLink> {
  await cell.link('mts');
  const seller = await givenSeller(cell);
  const sent = await sendMessages(cell.platform, seller.actor, [itemTo(callbackUrl)], { sendingMethod: 'API' });
  const messageId = sent[0]?.messageUuid ?? '';
  const { text } = await until(`message ${messageId} is sent`, async () => {
    const [row] = await cell.sql<{ text: string; sent_at: Date | null }>(
      'select text, sent_at from messages where id = $1',
      [messageId],
    );
    return row !== undefined && row.sent_at !== null && row;
  });
  const shortUrl = /^See (\S+)\.$/.exec(text)?.[1] ?? '';
  const code = shortUrl.slice(`${SHORT_LINK_BASE}/`.length);
  if (ageSeconds > 0) await cell.advance(ageSeconds);
  return { code, shortUrl, path: `/l/${code}`, messageId, companyId: seller.companyId };
}

function itemTo(callbackUrl: string | null): SendItem {
  return {
    channelType: 'SMS',
    senderName: NAME,
    destination: '79161230001',
    content: { text: `See ${TARGET}.`, special: null },
    settings: {
      ttlSeconds: null,
      useLocalTime: true,
      localSendTime: null,
      localCompletionTime: null,
      hours: null,
      days: null,
      shortUrl: true,
      callbackUrl,
      callbackEvents: ['click'],
    },
    externalMessageId: 'order-1',
    tags: null,
    claimedTrafficType: null,
    cascade: [],
    cascadeRoot: { messageUuid: CASCADE_ROOT, step: 2 },
  };
}
