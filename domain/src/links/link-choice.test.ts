import { expect, test } from 'vitest';
import { ACCOUNT_PROTOCOLS, takesName } from './link-choice.ts';
import { PROTOCOLS } from './provider-protocol.ts';

test.each(PROTOCOLS)('a name with an account sends over its link alone, also where links speak %s', (protocol) => {
  expect(takesName({ id: 1, protocol }, 1)).toBe(true);
  expect(takesName({ id: 2, protocol }, 1)).toBe(false);
});

test.each(PROTOCOLS)('a name without an account sends over %s unless the protocol needs one', (protocol) => {
  expect(takesName({ id: 1, protocol }, null)).toBe(!ACCOUNT_PROTOCOLS.includes(protocol));
});
