import { afterEach, expect, test } from 'vitest';
import type { Simulator } from '../simulator.ts';
import { bindTo, closeAll, get, post, simulate, toNumber, until } from '../testing/client.ts';

afterEach(closeAll);

const number = '79161234567';
const token = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
const bot = 'telegram-bot:110201543';

type Chat = { id: string; acts: string[]; isStopped: boolean; messages: { kind: string; text: string }[] };
type Screen = { chats: Chat[]; bots: Chat[] };

// The shape of GET /phone/screen.
const screenOf = async (simulator: Simulator, query = '') =>
  (await get(simulator, `/phone/screen?number=${number}${query}`)) as Screen;

async function callBot(simulator: Simulator, method: string, body: object): Promise<void> {
  const response = await fetch(`${simulator.botUrl}/bot${token}/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
}

test('an SMS is a chat of its sender name, and its answer goes to the operator as a text of the person', async () => {
  const simulator = await simulate();
  const { session, delivered } = await bindTo(simulator);
  await session.submit(toNumber(number));
  const { chats } = await screenOf(simulator);
  expect(chats).toMatchObject([{ id: 'sms:Volley', acts: ['writes'], messages: [{ kind: 'in', text: 'Hi' }] }]);
  expect(await post(simulator, '/phone/acts', { number, chat: 'sms:Volley', act: 'writes', text: 'Thanks' })).toBe(200);
  await until(() =>
    delivered.some(({ sourceAddr, destinationAddr }) => sourceAddr === number && destinationAddr === 'Volley'),
  );
  const [answered] = (await screenOf(simulator)).chats;
  expect(answered?.messages.map(({ kind, text }) => [kind, text])).toEqual([
    ['in', 'Hi'],
    ['out', 'Thanks'],
  ]);
});

test('a bot can be opened before it writes; a person who stops it gets no message, and its id may differ from the number', async () => {
  const simulator = await simulate();
  await callBot(simulator, 'getMe', {});
  expect((await screenOf(simulator)).bots).toMatchObject([{ id: bot, messages: [] }]);
  const act = (change: object) => post(simulator, '/phone/acts', { number, person: '500', chat: bot, ...change });
  expect(await act({ act: 'starts', payload: 'invite' })).toBe(200);
  await callBot(simulator, 'sendMessage', { chat_id: 500, text: 'Welcome' });
  const texts = async (query: string) =>
    (await screenOf(simulator, query)).chats.flatMap(({ messages }) => messages.map(({ text }) => text));
  expect(await texts('&person=500')).toEqual(['You started the bot', 'Welcome']);
  expect(await act({ act: 'stops' })).toBe(200);
  const refused = await fetch(`${simulator.botUrl}/bot${token}/sendMessage?chat_id=500&text=Again`);
  expect(refused.status).toBe(403);
  expect((await screenOf(simulator, '&person=500')).chats[0]?.isStopped).toBe(true);
});

test('an act that the channel does not have, and a request without a number, are refused', async () => {
  const simulator = await simulate();
  for (const body of [
    { number, chat: 'viber:Shop', act: 'writes', text: 'Hi' },
    { number, chat: 'sms:Nobody', act: 'writes', text: 'Hi' },
    { number, chat: bot, act: 'dances' },
    { number: 'x', chat: bot, act: 'starts' },
    { number, chat: bot, act: 'writes', text: ' ' },
  ])
    expect([body, await post(simulator, '/phone/acts', body)]).toEqual([body, 400]);
  expect(await get(simulator, '/phone/screen')).toEqual({ error: 'number must be 5 to 15 digits' });
});

test('pages that show a phone hear of its changes', async () => {
  const simulator = await simulate();
  const { session } = await bindTo(simulator);
  const ends = new AbortController();
  const response = await fetch(`${simulator.phoneUrl}/changes?number=${number}`, { signal: ends.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toContain('data: open');
  await session.submit(toNumber(number));
  expect((await reader?.read())?.value).toContain('data: change');
  ends.abort();
});

test('a phone keeps its newest entries only, and a reset empties it', async () => {
  const simulator = await simulate();
  const { session } = await bindTo(simulator);
  await session.submit(toNumber(number));
  for (let at = 0; at < 105; at += 1)
    await post(simulator, '/phone/acts', { number, chat: 'sms:Volley', act: 'writes', text: `Answer ${at}` });
  const [chat] = (await screenOf(simulator)).chats;
  const own = chat?.messages.filter(({ kind }) => kind === 'out').map(({ text }) => text) ?? [];
  expect([own.length, own[0]]).toEqual([100, 'Answer 5']);
  await post(simulator, '/reset');
  expect((await screenOf(simulator)).chats).toEqual([]);
});
