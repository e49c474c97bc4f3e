// Codes over channels other than SMS, and conversions of flash calls that accounts report.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { openContent } from '../../../src/features/messages/sealed-content.ts';
import { type Api, sharedApi } from '../../given/api.ts';
import { textAt } from '../../given/http-client.ts';
import { type Account, givenAccount } from '../../given/people/account.ts';
import { registerName } from '../../given/people/seller.ts';
import { givenVerifier, PHONE, type Verifier } from '../../given/people/verification.ts';
import { changeMessage } from '../../given/rows/messages.ts';
import { codeMessageOf, conversionsOf, sealedContentOf } from '../../given/rows/verifications.ts';

const CHANNELS = [
  { channelType: 'SMS', senderName: 'Shop', text: 'Your code: {code}' },
  { channelType: 'FLASHCALL', senderName: 'Shop', text: '{code}' },
  { channelType: 'VOICECODE', senderName: 'voicecode', text: 'authorization code from Shop: {code}' },
  { channelType: 'WHATSAPP', senderName: 'Shop', text: '{code} is your code' },
  { channelType: 'TELEGRAM_GATEWAY', senderName: 'Shop', text: 'Code {code}' },
];

let api: Api;
let account: Account;
let verifier: Verifier;
beforeAll(async () => {
  api = await sharedApi();
  account = await givenAccount(api);
  await registerName(api, account, {});
  for (const channelType of ['FLASHCALL', 'WHATSAPP', 'TELEGRAM']) await registerName(api, account, { channelType });
  await registerName(api, account, { channelType: 'VOICECODE', senderName: 'voicecode' });
  verifier = await givenVerifier(api, account, { channels: CHANNELS, sendsPerNumber: 100 });
});
afterAll(() => api.close());

const messageOf = (uuid: string) => codeMessageOf(api, uuid);

/** The content that the recipient gets. */
async function contentOf(uuid: string) {
  const { uuid: messageUuid } = await messageOf(uuid);
  return openContent(api.platform.secrets, await sealedContentOf(api, messageUuid));
}

describe('a code', () => {
  test('of a flash call is the end of the calling number', async () => {
    const uuid = await verifier.sent(PHONE, { channelType: 'FLASHCALL' });
    expect(await messageOf(uuid)).toMatchObject({ channelType: 'FLASHCALL', text: '••••' });
    const { code, text } = await contentOf(uuid);
    expect([code, text]).toEqual([expect.stringMatching(/^\d{4}$/), code]);
    expect(await verifier.check(uuid, code)).toBe('CONFIRMED');
  });

  test('over VOICECODE is spoken', async () => {
    const uuid = await verifier.sent(PHONE, { channelType: 'VOICECODE' });
    const shown = 'authorization code from Shop: ••••';
    const special = { contentType: 'text', text: shown };
    expect(await messageOf(uuid)).toMatchObject({ channelType: 'VOICECODE', text: shown, special });
    const content = await contentOf(uuid);
    expect(content.text).toMatch(/^authorization code from Shop: \d{6}$/);
    expect(content.special).toEqual({ contentType: 'text', text: content.text });
  });

  covers('messaging.version.v32');
  test.each([
    ['WHATSAPP', 'WHATSAPP', '•••• is your code'],
    ['TELEGRAM_GATEWAY', 'TELEGRAM', 'Code ••••'],
  ])('over %s is an authentication message of %s: %s', async (channelType, sentAs, shown) => {
    const uuid = await verifier.sent(PHONE, { channelType });
    const masked = { contentType: 'authentication', text: shown, code: '••••' };
    expect(await messageOf(uuid)).toMatchObject({ channelType: sentAs, text: shown, special: masked });
    const { code, text, special } = await contentOf(uuid);
    expect([code, text]).toEqual([expect.stringMatching(/^\d{6}$/), shown.replace('••••', code)]);
    expect(special).toEqual({ contentType: 'authentication', text, code });
  });
});

covers('messaging.verifier.send.telegram-gateway');
test('TELEGRAM_GATEWAY is refused for messages, cascades and dispatches', async () => {
  const gateway = { channelType: 'TELEGRAM_GATEWAY', senderName: 'Shop', content: 'Code 4711' };
  const sms = { channelType: 'SMS', senderName: 'Shop', content: 'Code 4711', destination: PHONE };
  const tries = [
    await account.ask('POST', '/message', [{ ...gateway, destination: PHONE }]),
    await account.ask('POST', '/message', [{ ...sms, cascade: [gateway] }]),
    await account.ask('POST', '/dispatch', { ...gateway, dispatchName: 'Codes' }),
  ];
  for (const { status, body } of tries) expect([status, body]).toMatchObject([400, { error: { code: 4000 } }]);
  expect((await verifier.send(PHONE, { channelType: 'TELEGRAM_GATEWAY' })).status).toBe(200);
});

describe('a flash-call conversion', () => {
  const report = (body: object) => account.ask('POST', '/flashcall-conversion', body);
  const stored = (uuid: string) => conversionsOf(api, uuid);
  const called = async () => {
    const call = { channelType: 'FLASHCALL', senderName: 'Shop', destination: PHONE, content: '4711' };
    const { body } = await account.ask('POST', '/message', [call]);
    return { uuid: textAt((body as { items: unknown[] }).items[0], 'messageUuid'), text: '4711' }; // checked against the contract by the client
  };

  test("of a verifier's call is not compared: only a check may reveal the code", async () => {
    const { uuid } = await messageOf(await verifier.sent(PHONE, { channelType: 'FLASHCALL' }));
    await report({ messageUuid: uuid, result: 'NUMBER_VERIFIED', code: '4711' });
    expect(await stored(uuid)).toEqual([{ result: 'NUMBER_VERIFIED', matches: null }]);
  });

  covers('messaging.flashcall-conversion.200');
  test('is accepted and answered', async () => {
    const { uuid, text } = await called();
    const reply = await report({ messageUuid: uuid, result: 'WRONG_CODE', code: `${text}1` });
    expect([reply.status, reply.body]).toEqual([200, { messageUuid: uuid, result: 'WRONG_CODE' }]);
    expect(await stored(uuid)).toEqual([{ result: 'WRONG_CODE', matches: false }]);
    await report({ messageUuid: uuid, result: 'NUMBER_VERIFIED', code: text });
    expect(await stored(uuid)).toEqual([{ result: 'NUMBER_VERIFIED', matches: true }]);
  });

  covers('messaging.flashcall-conversion.spelling');
  test('may use the alternative spelling of clients', async () => {
    const { uuid } = await called();
    const reply = await report({ messageUuid: uuid, result: 'NUMBER_VERIFIERD' });
    expect([reply.status, reply.body]).toEqual([200, { messageUuid: uuid, result: 'NUMBER_VERIFIED' }]);
    expect(await stored(uuid)).toEqual([{ result: 'NUMBER_VERIFIED', matches: null }]);
  });

  covers('messaging.flashcall-conversion.unknown');
  test('of an unknown or foreign message answers 404', async () => {
    const { uuid } = await called();
    const stranger = await givenAccount(api);
    const foreign = await stranger.ask('POST', '/flashcall-conversion', { messageUuid: uuid, result: 'WRONG_CODE' });
    expect([foreign.status, foreign.body]).toEqual([404, { error: { code: 4040, msg: `Message ${uuid} not found` } }]);
    expect((await report({ messageUuid: randomUUID(), result: 'WRONG_CODE' })).status).toBe(404);
    // A message of a partner's dispatch is hidden from every key too.
    await changeMessage(api, uuid, { accountId: null });
    expect((await report({ messageUuid: uuid, result: 'WRONG_CODE' })).status).toBe(404);
    expect(await stored(uuid)).toEqual([]);
  });

  covers('messaging.flashcall-conversion.channel');
  test('of a message of another channel is refused', async () => {
    const { uuid } = await messageOf(await verifier.sent());
    expect((await report({ messageUuid: uuid, result: 'WRONG_CODE' })).body).toMatchObject({ error: { code: 4000 } });
  });

  test.each([
    {},
    { result: 'WRONG_CODE' },
    { messageUuid: 'x', result: 'WRONG_CODE' },
    { messageUuid: randomUUID() },
    { messageUuid: randomUUID(), result: 'PERHAPS' },
  ])('with %j is refused', async (body) => {
    expect((await report(body)).body).toMatchObject({ error: { code: 4000 } });
  });

  test('needs a key of type MESSAGES', async () => {
    for (const type of ['SYSTEM', 'VERIFIER', 'VERIFIER_BUILDER'] as const)
      expect((await account.ask('POST', '/flashcall-conversion', {}, type)).status).toBe(403);
  });
});
