import { describe, expect, test } from 'vitest';
import type { ProviderReply, ProviderRequest } from '../../platform/http/provider-http.ts';
import type { Answer } from '../dialect.ts';
import { vkBot } from './dialect.ts';
import { vkHook } from './hook.ts';

const TOKEN = 'vk1.a.f9LHodD0cOL5NY7All_9xJRh5ZhPw6bRvq-0Adm8';
const account = { settings: {}, secrets: { token: TOKEN } };
const byHand = { settings: { confirmation: 'abc' }, secrets: { token: TOKEN, secret: 'aQx31kTh78sPq0Zm' } };
const hooksUrl = 'https://volley.example/channels/v1/bots';
const URL = `${hooksUrl}/vk/12`;
const dialect = vkBot({ basePath: '', hooksUrl });

const answer = (body: unknown, status = 200): Answer => ({ kind: 'answer', status, retryAfterMs: 0, body });
const failed = (error_code: number) => answer({ error: { error_code, error_msg: 'words' } });
const server = (status: string, url = URL, id = 7) => ({
  id,
  url,
  status,
  title: 'Volley',
  secret_key: '',
  creator_id: 1,
});
const servers = (...items: object[]) => answer({ response: { count: items.length, items } });

const GROUPS = answer({ response: { groups: [{ id: 55 }], profiles: [] } });
const CODE = answer({ response: { code: '6a80b0d1' } });
const ADDED = answer({ response: { server_id: 7 } });
const DONE = answer({ response: 1 });

type Said = { readonly method: string; readonly form: Readonly<Record<string, string>> };

/** Answers in the order of the calls; a call without an answer of its own fails the test. */
async function run(replies: readonly ProviderReply[]) {
  const said: (Said | { readonly kept: object })[] = [];
  const left = [...replies];
  const ask = ({ path, body = '' }: ProviderRequest): Promise<ProviderReply> => {
    const { access_token: token, v: _version, ...form } = Object.fromEntries(new URLSearchParams(body));
    expect(token).toBe(TOKEN);
    said.push({ method: path.replace('/method/groups.', ''), form });
    const reply = left.shift();
    return reply === undefined ? Promise.reject(new Error(`no answer to ${path}`)) : Promise.resolve(reply);
  };
  const keep = (kept: object) => {
    said.push({ kept });
    return Promise.resolve();
  };
  const pause = () => Promise.resolve();
  const problem = await dialect.subscribeInSteps?.(account, 12, { ask, keep, pause });
  return { problem, said, left: left.length };
}

const secretOf = (said: readonly object[]) => (said as Said[]).find(({ form }) => form?.['secret_key'])?.form;

describe('a community with a token alone', () => {
  test('gets a server with our address, and its confirmation string is stored before VK asks for it', async () => {
    const { problem, said } = await run([GROUPS, CODE, servers(), ADDED, DONE, servers(server('ok'))]);
    const group_id = '55';
    const { secret_key = '' } = secretOf(said) ?? {};
    expect(problem).toBeUndefined();
    expect(said).toEqual([
      { method: 'getById', form: {} },
      { method: 'getCallbackConfirmationCode', form: { group_id } },
      { kept: { foundGroupId: '55', foundConfirmation: '6a80b0d1' } },
      { method: 'getCallbackServers', form: { group_id } },
      { method: 'addCallbackServer', form: { group_id, url: URL, title: 'Volley', secret_key } },
      {
        method: 'setCallbackSettings',
        form: {
          group_id,
          server_id: '7',
          api_version: '5.199',
          message_new: '1',
          message_allow: '1',
          message_deny: '1',
        },
      },
      { method: 'getCallbackServers', form: { group_id } },
    ]);
    // Letters and digits, at most the 50 characters that VK takes.
    expect(secret_key).toMatch(/^[a-f0-9]{50}$/);
    const call = { type: 'message_deny', object: { user_id: 5 }, secret: secret_key };
    const signed = (secret: string) =>
      vkHook.isSigned(
        {
          header: () => '',
          query: () => '',
          body: Buffer.from(JSON.stringify({ ...call, secret })),
          nowMs: 0,
        },
        account,
      );
    expect([signed(secret_key), signed(''), signed(TOKEN)]).toEqual([true, false, false]);
    const found = { ...account, settings: { foundConfirmation: '6a80b0d1' } };
    expect(vkHook.answer?.({ type: 'confirmation' }, found)).toBe('6a80b0d1');
  });

  test('keeps the server that has our address, and the servers of others', async () => {
    const other = server('ok', 'https://other.example/vk', 3);
    const known = servers(other, server('failed'));
    const { problem, said } = await run([GROUPS, CODE, known, DONE, DONE, servers(other, server('ok'))]);
    expect(problem).toBeUndefined();
    expect(said.flatMap((one) => ('method' in one ? [one.method] : []))).toEqual([
      'getById',
      'getCallbackConfirmationCode',
      'getCallbackServers',
      'editCallbackServer',
      'setCallbackSettings',
      'getCallbackServers',
    ]);
    expect(said).toContainEqual({ method: 'editCallbackServer', form: expect.objectContaining({ server_id: '7' }) });
  });

  test('waits until VK has confirmed the address', async () => {
    const waits = servers(server('wait'));
    const { problem, left } = await run([GROUPS, CODE, servers(), ADDED, DONE, waits, waits, servers(server('ok'))]);
    expect([problem, left]).toEqual([undefined, 0]);
  });

  test('asks again when VK throttles the community', async () => {
    const { problem, left } = await run([
      failed(6),
      GROUPS,
      CODE,
      servers(),
      failed(6),
      ADDED,
      DONE,
      servers(server('ok')),
    ]);
    expect([problem, left]).toEqual([undefined, 0]);
  });

  const status = (words: string) => `VK could not confirm the address, its status is ${words}`;
  const waits = Array<Answer>(4).fill(servers(server('wait')));
  test.each<[string, readonly ProviderReply[], string]>([
    ['refuses the token', [failed(5)], '5 words'],
    ['gives no right to manage the community', [GROUPS, failed(15)], '15 words'],
    ['has ten servers already', [GROUPS, CODE, servers(), failed(2_000)], '2000 words'],
    ['refuses the events', [GROUPS, CODE, servers(), ADDED, failed(100)], '100 words'],
    ['cannot confirm the address', [GROUPS, CODE, servers(), ADDED, DONE, servers(server('failed'))], status('failed')],
    ['does not confirm the address in time', [GROUPS, CODE, servers(), ADDED, DONE, ...waits], status('wait')],
    [
      'forgets the server',
      [GROUPS, CODE, servers(), ADDED, DONE, ...Array<Answer>(4).fill(servers())],
      status('unknown'),
    ],
    ['answers a page of a proxy', [answer('<html>', 502)], 'answered 502'],
    ['names no community', [answer({ response: { groups: [] } })], 'the answer has no id'],
    ['does not answer', [{ kind: 'lost', reason: 'timeout' }], 'timeout'],
  ])('learns that VK %s', async (_what, replies, words) => {
    expect(await run(replies)).toMatchObject({ problem: words, left: 0 });
  });
});

test.each([
  ['that its owner has set up', dialect, byHand],
  ['of a service without an address', vkBot({ basePath: '' }), account],
])('for a community %s no call is made', async (_what, quiet, given) => {
  const ask = () => Promise.reject(new Error('no call is expected'));
  const steps = { ask, keep: ask, pause: ask };
  expect(await quiet.subscribeInSteps?.(given, 12, steps)).toBeUndefined();
  expect(quiet.inquireSubscription?.(given)).toBeUndefined();
});

describe('the question whether VK calls this service', () => {
  test.each([
    [{}, '/method/groups.getById'],
    [{ foundGroupId: '55' }, '/method/groups.getCallbackServers'],
  ])('of an account with the settings %j is %s', (settings, path) => {
    expect(dialect.inquireSubscription?.({ ...account, settings })?.path).toBe(path);
  });

  test.each([
    [servers(server('ok')), true],
    [servers(server('wait')), false],
    [servers(server('ok', 'https://other.example/vk')), false],
    [servers(), false],
    [GROUPS, false],
    [failed(5), '5 words'],
    [answer('<html>', 502), '502'],
  ])('has the answer %j, which means %j', (given, state) => {
    expect(dialect.hearSubscribed?.(given, 12)).toBe(state);
  });
});
