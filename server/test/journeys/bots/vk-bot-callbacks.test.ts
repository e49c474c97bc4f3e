// A community whose Callback API server is this service: people allow, deny and write, and messages follow.
// connectors/hook-contract.test.ts proves which calls are refused.
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { useCell } from '../../given/cell.ts';
import { givenSeller, registerName, type Seller } from '../../given/people/seller.ts';
import { type GivenStaff, givenStaff } from '../../given/people/staff.ts';
import type { Outcome } from '../../given/rows/message-ends.ts';
import { until } from '../../given/until.ts';
import { untilFinal } from '../../given/until-final.ts';

const TOKEN = 'vk1.a.f9LHodD0cOL5NY7All_9xJRh5ZhPw6bRvq-0Adm8';
const SECRET = 'aQx31kTh78sPq0Zm';
const COMMUNITY = 'shop';
const PERSON = 500;
const NUMBER = '79160000500';

const cell = useCell({ settings: { moderation: 'auto', submitTimeoutMs: 5_000 } });

let seller: Seller;
let staff: GivenStaff;
let senderId: number;
let confirmation: string;

beforeAll(async () => {
  const { url } = cell().operators.vkBots;
  await cell().channel('VK', { protocol: 'VK_BOT', url, windowSize: 20, settings: { inbound: 'on' } });
  seller = await givenSeller(cell(), { brands: [], balance: 1_000_000 });
  staff = await givenStaff(cell(), 'admin');
  senderId = await registerName(cell(), seller, { channelType: 'VK', senderName: COMMUNITY });
  confirmation = await confirmationOf(url);
  await putAccount();
  await cell().operators.vkBots.confirm(TOKEN, `https://volley.example/channels/v1/vk/vk/${senderId}`, SECRET);
});

/** The string that the owner of the community copies from VK. */
async function confirmationOf(url: string): Promise<string> {
  const call = async (method: string, parameters: Readonly<Record<string, string>> = {}) => {
    const body = new URLSearchParams({ ...parameters, access_token: TOKEN, v: '5.199' });
    const response = await fetch(`${url}/method/${method}`, { method: 'POST', body });
    // The shapes of VK's answers.
    return ((await response.json()) as { response: { groups: { id: number }[]; code: string } }).response;
  };
  const { groups } = await call('groups.getById');
  return (await call('groups.getCallbackConfirmationCode', { group_id: String(groups[0]?.id) })).code;
}

async function putAccount(): Promise<void> {
  const values = { token: TOKEN, confirmation, secret: SECRET };
  const { body, text } = await staff.ask('PUT', `/senders/${senderId}/account`, { values });
  expect(body).toMatchObject({ account: { state: 'ready' }, test: { state: 'accepted' } });
  expect([text.includes(TOKEN), text.includes(SECRET)]).toEqual([false, false]);
}

/** Resolves when every event has got its answer. */
async function person(act: 'allows' | 'denies' | 'writes', id = PERSON): Promise<void> {
  const { vkBots } = cell().operators;
  await vkBots.person(TOKEN, id, act);
  await until(`the service has heard that person ${id} ${act}`, async () => {
    const { updatesSent, updatesAcked } = await vkBots.counters();
    return updatesSent > 0 && updatesSent === updatesAcked;
  });
}

type Shown = { readonly destination: string | null; readonly status: string; readonly source: string };

async function subscriber(id: number): Promise<Shown | undefined> {
  const path = `/subscribers?channel_type=VK&subscriber_id=${id}`;
  const { body } = await seller.ask('GET', path, undefined, 'SYSTEM');
  return (body as { items: Shown[] }).items[0]; // checked against the contract by the client
}

async function upload(id: number, destination: string): Promise<void> {
  const body = { channelType: 'VK', senderName: COMMUNITY, subscribers: [{ subscriberId: String(id), destination }] };
  expect((await seller.ask('POST', '/subscribers', body, 'SYSTEM')).status).toBe(200);
}

async function outcomeOf(destination: string): Promise<Outcome> {
  const id = await seller.sendOne({ channelType: 'VK', senderName: COMMUNITY, destination, content: 'Hi' });
  return untilFinal(cell(), id);
}

covers('messaging.subscriber.bot.stopped', 'messaging.subscriber.bot.started');
test('a person denies messages, allows them and writes, and messages follow', async () => {
  await person('allows');
  expect(await subscriber(PERSON)).toBeUndefined();
  await upload(PERSON, NUMBER);
  expect(await outcomeOf(NUMBER)).toMatchObject({ status: 'DELIVERED', errorCode: null });

  for (const back of ['allows', 'writes'] as const) {
    await person('denies');
    expect(await subscriber(PERSON)).toMatchObject({ destination: NUMBER, status: 'STOPPED', source: 'UPLOAD' });
    expect(await outcomeOf(NUMBER)).toMatchObject({ status: 'FAILED', errorCode: ERROR.botNotStarted });
    await upload(PERSON, NUMBER);
    expect(await subscriber(PERSON)).toMatchObject({ status: 'STOPPED' });

    await person(back);
    expect(await subscriber(PERSON)).toMatchObject({ destination: NUMBER, status: 'ACTIVE' });
    expect(await outcomeOf(NUMBER)).toMatchObject({ status: 'DELIVERED', errorCode: null });
  }
});

test('a text of a person whose number is known is an inbound message, once', async () => {
  const enabled = await staff.ask('PUT', `/companies/${seller.companyId}`, { inboundEnabled: true });
  expect(enabled.status).toBe(200);
  await upload(PERSON, NUMBER);
  await person('writes');
  await person('writes', 600);
  const written = { id: 900_000, from_id: PERSON, peer_id: PERSON, date: 1_800_000_000, text: 'Where is my order?' };
  const about = { type: 'message_new', group_id: 1, secret: SECRET, object: { message: written } };
  for (let time = 0; time < 2; time += 1) {
    const path = `${cell().url}/channels/v1/vk/vk/${senderId}`;
    const response = await fetch(path, { method: 'POST', body: JSON.stringify(about) });
    expect(await response.text()).toBe('ok');
  }
  const { body } = await seller.ask('GET', '/message?direction=inbound');
  const { items } = body as { items: { channelType: string; destination: string; content: string }[] }; // by the contract
  expect(
    items
      .map(({ channelType, destination, content }) => `${channelType} ${destination} ${content}`)
      .toSorted((a, b) => a.localeCompare(b)),
  ).toEqual([`VK ${NUMBER} Hello`, `VK ${NUMBER} Where is my order?`]);
});

describe('a call about a community', () => {
  const denies = { type: 'message_deny', group_id: 1, event_id: 'e1', v: '5.199', object: { user_id: 700 } };
  const call = async (body: object, path = `vk/vk/${senderId}`) => {
    const response = await fetch(`${cell().url}/channels/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
  };
  const signed = { ...denies, secret: SECRET };

  beforeAll(() => upload(700, '79160000700'));

  test.each([
    ['with an empty secret', () => call({ ...denies, secret: '' })],
    ['with a secret that is no text', () => call({ ...denies, secret: [SECRET] })],
    ['for confirmation with a wrong secret', () => call({ type: 'confirmation', group_id: 1, secret: 'wrong' })],
    ['for confirmation of another sender', () => call({ type: 'confirmation', group_id: 1 }, `vk/vk/${senderId + 1}`)],
  ])('%s is refused, and nothing is stored', async (_title, ask) => {
    const { status, text } = await ask();
    expect([status, text.includes(confirmation)]).toEqual([403, false]);
    expect(await subscriber(700)).toMatchObject({ status: 'ACTIVE' });
  });

  test('for confirmation gets the string of the community as plain text', async () => {
    for (const body of [
      { type: 'confirmation', group_id: 1 },
      { type: 'confirmation', group_id: 1, secret: SECRET },
    ])
      expect(await call(body)).toEqual({ status: 200, type: 'text/plain; charset=utf-8', text: confirmation });
  });

  test('is answered with ok, also for an event that changes nothing and for a repeated one', async () => {
    const bodies = [{ ...signed, type: 'wall_post_new' }, { secret: SECRET }, signed, signed];
    for (const body of bodies)
      expect(await call(body)).toEqual({ status: 200, type: 'text/plain; charset=utf-8', text: 'ok' });
    expect(await subscriber(700)).toMatchObject({ status: 'STOPPED' });
  });
});
