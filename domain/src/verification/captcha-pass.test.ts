import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePass, passText, passToken } from './captcha-pass.ts';

const nonce = fc.stringMatching(/^[\w-]{22}$/);
const expires = fc.nat();

test('a token is parsed into its parts', () => {
  fc.assert(
    fc.property(nonce, expires, fc.stringMatching(/^\w{1,16}\.[\w-]{1,43}$/), (known, end, signature) => {
      const pass = { nonce: known, expires: end };
      expect(parsePass(passToken(pass, signature))).toEqual({ ...pass, signature });
    }),
  );
});

test.each([
  '',
  'pass',
  'pass.',
  `pass.${'a'.repeat(21)}.1.x`,
  `pass.${'a'.repeat(22)}.x.y`,
  `pow.${'a'.repeat(22)}.1.x`,
])('a token of another form is refused: %s', (token) => {
  expect(parsePass(token)).toBeUndefined();
});

test('the signed text differs for every number, widget, block, nonce and expiry', () => {
  const part = fc.stringMatching(/^[\w:.-]{1,20}$/);
  const facts = fc.record({ nonce: part, expires, widgetId: part, destination: part, block: part });
  fc.assert(
    fc.property(facts, facts, (one, two) => {
      expect(passText(one, one) === passText(two, two)).toBe(JSON.stringify(one) === JSON.stringify(two));
    }),
  );
});
