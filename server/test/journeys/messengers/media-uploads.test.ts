// Files that this service fetches from the client's address and uploads to the provider before the message: pictures of
// MAX and VK, files of WhatsApp. A file serves all messages that have it; a file that cannot be had fails them with
// 7403.
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useCell } from '../../given/cell.ts';
import { type FileHost, PICTURE, startFileHost } from '../../given/outside/file-host.ts';
import { givenSeller, registerName, type Seller } from '../../given/people/seller.ts';
import { type GivenStaff, givenStaff } from '../../given/people/staff.ts';
import { until } from '../../given/until.ts';
import { untilFinal } from '../../given/until-final.ts';

const TOKEN = 'f9LHodD0cOL5NY7All_9xJRh5ZhPw6bRvq_0Adm8';
const PHONE_NUMBER_ID = '106540352242922';
const BIG = { bytes: Buffer.alloc(10 * 1024 * 1024 + 1), contentType: 'image/png' };
const PAGE = { bytes: Buffer.from('<html></html>'), contentType: 'text/html' };

const cell = useCell({
  settings: { moderation: 'auto', submitTimeoutMs: 5_000, callbackAllow: ['127.0.0.1'] },
});

let seller: Seller;
let staff: GivenStaff;
let host: FileHost;

beforeAll(async () => {
  host = await startFileHost({ '/a.png': PICTURE, '/b.png': PICTURE, '/big.png': BIG, '/page': PAGE });
  const { maxBots, vkBots, whatsapp } = cell().operators;
  const settings = { media: 'upload' };
  await cell().channel('MAX', { protocol: 'MAX_BOT', url: maxBots.url, windowSize: 20, settings });
  await cell().channel('VK', { protocol: 'VK_BOT', url: vkBots.url, windowSize: 20 });
  await cell().channel('WHATSAPP', {
    protocol: 'WHATSAPP_CLOUD',
    url: whatsapp.url,
    password: whatsapp.appSecret,
    windowSize: 20,
    settings,
  });
  seller = await givenSeller(cell(), { brands: [], balance: 1_000_000 });
  staff = await givenStaff(cell(), 'admin');
  await cell().sql('update companies set inbound_enabled = true');
  await name('MAX', { token: TOKEN });
  await name('VK', { token: TOKEN, confirmation: '6a80b0d1', secret: 'aQx31kTh78sPq0Zm' });
  await name('WHATSAPP', { token: TOKEN, phoneNumberId: PHONE_NUMBER_ID });
});
afterAll(() => host.close());

async function name(channelType: string, values: object): Promise<void> {
  const id = await registerName(cell(), seller, { channelType, senderName: 'Shop' });
  const { body } = await staff.ask('PUT', `/senders/${id}/account`, { values });
  expect(body).toMatchObject({ account: { state: 'ready' } });
}

const numberOf = (userId: number) => String(79_160_000_000 + userId);

async function subscribe(channelType: string, userIds: readonly number[]): Promise<void> {
  const subscribers = userIds.map((userId) => ({ subscriberId: String(userId), destination: numberOf(userId) }));
  const body = { channelType, senderName: 'Shop', subscribers };
  expect((await seller.ask('POST', '/subscribers', body, 'SYSTEM')).status).toBe(200);
}

async function outcomeOf(channelType: string, userId: number, content: object) {
  const id = await seller.sendOne({ channelType, senderName: 'Shop', destination: numberOf(userId), content });
  return untilFinal(cell(), id);
}

const picture = (path: string) => ({ contentType: 'text', text: 'Look', imageUrl: host.url(path) });
const received = async (account: string, destination: string) =>
  (await cell().operators.received(account)).filter((one) => one.destination === destination);
const failed = (providerCode: string) => ({ status: 'FAILED', errorCode: ERROR.textUnusable, providerCode });

describe('a picture of a bot of MAX', () => {
  test('is fetched and uploaded once, and goes with every message that has it', async () => {
    const people = [200, 201, 202, 203, 204];
    await subscribe('MAX', people);
    const outcomes = await Promise.all(people.map((userId) => outcomeOf('MAX', userId, picture('/a.png'))));
    expect(outcomes.every(({ status }) => status === 'DELIVERED')).toBe(true);
    expect([host.asked('/a.png'), (await cell().operators.maxBots.counters()).uploads]).toEqual([1, 1]);
    expect(await received('max-bot', '204')).toMatchObject([
      { text: 'Look', content: { attachments: [{ type: 'image', payload: { photos: {} } }] } },
    ]);
  });

  test('goes once MAX has processed it', async () => {
    await subscribe('MAX', [318]);
    expect(await outcomeOf('MAX', 318, picture('/a.png'))).toMatchObject({ status: 'DELIVERED' });
    expect(await received('max-bot', '318')).toHaveLength(1);
  });

  test.each([
    ['does not exist', '/none.png', 'file 404'],
    ['is larger than 10 MB', '/big.png', 'file too-big'],
    ['is not a picture', '/page', 'upload 415'],
  ])('that %s fails its message with 7403, and the link goes on', async (_title, path, code) => {
    await subscribe('MAX', [400]);
    expect(await outcomeOf('MAX', 400, picture(path))).toEqual(failed(code));
    expect(await outcomeOf('MAX', 400, { contentType: 'text', text: 'Plain' })).toMatchObject({ status: 'DELIVERED' });
  });

  test('at a private address is not fetched', async () => {
    await subscribe('MAX', [500]);
    const content = { contentType: 'text', text: 'Look', imageUrl: 'https://10.1.2.3/a.png' };
    expect(await outcomeOf('MAX', 500, content)).toEqual(failed('file unreachable'));
  });
});

describe('a picture of a community of VK', () => {
  test('is uploaded and saved once, and goes as an attachment', async () => {
    await subscribe('VK', [200, 201]);
    const outcomes = await Promise.all([200, 201].map((userId) => outcomeOf('VK', userId, picture('/b.png'))));
    expect(outcomes.every(({ status }) => status === 'DELIVERED')).toBe(true);
    expect((await cell().operators.vkBots.counters()).uploads).toBe(1);
    expect(await received('vk-bot', '201')).toMatchObject([
      { text: 'Look', content: { attachment: expect.stringMatching(/^photo-\d+_\d+_\w+$/) } },
    ]);
  });

  test('that VK does not take fails its message with 7403', async () => {
    await subscribe('VK', [300]);
    expect(await outcomeOf('VK', 300, picture('/page'))).toEqual(failed('upload without a photo'));
  });
});

describe('a file of WhatsApp', () => {
  const image = (path: string) => ({ contentType: 'image', text: 'Look', fileUrl: host.url(path) });

  async function openSession(userId: number): Promise<void> {
    await cell().operators.whatsapp.write(PHONE_NUMBER_ID, numberOf(userId), 'Hello');
    await until('the session is open', async () => {
      const rows = await cell().sql('select from inbound_windows where destination = $1', [numberOf(userId)]);
      return rows.length > 0;
    });
  }

  test('is uploaded and goes by its id', async () => {
    await openSession(200);
    expect(await outcomeOf('WHATSAPP', 200, image('/b.png'))).toMatchObject({ status: 'DELIVERED' });
    expect(await received('whatsapp-cloud', numberOf(200))).toMatchObject([
      { content: { type: 'image', image: { id: expect.stringMatching(/^\d+$/), caption: 'Look' } } },
    ]);
  });

  test('that Meta does not take fails its message with 7403', async () => {
    await openSession(300);
    expect(await outcomeOf('WHATSAPP', 300, image('/page'))).toEqual(failed('100'));
  });
});
