// The receivers of callbacks in docs/samples: each runs as a client would run it and gets requests signed by the code
// that signs callbacks. A sample whose runtime is missing on this machine is skipped.
import { randomBytes } from 'node:crypto';
import { MESSAGING_WEBHOOKS } from '@volley/contract/callbacks/messaging-webhooks.ts';
import { PARTNER_CALLS } from '@volley/contract/callbacks/partner-webhooks.ts';
import { expect, test } from 'vitest';
import { callbackHeaders } from '../src/features/callbacks/targets/callback-headers.ts';
import { missingFor, type Site, sixLanguages, withSample } from './given/outside/sample-server.ts';
import { until } from './given/until.ts';

const SAMPLES = sixLanguages(['receive', 'callbacks']);

const key = randomBytes(24);
const nextKey = randomBytes(24);

const messaging = JSON.stringify([
  ...MESSAGING_WEBHOOKS.sent.post.requestBody.content['application/json'].example,
  ...MESSAGING_WEBHOOKS.click.post.requestBody.content['application/json'].example,
]);
const partner = JSON.stringify(PARTNER_CALLS['delivered']?.post.requestBody.content['application/json'].example);

const headersOf = (id: string, body: string, signingKeys: readonly Buffer[] = [key]) =>
  callbackHeaders({ authorization: undefined, signingKeys }, { id, attempt: 1, body });

async function refuses(post: Site['post'], body: string, headers: Readonly<Record<string, string>>): Promise<void> {
  expect((await post('/callbacks', body, headers)).status).toBe(401);
}

test.for(SAMPLES)('$name stores signed callbacks and refuses all others', async (sample, { skip }) => {
  const missing = missingFor(sample);
  if (process.env['SAMPLES'] === 'all') expect(missing).toEqual([]);
  skip(missing.length > 0, `not installed: ${missing.join(', ')}`);
  const settings = { VOLLEY_SECRET: `whsec_${key.toString('base64')}` };
  await withSample(sample, settings, async ({ post, printed }) => {
    const accept = async (id: string, body: string, keys?: readonly Buffer[]) =>
      expect((await post('/callbacks', body, headersOf(id, body, keys))).status).toBe(204);
    await accept('one', messaging);
    await accept('two', partner);
    // While a secret is being changed, requests have both signatures.
    await accept('three', partner, [nextKey, key]);
    const lines = () =>
      printed()
        .split(/\r?\n/)
        .filter((line) => /^(?:one|two|three) /.test(line));
    const expected = ['one sent', 'one click', 'two delivered', 'three delivered'];
    await until(`${sample.name} prints the events`, () => Promise.resolve(lines().length >= expected.length));
    expect(lines()).toEqual(expected);

    const genuine = headersOf('four', messaging);
    const { 'webhook-signature': _, ...unsigned } = genuine;
    await refuses(post, messaging, unsigned);
    await refuses(post, messaging.replace('sent', 'read'), genuine);
    await refuses(post, messaging, { ...genuine, 'webhook-id': 'five' });
    await refuses(post, messaging, headersOf('four', messaging, [nextKey]));
    await refuses(post, messaging, { ...genuine, 'webhook-timestamp': String(Math.floor(Date.now() / 1_000) - 600) });
    await refuses(post, messaging, { ...genuine, 'webhook-timestamp': 'now' });
    expect(lines()).toEqual(expected);
  });
});
