// One suite over every form of calls: signatures, and bodies that a provider never sent.
import { execFileSync } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { hasLinkAccount, PROTOCOL_FACTS, PROTOCOLS } from '@volley/domain/links/provider-protocol.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HookAccount, HookCall } from './hook.ts';
import { HOOKS } from './hooks.ts';

const NOW_MS = 1_800_000_000_000;
const SECRET = 'the secret of the link';
const BODY = Buffer.from('{"statuses":[{"id":"1","status":"delivered"}]}');
const account: HookAccount = {
  protocol: 'VOLLEY_HTTP',
  channelType: 'WHATSAPP',
  secret: SECRET,
  verifyToken: 'token',
  senderNames: {},
  settings: {},
};

/** Headers, or the token at the end of the path under an empty name. */
type Signed = (body: Buffer, secret: string, atMs: number) => Readonly<Record<string, string>>;

const hmac = (secret: string | Buffer, text: string | Buffer): string =>
  createHmac('sha256', secret).update(text).digest('hex');

/** How each provider signs, written from its document and not with the code under test. */
const SIGNERS: Readonly<
  Record<string, { readonly sign: Signed; readonly ageSecondsMax: number; readonly coversBody?: false }>
> = {
  statuses: {
    sign: (body, secret, atMs) => {
      const timestamp = String(Math.floor(atMs / 1_000));
      const signature = `sha256=${hmac(secret, Buffer.concat([Buffer.from(`${timestamp}.`), body]))}`;
      return { 'x-channel-timestamp': timestamp, 'x-channel-signature': signature };
    },
    ageSecondsMax: 300,
  },
  whatsapp: {
    sign: (body, secret) => ({ 'x-hub-signature-256': `sha256=${hmac(secret, body)}` }),
    ageSecondsMax: Number.POSITIVE_INFINITY,
  },
  gateway: {
    sign: (body, secret, atMs) => {
      const timestamp = String(Math.floor(atMs / 1_000));
      const key = createHash('sha256').update(secret).digest();
      const signature = hmac(key, Buffer.concat([Buffer.from(`${timestamp}\n`), body]));
      return { 'x-request-timestamp': timestamp, 'x-request-signature': signature };
    },
    ageSecondsMax: 86_400,
  },
  partner: {
    sign: (_body, secret) => ({
      '': createHmac('sha256', secret).update('volley partner reports').digest('base64url'),
    }),
    ageSecondsMax: Number.POSITIVE_INFINITY,
    coversBody: false,
  },
};

const callWith = (headers: Readonly<Record<string, string>>, body = BODY): HookCall => ({
  header: (name) => headers[name] ?? '',
  query: () => '',
  token: headers[''] ?? '',
  body,
  nowMs: NOW_MS,
});

test('every form has a signer in this suite', () => {
  expect(Object.keys(SIGNERS)).toEqual(Object.keys(HOOKS));
});

test.each(PROTOCOLS.filter((protocol) => !hasLinkAccount(protocol)))(
  'a link of %s, which has no secret, gets no calls',
  (protocol) => {
    const { channel } = PROTOCOL_FACTS[protocol];
    // Without SMPP, which has an account, and with the channel of the protocol.
    for (const hook of Object.values(HOOKS))
      expect(hook.accepts({ ...account, protocol, channelType: channel } as HookAccount)).toBe(false);
  },
);

describe.each(Object.entries(HOOKS))('calls in the form %s', (form, hook) => {
  const { sign, ageSecondsMax, coversBody = true } = SIGNERS[form] ?? { sign: () => ({}), ageSecondsMax: 0 };
  const isTaken = (atSeconds: number) =>
    hook.isSigned(callWith(sign(BODY, SECRET, NOW_MS + atSeconds * 1_000)), account);

  test('are accepted under the secret of the link alone', () => {
    const right = sign(BODY, SECRET, NOW_MS);
    expect(hook.isSigned(callWith(right), account)).toBe(true);
    expect(hook.isSigned(callWith(right, Buffer.concat([BODY, Buffer.from(' ')])), account)).toBe(!coversBody);
    expect(hook.isSigned(callWith(sign(BODY, 'another secret', NOW_MS)), account)).toBe(false);
    expect(hook.isSigned(callWith({}), account)).toBe(false);
    for (const name of Object.keys(right)) {
      expect(hook.isSigned(callWith({ ...right, [name]: '' }), account)).toBe(false);
      expect(hook.isSigned(callWith({ ...right, [name]: 'sha256=' }), account)).toBe(false);
    }
  });

  test('are refused when their time, if they have one, is too old or more than five minutes ahead', () => {
    const hasTime = Number.isFinite(ageSecondsMax);
    expect(isTaken(301)).toBe(!hasTime);
    expect(isTaken(hasTime ? -ageSecondsMax - 1 : -1e9)).toBe(!hasTime);
    expect([isTaken(299), isTaken(hasTime ? 1 - ageSecondsMax : -299)]).toEqual([true, true]);
  });

  test('are read or refused in words, whatever their body is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        const report = { request_id: 'r1', delivery_status: body };
        for (const given of [
          body,
          { statuses: body },
          { statuses: [body] },
          { entry: [{ changes: [body] }] },
          report,
          { messageId: 'm1', status: body, errorCode: body, options: body, to: body },
          { mtNum: 'm1', status: body, errorCode: body, id: body },
        ]) {
          try {
            const { statuses, messages } = hook.read(given, account, NOW_MS);
            expect(Array.isArray(statuses) && Array.isArray(messages)).toBe(true);
          } catch (error) {
            expect(error).toBeInstanceOf(Refusal);
          }
        }
      }),
    );
  });
});

test('WhatsApp gets its challenge back only with the token of the link', () => {
  const ask = (query: Readonly<Record<string, string>>) =>
    HOOKS['whatsapp']?.challenge?.({ ...callWith({}), query: (name) => query[name] ?? '' }, account);
  const right = { 'hub.mode': 'subscribe', 'hub.verify_token': 'token', 'hub.challenge': '4711' };
  expect(ask(right)).toBe('4711');
  expect(ask({ ...right, 'hub.verify_token': 'other' })).toBe(undefined);
  expect(ask({ ...right, 'hub.mode': 'unsubscribe' })).toBe(undefined);
});

test('WhatsApp names the business accounts whose templates have changed', () => {
  const entry = (id: string, field: string) => ({ id, changes: [{ field, value: { event: 'PAUSED' } }] });
  const body = { entry: [entry('10', 'message_template_status_update'), entry('11', 'account_update')] };
  const meta = { ...account, protocol: 'WHATSAPP_CLOUD' } as const;
  expect(HOOKS['whatsapp']?.read(body, meta, NOW_MS)).toEqual({ statuses: [], messages: [], templatesOf: ['10'] });
});

describe('a status of WhatsApp', () => {
  const cloud = { ...account, protocol: 'WHATSAPP_CLOUD', channelType: 'WHATSAPP' } as const;
  const priced = { billable: true, pricing_model: 'PMP', type: 'regular', category: 'utility' };
  const costOf = (status: string, pricing: unknown, protocol: 'WHATSAPP_CLOUD' | 'VOLLEY_HTTP' = 'WHATSAPP_CLOUD') => {
    const value = { statuses: [{ id: 'wamid.1', status, pricing }] };
    const body = { entry: [{ changes: [{ field: 'messages', value }] }] };
    return HOOKS['whatsapp']?.read(body, { ...cloud, protocol }, NOW_MS).statuses[0]?.cost;
  };

  test.each([
    ['delivered', priced, { kind: 'category', category: 'utility' }],
    ['read', priced, { kind: 'category', category: 'utility' }],
    ['delivered', { ...priced, billable: false }, { kind: 'free' }],
    ['delivered', { category: 'Not a word' }, undefined],
    ['delivered', undefined, undefined],
    ['sent', priced, undefined],
    ['failed', undefined, { kind: 'free' }],
  ])('%s with the pricing %j tells the cost %j', (status, pricing, cost) => {
    expect(costOf(status, pricing)).toEqual(cost);
  });

  test('failed tells no cost where another provider carries the channel', () => {
    expect(costOf('failed', undefined, 'VOLLEY_HTTP')).toBe(undefined);
  });
});

describe('a report of the Telegram Gateway', () => {
  const gateway = { ...account, protocol: 'TELEGRAM_GATEWAY', channelType: 'TELEGRAM' } as const;
  const report = (status: unknown) => ({
    request_id: '1a2b',
    phone_number: '+79161230001',
    request_cost: 0.01,
    payload: '40502',
    delivery_status: { status, updated_at: 1_800_000_000 },
  });

  test.each([
    ['sent', { state: 'none' }],
    ['delivered', { state: 'delivered' }],
    ['read', { state: 'read' }],
    ['expired', { state: 'undelivered', errorCode: 7060 }],
    ['revoked', { state: 'undelivered', errorCode: 502 }],
  ])('with the status %s means %j, and names the message', (status, meaning) => {
    expect(HOOKS['gateway']?.read(report(status), gateway, NOW_MS)).toEqual({
      statuses: [{ id: '1a2b', meaning, code: status, to: '79161230001', reference: '40502' }],
      messages: [],
    });
  });

  test.each([[report('lost')], [report(7)], [{ ...report('read'), request_id: '' }], [{ request_id: '1a2b' }]])(
    'without a known status or an id is skipped: %j',
    (body) => {
      expect(HOOKS['gateway']?.read(body, gateway, NOW_MS).statuses).toEqual([]);
    },
  );

  test('that the fee is refunded says that the message is free', () => {
    const { statuses } = HOOKS['gateway']?.read({ ...report('expired'), is_refunded: true }, gateway, NOW_MS) ?? {};
    expect(statuses).toMatchObject([{ meaning: { state: 'undelivered' }, cost: { kind: 'free' } }]);
  });

  test('is taken only for links of the Gateway', () => {
    expect([HOOKS['gateway']?.accepts(gateway), HOOKS['gateway']?.accepts(account)]).toEqual([true, false]);
  });

  test('is signed as openssl signs it', () => {
    const timestamp = String(NOW_MS / 1_000);
    const dgst = (input: string | Buffer, ...options: string[]) =>
      execFileSync('openssl', ['dgst', '-sha256', '-r', ...options], { input })
        .toString('utf8')
        .slice(0, 64);
    const key = dgst(SECRET);
    const signed = dgst(`${timestamp}\n${BODY.toString('utf8')}`, '-mac', 'HMAC', '-macopt', `hexkey:${key}`);
    const headers = { 'x-request-timestamp': timestamp, 'x-request-signature': signed };
    expect(HOOKS['gateway']?.isSigned(callWith(headers), gateway)).toBe(true);
  });
});
