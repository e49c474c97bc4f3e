// The samples of site servers in docs/samples: each runs as a site would run it, against a running API, and leads a
// visitor from the widget to the confirmed number. A sample whose runtime is missing on this machine is skipped.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { covers } from '../../tools/proofs/covers.ts';
import { type Api, sharedApi } from './given/api.ts';
import { missingFor, sixLanguages, withSample } from './given/outside/sample-server.ts';
import { type Account, givenAccount } from './given/people/account.ts';
import { registerName } from './given/people/seller.ts';
import { type GivenWidget, givenVerifier, givenWidget, PHONE } from './given/people/verification.ts';

const SAMPLES = sixLanguages(['verify', 'phone'], 'System.Net.Http.dll');

let api: Api;
let account: Account;
let widget: GivenWidget;
/** A widget whose profile has no money for a single code. */
let limited: GivenWidget;
beforeAll(async () => {
  api = await sharedApi({ testMode: true });
  account = await givenAccount(api);
  await registerName(api, account, {});
  const limits = { sendsPerNumber: 100, sendsPerAddress: 1_000 };
  const { gatewayId } = await givenVerifier(api, account, limits);
  widget = await givenWidget(api, account, { gatewayId, captchaType: 'NONE' });
  const spent = await givenVerifier(api, account, { ...limits, dayAmountMax: 0.01 });
  limited = await givenWidget(api, account, { gatewayId: spent.gatewayId, captchaType: 'NONE' });
});
afterAll(() => api.close());

const form = (phone: string, key: string) => new URLSearchParams({ name: 'Ann', phone, phone_verification_key: key });

covers('messaging.widget-check.destination');
test.for(SAMPLES)('$name sends codes of visitors and accepts confirmed numbers only', async (sample, { skip }) => {
  const missing = missingFor(sample);
  if (process.env['SAMPLES'] === 'all') expect(missing).toEqual([]);
  skip(missing.length > 0, `not installed: ${missing.join(', ')}`);
  const settings = { VOLLEY_URL: `${api.url}/api/v1`, VOLLEY_KEY: account.keys.VERIFIER };
  await withSample(sample, settings, async ({ post }) => {
    expect((await post('/phone', '{}')).status).toBe(400);
    const key = await widget.begun();
    const send = () => post('/phone', JSON.stringify({ key }));
    expect((await send()).status).toBe(204);
    expect(await widget.state(key)).toMatchObject({ state: 'SENT' });
    // A second try of the same key was sent already.
    expect((await send()).status).toBe(204);

    expect((await post('/register', form(PHONE, key))).status).toBe(422);
    expect(await widget.type(key, await widget.codeOf(key))).toBe('CONFIRMED');
    const accepted = { status: 200, text: `Registered with +${PHONE}.` };
    expect(await post('/register', form(`+${PHONE}`, key))).toEqual(accepted);
    for (const wrong of [form('+79161230002', key), form(PHONE, ''), form('', key), form(PHONE, 'A'.repeat(43))])
      expect(await post('/register', wrong)).toEqual({ status: 422, text: 'Confirm your phone number first.' });

    // The widget gets the reason of a refused send from the service.
    const refused = await limited.begun();
    expect((await post('/phone', JSON.stringify({ key: refused }))).status).toBe(204);
    expect(await limited.state(refused)).toEqual({ state: 'ERROR', errorCode: 130 });
  });
});
