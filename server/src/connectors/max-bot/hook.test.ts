import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HookCall } from '../hook.ts';
import { maxHook } from './hook.ts';

const TOKEN = 'f9LHodD0cOL5NY7All_9xJRh5ZhPw6bRvq_0Adm8-1bZZEHdRy6';
const INVITE = 'Zm9vYmFyLWJhel9xdXV4MQ';
const NOW_MS = 1_800_000_000_000;
const CARD = 'BEGIN:VCARD\r\nVERSION:3.0\r\nTEL;TYPE=cell:+79161230500\r\nFN:Anna\r\nEND:VCARD\r\n';

const account = { settings: {}, secrets: { token: TOKEN } };
const anna = { user_id: 500, first_name: 'Anna', is_bot: false };
const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex');

const act = (update_type: string, change: object = {}) => ({
  update_type,
  timestamp: NOW_MS,
  chat_id: 7,
  user: anna,
  ...change,
});
const message = (body: object, change: object = {}) => ({
  update_type: 'message_created',
  timestamp: NOW_MS,
  message: {
    sender: anna,
    recipient: { chat_id: 7, chat_type: 'dialog', user_id: 99 },
    timestamp: NOW_MS,
    body: { mid: 'mid.1', seq: 1, text: '', ...body },
    ...change,
  },
});
const contact = (change: object = {}) => ({
  attachments: [{ type: 'contact', payload: { vcf_info: CARD, max_info: anna, hash: hmac(TOKEN, CARD), ...change } }],
});
const heard = (update: unknown) => maxHook.read(update, account, NOW_MS);
const read = (update: unknown) => heard(update).events;

describe('an update of a bot', () => {
  test.each([
    ['a start', act('bot_started'), { kind: 'started' }],
    ['a start with a parameter', act('bot_started', { payload: 'summer' }), { kind: 'started' }],
    ['a start with an invite', act('bot_started', { payload: INVITE }), { kind: 'started', invite: INVITE }],
    ['a stop', act('bot_stopped', { payload: INVITE }), { kind: 'stopped' }],
    ['a removed dialogue', act('dialog_removed'), { kind: 'stopped' }],
    ['the own contact', message(contact()), { kind: 'started', number: '+79161230500' }],
    [
      'the own contact behind a picture',
      message({ attachments: [{ type: 'image', payload: {} }, ...contact().attachments] }),
      { kind: 'started', number: '+79161230500' },
    ],
  ])('about %s is an event of the person', (_title, update, event) => {
    expect(read(update)).toEqual([{ subscriberId: '500', ...event, ageMs: 0 }]);
  });

  test.each([
    ['the contact of another person', message(contact({ max_info: { ...anna, user_id: 501 } }))],
    ['a contact without an account', message(contact({ max_info: null }))],
    ['a contact without a proof', message(contact({ hash: undefined }))],
    ['a contact with the proof of another card', message(contact({ hash: hmac(TOKEN, `${CARD} `) }))],
    ['a contact with a proof under another token', message(contact({ hash: hmac(`${TOKEN}x`, CARD) }))],
    ['a contact without a number', message(contact({ vcf_info: 'FN:Anna', hash: hmac(TOKEN, 'FN:Anna') }))],
    ['a contact in a group', message(contact(), { recipient: { chat_id: -7, chat_type: 'chat' } })],
    ['a contact without a sender', message(contact({ max_info: {} }), { sender: null })],
    ['a contact that a bot sends', message(contact(), { sender: { ...anna, is_bot: true } })],
    ['a forwarded contact', message({}, { link: { type: 'forward', message: contact() } })],
    ['a text', message({ text: 'Hello' })],
    ['a cleared dialogue', act('dialog_cleared')],
    ['an id that is not exact', act('bot_started', { user: { ...anna, user_id: 2 ** 60 } })],
    ['no person', act('bot_started', { user: null })],
  ])('about %s changes nothing', (_title, update) => {
    expect(read(update)).toEqual([]);
  });

  test('without a token proves no number', () => {
    const signed = message(contact({ hash: hmac('', CARD) }));
    expect(maxHook.read(signed, { settings: {}, secrets: {} }, NOW_MS).events).toEqual([]);
  });

  test.each([
    [NOW_MS - 60_000, 60_000],
    [NOW_MS + 60_000, 0],
    ['yesterday', 0],
  ])('with the time %s is %i ms old', (timestamp, ageMs) => {
    expect(read(act('bot_stopped', { timestamp }))).toMatchObject([{ ageMs }]);
  });

  test('of any form is read', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const updates = [
          value,
          { update_type: 'message_created', message: value },
          act('bot_started', { user: value }),
        ];
        for (const update of [...updates, message({ attachments: value }), message(contact({ vcf_info: value }))]) {
          const { events, texts } = heard(update);
          expect(events.length + texts.length).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});

describe('a text of a person', () => {
  test('names the person and has the id of the message', () => {
    expect(heard(message({ text: 'Where is my order?' }))).toEqual({
      events: [],
      texts: [{ subscriberId: '500', id: 'mid.1', text: 'Where is my order?', ageMs: 0 }],
    });
  });

  test.each([
    ['a command', message({ text: '/start' })],
    ['a contact', message(contact())],
    ['a picture', message({ attachments: [{ type: 'image', payload: {} }] })],
    ['a text in a group', message({ text: 'Hello' }, { recipient: { chat_id: -7, chat_type: 'chat' } })],
    ['a text of a bot', message({ text: 'Hello' }, { sender: { ...anna, is_bot: true } })],
    ['a text without an id', message({ mid: null, text: 'Hello' })],
    ['an edited text', { ...message({ text: 'Hello' }), update_type: 'message_edited' }],
  ])('is not %s', (_title, update) => {
    expect(heard(update).texts).toEqual([]);
  });
});

describe('a call about a bot', () => {
  const call = (secret?: string): HookCall => ({
    header: (name) => (name === 'x-max-bot-api-secret' ? (secret ?? '') : ''),
    query: () => '',
    body: Buffer.alloc(0),
    nowMs: NOW_MS,
  });
  const secret = hmac(TOKEN, 'volley max webhook');

  test('is accepted with the secret of its subscription alone', () => {
    expect(maxHook.isSigned(call(secret), account)).toBe(true);
    for (const wrong of [undefined, '', TOKEN, secret.slice(1), `${secret} `, secret.toUpperCase()])
      expect(maxHook.isSigned(call(wrong), account)).toBe(false);
  });

  test('is refused under another token, and without one', () => {
    expect(maxHook.isSigned(call(secret), { settings: {}, secrets: { token: `${TOKEN}x` } })).toBe(false);
    expect(maxHook.isSigned(call(hmac('', 'volley max webhook')), { settings: {}, secrets: {} })).toBe(false);
  });
});
