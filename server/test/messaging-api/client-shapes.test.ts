// Requests and spellings of programs written for an API of this shape.
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { useCell } from '../given/cell.ts';
import { givenSeller, type Seller, type Shown, type ShownItem, sms } from '../given/people/seller.ts';
import { until } from '../given/until.ts';

const cell = useCell();
let seller: Seller;
beforeAll(async () => {
  await cell().link('mts');
  for (const channel of ['VK', 'VOICECODE', 'PUSH'] as const) await cell().channel(channel);
  seller = await givenSeller(cell(), { balance: 100_000 });
});

const cascade = (steps: readonly object[], change: object = {}) => ({
  destination: '70001000003',
  cascade: steps,
  ...change,
});
const spoken = {
  channelType: 'VOICECODE',
  senderName: 'voicecode',
  content: { contentType: 'text', text: 'Your code: 1234' },
  ttl: 600,
};
const read = { channelType: 'VK', senderName: 'shop', content: { text: 'Code 1234' }, condition: 'not_read', ttl: 600 };
const written = { channelType: 'SMS', senderName: 'Shop', content: { text: 'Code 1234 https://shop.example/c' } };

const rootOf = ({ status, body, text }: { status: number; body: unknown; text: string }): string => {
  const [item] = status === 200 ? (body as { items: ShownItem[] }).items : []; // checked against the contract by the client
  if (item?.code !== 201 || item.messageUuid === null)
    throw new Error(`POST /message/cascade created no message: ${text}`);
  return item.messageUuid;
};
const steps = async (root: string) => (await seller.list(`cascade_message_uuid=${root}&sort=created_time`)).items;

describe('POST /message/cascade', () => {
  covers('messaging.cascade.list-form');
  test('sends a cascade whose steps are all in one list', async () => {
    const beside = { shortUrl: true, tags: ['codes'], externalMessageId: 'c-1' };
    const root = rootOf(await seller.ask('POST', '/message/cascade', [cascade([spoken, written], beside)]));
    const found = await until('the second step was refused too', async () => {
      const items = await steps(root);
      return items.length === 2 && items[1]?.status === 'unsent' && items;
    });
    const same = { ...beside, cascadeMessageUuid: root, destination: '70001000003', status: 'unsent' };
    expect(found).toEqual<Shown[]>([
      expect.objectContaining({ ...same, messageUuid: root, cascadeStep: 1, channelType: 'VOICECODE', ttl: 600 }),
      expect.objectContaining({ ...same, cascadeStep: 2, channelType: 'SMS' }),
    ]);
    expect(found[1]?.['content']).toMatch(/^Code 1234 https?:\/\/(?!shop\.example)/);
    expect(found[1]).not.toHaveProperty('ttl');
  });

  test('accepts the condition of each step, and one object for a list', async () => {
    const root = rootOf(
      await seller.ask('POST', '/message/cascade', cascade([read, written], { destination: '70001000005' })),
    );
    await seller.untilStatus(root, 'delivered');
    expect(await steps(root)).toHaveLength(1);
    await cell().advance(620);
    const [first, second] = await until('the message was not read, and the next step follows', async () => {
      const items = await steps(root);
      return items.length === 2 && items;
    });
    expect([first?.['readStatus'], second?.['channelType']]).toEqual(['unread', 'SMS']);
  });

  test.each<[string, object, string]>([
    ['no steps', cascade([]), '[0].cascade must not be empty'],
    ['too many', cascade(Array.from({ length: 6 }, () => written)), '[0].cascade must have at most 5 items'],
    ['a lifetime too short', cascade([{ ...written, ttl: 59 }]), '[0].cascade[0].ttl must be between 60 and 86400'],
    ['content of a step', cascade([spoken, { ...written, content: { text: 1 } }]), '[0].cascade[1].content.text must'],
    ['content of the first step', cascade([{ ...spoken, content: {} }]), '[0].cascade[0].content.text is'],
    [
      'not_read on a channel without read status',
      cascade([{ ...spoken, condition: 'not_read' }, written]),
      '[0].cascade[0].condition must be not_delivered on VOICECODE',
    ],
    [
      'a condition on the last step',
      cascade([spoken, { ...written, condition: 'not_delivered' }]),
      '[0].cascade[1].condition must be absent on the last step',
    ],
  ])('refuses %s, named by its path', async (_name, body, msg) => {
    const reply = await seller.ask('POST', '/message/cascade', [body]);
    expect([reply.status, reply.body]).toMatchObject([400, { error: { code: 4000 } }]);
    expect((reply.body as { error: { msg: string } }).error.msg).toContain(msg);
  });
});

covers('messaging.send.content.type-absent');
test('content without a type is text', async () => {
  const shown = async (channelType: string, content: object) =>
    (await seller.message(await seller.sendOne({ channelType, content })))['specialContent'];
  expect(await shown('SMS', { text: 'Hi' })).toBeUndefined();
  expect(await shown('VK', { text: 'Hi' })).toEqual({ contentType: 'text', text: 'Hi' });
  expect(await shown('PUSH', { text: 'Hi' })).toEqual({ contentType: 'push', text: 'Hi' });
});

test('a message is found by its id in upper and lower case', async () => {
  const uuid = await seller.sendOne();
  expect((await seller.message(uuid.toUpperCase())).messageUuid).toBe(uuid);
});

test('a compressed body answers 415, not "Malformed JSON"', async () => {
  const body = gzipSync(JSON.stringify([sms()]));
  const reply = await fetch(`${cell().url}/api/v1/message`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${seller.keys.MESSAGES}`,
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    },
    body,
  });
  expect([reply.status, await reply.json()]).toMatchObject([415, { error: { code: 4150 } }]);
});

test.each(['/subscriber', '/bots/1/subscribers', '/v2/subscribers'])(
  'an endpoint that does not exist answers 404: %s',
  async (path) => {
    const reply = await seller.ask('POST', path, [{ destination: '79161230001' }]);
    expect([reply.status, reply.body]).toEqual([404, { error: { code: 4040, msg: 'Not Found' } }]);
  },
);
