// One suite over every form of calls of providers, over HTTP into the database: proofs, repetition, order, unknown ids,
// large calls, bodies that are no JSON. No role reads the tables. Early statuses: hook-contract-early.test.ts.
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ACCOUNT_HOOKS, HOOKS } from '../../src/connectors/hooks.ts';
import { useCell } from '../given/cell.ts';
import type { GivenStaff } from '../given/people/staff.ts';
import { givenHooks, isBot, putAccount } from '../given/providers/given-hooks.ts';
import { type BotForm, botNameOf, type Call, hookPeersOf, type News } from '../given/providers/hook-peers.ts';

const MANY = 1_000;
const HOUR_MS = 3_600_000;

const cell = useCell({ settings: { moderation: 'auto' }, workers: ['connector'] });
const senders: Record<BotForm, number> = { telegram: 0, max: 0, vk: 0 };
let staff: GivenStaff;

beforeAll(async () => {
  await cell().link('mts');
  staff = await givenHooks(cell(), senders);
});

const PEERS = hookPeersOf(cell, senders);

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
    for (const secret of ['another secret', `${peer.secret()}x`])
      expect([secret, await post(callOf([{ id: newId() }], { secret }))]).toEqual([secret, peer.refusal]);
    expect(await added()).toBe(0);
  });

  test('to another link or sender are refused, and nothing is stored', async () => {
    const call = callOf([{ id: newId() }]);
    const [link = '', ...rest] = call.path.split('/');
    const senderless = isBot(form) ? [senders[form] + 1_000, 99_999_999_999, botNameOf(form)] : [];
    const foreign = ['other', 'mts', ...(form === 'max' ? [] : ['max-bots'])].map((one) => [one, ...rest].join('/'));
    for (const path of [...foreign, ...senderless.map((one) => `${link}/${form}/${one}`)])
      expect([path, await post({ ...call, path })]).toEqual([path, peer.refusal]);
    expect(await added()).toBe(0);
  });

  test('without a proof are refused, and nothing is stored', async () => {
    const { path, body } = callOf([{ id: newId() }], { secret: form === 'vk' ? '' : peer.secret() });
    const bare = form === 'partner' ? path.replace(/[^/]+$/, 'none') : path;
    expect(await post({ path: bare, headers: {}, body })).toBe(peer.refusal);
    expect(await added()).toBe(0);
  });

  if (peer.hasTime)
    test('with an old or a future time are refused, and nothing is stored', async () => {
      for (const hours of [-25, 1])
        expect(await post(callOf([{ id: newId() }], { atMs: Date.now() + hours * HOUR_MS }))).toBe(peer.refusal);
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

  test('with a body that is no call change nothing and never fail inside', async () => {
    const statusOf = (body: string) => post({ ...peer.sign(body, peer.secret(), Date.now()), body });
    // The secret of VK stands in the body.
    const unreadable = form === 'vk' ? peer.refusal : 400;
    for (const body of ['not JSON', '[']) expect([body, await statusOf(body)]).toEqual([body, unreadable]);
    for (const body of ['', '"text"', '{"statuses":7}', '[]', 'null'])
      expect([200, 400, 403]).toContain(await statusOf(body));
    if (isBot(form)) expect(await statusOf('{}')).toBe(form === 'vk' ? peer.refusal : 200);
    expect(await added()).toBe(0);
  });

  if (isBot(form))
    test('are refused after the account was removed', async () => {
      const call = callOf([{ id: newId() }]);
      expect((await staff.ask('DELETE', `/senders/${senders[form]}/account`)).status).toBe(200);
      expect(await post(call)).toBe(peer.refusal);
      expect(await added()).toBe(0);
      await putAccount(staff, form, senders[form]);
      expect(await post(call)).toBe(200);
      expect(await added()).toBe(1);
    });
});
