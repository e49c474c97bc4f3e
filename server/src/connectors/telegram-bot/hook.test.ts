import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HookCall } from '../hook.ts';
import { botHook } from './hook.ts';

const TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
const TOKEN_OF_INVITE = 'Zm9vYmFyLWJhel9xdXV4MQ';
const NOW_MS = 1_800_000_000_000;
const NOW_SECONDS = NOW_MS / 1_000;

const anna = { id: 500, is_bot: false, first_name: 'Anna' };
const bot = { id: 110_201_543, is_bot: true, first_name: 'Shop' };
const own = { id: 500, type: 'private', first_name: 'Anna' };
const group = { id: -100_500, type: 'supergroup', title: 'Friends' };

const message = (change: object, from: object = anna) => ({
  update_id: 1,
  message: { message_id: 7, from, chat: own, date: NOW_SECONDS, ...change },
});
const contact = (user_id?: number) => ({
  contact: { phone_number: '+79161230500', first_name: 'Anna', ...(user_id !== undefined && { user_id }) },
});
const member = (status: string, change: object = {}) => ({
  update_id: 1,
  my_chat_member: {
    chat: own,
    from: anna,
    date: NOW_SECONDS,
    old_chat_member: { status: 'member', user: bot },
    new_chat_member: { status, user: bot },
    ...change,
  },
});
const account = { settings: {}, secrets: { token: TOKEN } };
const heard = (update: unknown) => botHook.read(update, account, NOW_MS);
const read = (update: unknown) => heard(update).events;

describe('an update of a bot', () => {
  test.each([
    ['a block', member('kicked'), { kind: 'stopped' }],
    ['the end of a block', member('member'), { kind: 'started' }],
    ['/start', message({ text: '/start' }), { kind: 'started' }],
    ['/start with a parameter', message({ text: '/start summer' }), { kind: 'started' }],
    ['/start with the name of the bot', message({ text: '/start@shop_bot' }), { kind: 'started' }],
    [
      '/start with an invite',
      message({ text: `/start ${TOKEN_OF_INVITE}` }),
      { kind: 'started', invite: TOKEN_OF_INVITE },
    ],
    ['the own contact', message(contact(500)), { kind: 'started', number: '+79161230500' }],
  ])('about %s is an event of the person', (_title, update, event) => {
    expect(read(update)).toEqual([{ subscriberId: '500', ...event, ageMs: 0 }]);
  });

  test.each([
    ['the contact of another person', message(contact(501))],
    ['a contact without an account', message(contact())],
    ['a contact without a sender', message(contact(), {})],
    ['a text', message({ text: 'Hello' })],
    ['a text that begins like a start', message({ text: '/started' })],
    ['a start in a group', message({ chat: group, text: '/start' })],
    ['a contact in a group', message({ chat: group, ...contact(500) })],
    ['a removal from a group', member('kicked', { chat: group })],
    ['an addition to a group', member('member', { chat: group })],
    ['a chat of another person', message({ chat: { ...own, id: 501 }, text: '/start' })],
    ['another status', member('restricted')],
    ['an edited message', { update_id: 1, edited_message: message({ text: '/start' }).message }],
    ['a pressed button', { update_id: 1, callback_query: { id: '1', from: anna } }],
    ['an id that is not exact', message({ chat: { ...own, id: 2 ** 60 }, text: '/start' }, { ...anna, id: 2 ** 60 })],
  ])('about %s changes nothing', (_title, update) => {
    expect(read(update)).toEqual([]);
  });

  test.each([
    [NOW_SECONDS - 60, 59_000],
    [NOW_SECONDS + 60, 0],
    ['yesterday', 0],
  ])('with the date %s is %i ms old', (date, ageMs) => {
    expect(read(member('kicked', { date }))).toMatchObject([{ ageMs }]);
  });

  test('of any form is read', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const updates = [
          value,
          { message: value },
          { my_chat_member: value },
          message({ contact: value, text: value }),
        ];
        for (const update of [...updates, member('kicked', { chat: value, new_chat_member: value })]) {
          const { events, texts } = heard(update);
          expect(events.length + texts.length).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});

describe('a text of a person', () => {
  test('names the person, and has an id of the bot, the chat and the message', () => {
    expect(heard(message({ text: 'Where is my order?' }))).toEqual({
      events: [],
      texts: [{ subscriberId: '500', id: '110201543.500.7', text: 'Where is my order?', ageMs: 0 }],
    });
  });

  test.each([
    ['a command', message({ text: '/start summer' })],
    ['a command of the customer', message({ text: '/help' })],
    ['a contact', message(contact(500))],
    ['a picture', message({ photo: [], caption: 'Look' })],
    ['a text in a group', message({ chat: group, text: 'Hello' })],
    ['a text without an id', message({ message_id: null, text: 'Hello' })],
    ['an edited text', { update_id: 1, edited_message: message({ text: 'Hello' }).message }],
  ])('is not %s', (_title, update) => {
    expect(heard(update).texts).toEqual([]);
  });
});

describe('a call about a bot', () => {
  const call = (secret?: string): HookCall => ({
    header: (name) => (name === 'x-telegram-bot-api-secret-token' ? (secret ?? '') : ''),
    query: () => '',
    body: Buffer.alloc(0),
    nowMs: NOW_MS,
  });
  const secret = createHmac('sha256', TOKEN).update('volley telegram webhook').digest('hex');

  test('is accepted with the secret of its webhook alone', () => {
    expect(botHook.isSigned(call(secret), account)).toBe(true);
    for (const wrong of [undefined, '', TOKEN, secret.slice(1), `${secret} `, secret.toUpperCase()])
      expect(botHook.isSigned(call(wrong), account)).toBe(false);
  });

  test('is refused under another token, and without one', () => {
    const other = { settings: {}, secrets: { token: TOKEN.replace('A', 'B') } };
    expect(botHook.isSigned(call(secret), other)).toBe(false);
    const ofNoToken = createHmac('sha256', '').update('volley telegram webhook').digest('hex');
    expect(botHook.isSigned(call(ofNoToken), { settings: {}, secrets: {} })).toBe(false);
  });
});
