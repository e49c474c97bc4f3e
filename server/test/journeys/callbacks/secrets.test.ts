import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { putOwnAccount } from '../../../src/features/sender-accounts/own-account.ts';
import { createSecretBox } from '../../../src/platform/secret-box.ts';
import { COMMANDS } from '../../../src/processes/commands.ts';
import { useCell } from '../../given/cell.ts';
import { givenAccount } from '../../given/people/account.ts';
import { registerName } from '../../given/people/seller.ts';
import { givenShop } from '../../given/people/shop.ts';
import { givenVerifier, givenWidget } from '../../given/people/verification.ts';
import { until } from '../../given/until.ts';

const OLD = `old:${randomBytes(32).toString('base64')}`;
const NEW = `new:${randomBytes(32).toString('base64')}`;
const cell = useCell({ settings: { secretKeys: [OLD] } });

test('a login in the URL becomes Basic authorization and is stored sealed, outside the address', async () => {
  await cell().link('mts');
  const shop = await givenShop(cell());
  const url = new URL(cell().sink.url('/basic?shop=1'));
  url.username = 'me';
  url.password = 'p@ss:wörd';
  const id = await shop.run(1, { callbackUrl: url.href });
  await shop.untilStatus(id, 'COMPLETED');
  const [callback] = await until('the callback has arrived', () => {
    const come = cell().sink.received('/basic?shop=1');
    return come.length > 0 && come;
  });
  expect(callback?.headers['authorization']).toBe(`Basic ${Buffer.from('me:p@ss:wörd').toString('base64')}`);
  expect(callback?.headers['user-agent']).toMatch(/callback/);
  const rows = await cell().sql<{ row: string; sealed: string }>(
    'select e::text as row, credentials_sealed as sealed from callback_endpoints e where company_id = $1',
    [shop.companyId],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.row).not.toMatch(/p@ss|p%40ss|me:|wörd/);
  expect(createSecretBox([OLD]).open(rows[0]?.sealed ?? '')).toBe('me:p@ss:wörd');
});

test('rotation seals every password under the new key, so that the old key can be removed', async () => {
  await cell().link('mts');
  const account = await givenAccount(cell());
  await cell().channel('VIBER');
  const senderId = await registerName(cell(), account, { channelType: 'VIBER' });
  const partner = { kind: 'partner', partnerId: account.partnerId, currency: 'RUB' } as const;
  await putOwnAccount(cell().platform, partner, senderId, {
    values: { account: 'shop', secret: 'secret-of-the-shop' },
  });
  const { gatewayId } = await givenVerifier(cell(), account);
  await givenWidget(cell(), account, { gatewayId, secret: 'captcha secret' });
  const rotate = COMMANDS['rotate-secrets']?.run;
  if (rotate === undefined) throw new Error('server commands have no rotate-secrets');
  const rotating = { ...cell().platform, secrets: createSecretBox([NEW, OLD]) };
  expect(await rotate(rotating, [])).toEqual({ callbacks: 1, links: 2, accounts: 1, widgets: 1, contacts: 0 });
  const sealed = await cell().sql<{ sealed: string }>(
    'select credentials_sealed as sealed from callback_endpoints union all select password_sealed from operator_links union all select secret_sealed from verification_widgets union all select secrets_sealed from sender_accounts',
  );
  const box = createSecretBox([NEW]);
  expect(new Set(sealed.map((row) => box.open(row.sealed)))).toEqual(
    new Set([
      'me:p@ss:wörd',
      cell().operators.password,
      cell().operators.channels.secret,
      'captcha secret',
      '{"secret":"secret-of-the-shop"}',
    ]),
  );
  expect(await rotate(rotating, [])).toEqual({ callbacks: 0, links: 0, accounts: 0, widgets: 0, contacts: 0 });
});
