// A proof of work instead of a captcha: only while the service itself observes that the provider fails.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { probeCaptchas } from '../../src/features/verification/captcha-health/probe-captchas.ts';
import { type Api, givenApi } from '../given/api.ts';
import { textAt } from '../given/http-client.ts';
import { type CaptchaServer, startCaptchaServer } from '../given/outside/captcha-server.ts';
import { askChallenge, challengeIn, solved } from '../given/people/proofs.ts';
import { BEHIND_PROXY, givenSite, type Site } from '../given/people/widget-site.ts';
import { ageProbes, makeProbesDue } from '../given/rows/widgets.ts';

const OPEN = { sendsPerAddress: 1_000, sendsPerNumber: 100 };
const TURNSTILE = '/turnstile/v0/siteverify';
const NOT_PASSED = { error: { code: 110 } };
let captcha: CaptchaServer;
let api: Api;
beforeAll(async () => {
  captcha = await startCaptchaServer();
  api = await givenApi({ ...captcha.settings, ...BEHIND_PROXY, testMode: true });
});
afterAll(async () => {
  await api.close();
  await captcha.close();
});
beforeEach(async () => {
  captcha.fail();
  await probe();
});

async function probe(times = 1): Promise<void> {
  for (let probed = 0; probed < times; probed += 1) {
    await makeProbesDue(api);
    await probeCaptchas(api.platform);
  }
}

async function failingProvider(): Promise<void> {
  captcha.fail(TURNSTILE);
  await probe(3);
}

let addresses = 0;
const newBrowser = () => ({ address: `198.18.0.${(addresses += 1)}` });
const ask = ({ widget }: Site, browser = newBrowser()) => askChallenge(api, widget, browser);

async function openWithProof(site: Site) {
  const browser = newBrowser();
  const challenge = challengeIn(await ask(site, browser));
  return { challenge, reply: await site.openFrom(browser.address, { captchaToken: solved(challenge) }) };
}

async function shownCaptcha({ widget }: Site): Promise<string> {
  return textAt((await widget.browse('GET', `/${widget.widgetId}`)).body, 'captchaType');
}

const given = (widget: object = { powFallback: true }) => givenSite(api, { profile: OPEN, widget });

describe('a widget with a fallback', () => {
  covers('messaging.widget.pow-fallback');
  test('gives no challenge while its provider works, whatever browsers report', async () => {
    const site = await given();
    for (let told = 0; told < 5; told += 1) {
      const report = await site.widget.browse('POST', `/${site.widget.widgetId}/events`, { code: 341 });
      expect(report.status).toBe(204);
      expect((await ask(site)).body).toMatchObject({ error: { code: 4040 } });
    }
    expect((await site.openFrom(newBrowser().address)).status).toBe(201);
  });

  test('takes proofs after three probes without an answer, and until the next answer', async () => {
    const site = await given();
    captcha.fail(TURNSTILE);
    await probe(2);
    expect((await ask(site)).status).toBe(404);
    await probe();
    const { challenge, reply } = await openWithProof(site);
    expect([challenge.bits, reply.status, await shownCaptcha(site)]).toEqual([17, 201, 'POW']);
    captcha.fail();
    await probe();
    expect([(await ask(site)).status, await shownCaptcha(site)]).toEqual([404, 'TURNSTILE']);
  });

  test('refuses a proof once its provider works again, and takes captchas at once', async () => {
    const site = await given();
    await failingProvider();
    const browser = newBrowser();
    const captchaToken = solved(challengeIn(await ask(site, browser)));
    captcha.fail();
    expect((await site.openFrom(newBrowser().address)).status).toBe(201);
    await probe();
    expect((await site.openFrom(browser.address, { captchaToken })).body).toMatchObject(NOT_PASSED);
  });

  test('gives no challenge after a minute without a probe', async () => {
    const site = await given();
    await failingProvider();
    expect((await ask(site)).status).toBe(200);
    await ageProbes(api, 61);
    expect((await ask(site)).status).toBe(404);
  });
});

test('a widget without a fallback gives no challenge while its provider fails', async () => {
  await given();
  const site = await given({});
  await failingProvider();
  expect([(await ask(site)).status, await shownCaptcha(site)]).toEqual([404, 'TURNSTILE']);
  expect((await site.openFrom(newBrowser().address)).body).toMatchObject({ error: { code: 340 } });
});

test('a provider that only another type of captcha needs is not probed, and a due probe runs once', async () => {
  await given();
  const before = captcha.asked.length;
  await makeProbesDue(api);
  await Promise.all([probeCaptchas(api.platform), probeCaptchas(api.platform), probeCaptchas(api.platform)]);
  await probeCaptchas(api.platform);
  expect(captcha.asked.slice(before).map(({ path }) => path)).toEqual([TURNSTILE]);
});
