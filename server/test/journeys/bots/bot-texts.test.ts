// Texts that people write to a bot: with a link that stores them, a text of a person whose number is known is an
// inbound message of the company. Commands, texts of unknown people and repeated updates are not.
import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { useCell } from '../../given/cell.ts';
import { givenSeller, registerName, type Seller } from '../../given/people/seller.ts';
import { type GivenStaff, givenStaff } from '../../given/people/staff.ts';
import { until } from '../../given/until.ts';

const BOT = 'shop_bot';
const TELEGRAM_ID = 110_201_543;
const TELEGRAM_TOKEN = `${TELEGRAM_ID}:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw`;
const MAX_TOKEN = 'f9LHodD0cOL5NY7All_9xJRh5ZhPw6bRvq_0Adm8-1bZZEHdRy6';
const NUMBER = '79160000500';

const settings = { moderation: 'auto', publicUrl: 'https://volley.example', submitTimeoutMs: 5_000 } as const;
const cell = useCell({ settings });

let seller: Seller;
let staff: GivenStaff;
const senderIds = new Map<string, number>();
beforeAll(async () => {
  seller = await givenSeller(cell(), { brands: [], balance: 1_000_000 });
  staff = await givenStaff(cell(), 'admin');
  const enabled = await staff.ask('PUT', `/companies/${seller.companyId}`, { inboundEnabled: true });
  expect(enabled.status).toBe(200);
});

type Written = { readonly person: number; readonly text: string };

const MESSENGERS = [
  {
    channelType: 'TELEGRAM',
    protocol: 'TELEGRAM_BOT',
    token: TELEGRAM_TOKEN,
    provider: () => cell().operators.bots,
    write: (act: Written) => cell().operators.bots.person({ bot: TELEGRAM_ID, act: 'writes', ...act }),
    header: 'x-telegram-bot-api-secret-token',
    update: ({ person, text }: Written) => ({
      update_id: 1,
      message: { message_id: 900_000, from: { id: person }, chat: { id: person, type: 'private' }, text },
    }),
  },
  {
    channelType: 'MAX',
    protocol: 'MAX_BOT',
    token: MAX_TOKEN,
    provider: () => cell().operators.maxBots,
    write: (act: Written) => cell().operators.maxBots.person({ token: MAX_TOKEN, act: 'writes', ...act }),
    header: 'x-max-bot-api-secret',
    update: ({ person, text }: Written) => ({
      update_type: 'message_created',
      message: {
        sender: { user_id: person },
        recipient: { chat_id: 1, chat_type: 'dialog' },
        body: { mid: 'mid.900000', seq: 1, text },
      },
    }),
  },
] as const;

type Shown = { readonly channelType: string; readonly content: string };

async function inboundOf(channelType: string): Promise<Shown[]> {
  const { body } = await seller.ask('GET', '/message?direction=inbound&per_page=100');
  const { items } = body as { items: Shown[] }; // checked against the contract by the client
  return items.filter((item) => item.channelType === channelType);
}

describe.each(MESSENGERS)('a bot of $channelType', (messenger) => {
  const { channelType, protocol, token, provider, update, header } = messenger;
  const link = channelType.toLowerCase();
  const path = `/texts-${link}`;

  /** Resolves when the webhook has answered every update. */
  async function write(act: Written): Promise<void> {
    await messenger.write(act);
    await until(`the webhook has heard the text of person ${act.person}`, async () => {
      const { updatesSent, updatesAcked } = await provider().counters();
      return updatesSent > 0 && updatesSent === updatesAcked;
    });
  }

  const put = (inbound: 'on' | 'off') =>
    cell().channel(channelType, { protocol, url: provider().url, windowSize: 20, settings: { inbound } });

  const call = async (act: Written) => {
    const secret = createHmac('sha256', token).update(`volley ${link} webhook`).digest('hex');
    const response = await fetch(`${cell().url}/channels/v1/${link}/${link}/${senderIds.get(channelType)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [header]: secret },
      body: JSON.stringify(update(act)),
    });
    return response.status;
  };

  beforeAll(async () => {
    await put('on');
    const senderId = await registerName(cell(), seller, { channelType, senderName: BOT });
    senderIds.set(channelType, senderId);
    const { body } = await staff.ask('PUT', `/senders/${senderId}/account`, { values: { token } });
    expect(body).toMatchObject({ test: { state: 'accepted' } });
    const subscribers = [{ subscriberId: '500', destination: NUMBER }];
    await seller.ask('POST', '/subscribers', { channelType, senderName: BOT, subscribers }, 'SYSTEM');
  });

  test('passes on the text of a person whose number is known, with its callback', async () => {
    const { companyId } = seller;
    const center = await staff.ask('POST', '/traffic-centers', { companyId, name: `Support ${channelType}` });
    const { id: trafficCenterId } = center.body as { id: number }; // checked by the client
    const rule = { companyId, trafficCenterId, callbackUrl: cell().sink.url(path), senderNames: [BOT] };
    const made = await staff.ask('POST', '/inbound-rules', rule);
    expect(made.status).toBe(201);
    await write({ person: 500, text: 'Where is my order?' });
    const [shown] = await inboundOf(channelType);
    expect(shown).toMatchObject({
      direction: 'inbound',
      channelType,
      senderName: BOT,
      destination: NUMBER,
      trafficCenterId,
      content: 'Where is my order?',
      specialContent: { text: 'Where is my order?', contentType: 'text' },
      totalParts: 1,
      status: 'inbound_sent',
    });
    const [event] = await until('the callback has arrived', () => {
      const events = cell()
        .sink.received(path)
        .flatMap(({ items }) => items);
      return events.length > 0 && events;
    });
    expect(event).toMatchObject({ callback_event: 'inbound_sent', channel_type: channelType, item: shown });
    const { id } = made.body as { id: number }; // checked by the client
    expect((await staff.ask('POST', `/inbound-rules/${id}/remove`)).status).toBe(200);
  });

  test('passes on no command and no text of an unknown person', async () => {
    const before = await inboundOf(channelType);
    await write({ person: 500, text: '/help' });
    await write({ person: 600, text: 'Who are you?' });
    expect(await inboundOf(channelType)).toEqual(before);
  });

  test('passes on a text once, however often it is reported', async () => {
    const before = (await inboundOf(channelType)).length;
    const statuses = [];
    for (const text of ['Twice', 'Twice', 'Twice, and changed']) statuses.push(await call({ person: 500, text }));
    expect(statuses).toEqual([200, 200, 200]);
    const after = await inboundOf(channelType);
    expect(after).toHaveLength(before + 1);
    expect(after.filter(({ content }) => content.startsWith('Twice'))).toMatchObject([{ content: 'Twice' }]);
  });

  test('opens no session for a WhatsApp sender of the same name', async () => {
    expect(await cell().sql('select 1 from inbound_windows where sender_name = $1', [BOT])).toEqual([]);
  });

  test('passes on nothing after the link or the company does not take texts any more', async () => {
    const before = await inboundOf(channelType);
    await staff.ask('PUT', `/companies/${seller.companyId}`, { inboundEnabled: false });
    await write({ person: 500, text: 'Hello?' });
    await staff.ask('PUT', `/companies/${seller.companyId}`, { inboundEnabled: true });
    await put('off');
    await write({ person: 500, text: 'Hello?' });
    expect(await inboundOf(channelType)).toEqual(before);
  });
});
