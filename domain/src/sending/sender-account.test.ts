import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PROTOCOL_FACTS, PROTOCOLS } from '../links/provider-protocol.ts';
import { ACCOUNT_FIELDS, accountFaults, accountOf, providerWords } from './sender-account.ts';

const FIELDS = ACCOUNT_FIELDS.VOLLEY_HTTP;
const RIGHT = { account: 'shop', secret: 'sixteen-letters!' };

test('a protocol has members of accounts exactly if it has accounts', () => {
  for (const protocol of PROTOCOLS)
    expect([protocol, ACCOUNT_FIELDS[protocol].length > 0]).toEqual([
      protocol,
      PROTOCOL_FACTS[protocol].account !== 'none',
    ]);
});

test('an account is split into shown and secret members', () => {
  expect(accountFaults(FIELDS, RIGHT)).toEqual([]);
  expect(accountOf(FIELDS, RIGHT)).toEqual({ settings: { account: 'shop' }, secrets: { secret: 'sixteen-letters!' } });
});

test.each([
  [{ account: 'shop' }, ['values.secret required']],
  [{ ...RIGHT, secret: 'short' }, ['values.secret too-short']],
  [{ ...RIGHT, account: 'a'.repeat(65) }, ['values.account too-long']],
  [{ ...RIGHT, account: 'shop\r\nx-evil: 1' }, ['values.account wrong-form']],
  [{ ...RIGHT, account: 'магазин' }, ['values.account wrong-form']],
  [{ ...RIGHT, url: 'https://evil.example' }, ['values.url not-in-list']],
  [{}, ['values.account required', 'values.secret required']],
])('the values %j have the faults %j', (values, faults) => {
  expect(accountFaults(FIELDS, values).map(({ field, code }) => `${field} ${code}`)).toEqual(faults);
});

test('an optional member may be absent, but not of the wrong form', () => {
  const values = { phoneNumberId: '106540352242922', token: 'a-token-of-twenty-letters' };
  const fields = ACCOUNT_FIELDS.WHATSAPP_CLOUD;
  expect(accountFaults(fields, values)).toEqual([]);
  expect(accountOf(fields, values).settings).toEqual({ phoneNumberId: '106540352242922' });
  expect(accountFaults(fields, { ...values, wabaId: '1' })).toMatchObject([{ field: 'values.wabaId' }]);
});

test.each([
  [{}, []],
  [{ confirmation: '6a80b0d1', secret: 'aQx31kTh78sPq0Zm' }, []],
  [{ confirmation: '6a80b0d1' }, ['values.secret required']],
  [{ secret: 'aQx31kTh78sPq0Zm' }, ['values.confirmation required']],
  [{ confirmation: '6a80b0d1', secret: 'x'.repeat(51) }, ['values.secret too-long']],
])('the token of a community of VK with %j has the faults %j', (values, faults) => {
  const given = { token: 'a-token-of-twenty-letters', ...values };
  expect(accountFaults(ACCOUNT_FIELDS.VK_BOT, given).map(({ field, code }) => `${field} ${code}`)).toEqual(faults);
});

/** Any UTF-16 units, lone surrogates included. */
const anyText = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 300 })
  .map((units) => String.fromCharCode(...units));

test("a provider's words are one short line without the secrets", () => {
  const secret = 'sixteen-letters!';
  expect(providerWords(` no account\r\nfor ${secret} `, [secret])).toBe('no account for ***');
  fc.assert(
    fc.property(anyText, fc.string({ minLength: 16, maxLength: 40 }), (text, own) => {
      const said = providerWords(`${text}${own}${text}`, [own]);
      expect(said.length).toBeLessThanOrEqual(200);
      expect(said.isWellFormed()).toBe(true);
      expect(said).not.toMatch(/\p{Cc}/u);
    }),
  );
});
