// The owner of a site sees every error number that visitors see, counted per widget and day.
import { countingDay } from '@volley/domain/verification/verification-limit.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { forgetVerifications } from '../../src/features/verification/codes/forget-verifications.ts';
import { selectWidgetErrors } from '../../src/features/verification/widgets/errors.sql.ts';
import { onBehalfOf, read } from '../../src/platform/database/database.ts';
import { type Api, givenApi } from '../given/api.ts';
import { type CaptchaServer, startCaptchaServer } from '../given/outside/captcha-server.ts';
import { givenAccount } from '../given/people/account.ts';
import { givenSite, type Site, type SiteOptions } from '../given/people/widget-site.ts';
import { senderIdsOf } from '../given/rows/senders.ts';
import { ageWidgetErrors } from '../given/rows/widgets.ts';

let captcha: CaptchaServer;
let api: Api;
beforeAll(async () => {
  captcha = await startCaptchaServer();
  api = await givenApi({ ...captcha.settings, testMode: true });
});
afterAll(async () => {
  await api.close();
  await captcha.close();
});

const EVER = { from: '2000-01-01', to: '2999-12-31' };
const errorsOf = ({ account, widget }: Site) =>
  read(api.platform.db, (tx) =>
    selectWidgetErrors(tx, { companyId: account.companyId, widgetId: widget.widgetId, ...EVER }),
  );
const countsOf = async (site: Site) =>
  Object.fromEntries((await errorsOf(site)).map(({ code, count }) => [String(code), count]));

async function alarms(code: number): Promise<number> {
  const metrics = await api.platform.metrics.registry.metrics();
  return Number(new RegExp(`^volley_widget_alarms_total\\{.*code="${code}".*\\} (\\d+)$`, 'm').exec(metrics)?.[1] ?? 0);
}

type Case = readonly [code: number, options: SiteOptions, raise: (site: Site) => Promise<unknown>];

async function suspendNames({ account }: Site): Promise<void> {
  for (const id of await senderIdsOf(api, account.companyId))
    await api.call('POST', `/senders/${id}/suspend`, { token: account.token });
}

const CASES: readonly Case[] = [
  [110, {}, ({ widget }) => widget.open({ captchaToken: 'fail' })],
  [
    130,
    { profile: { sendsPerAddress: 1 } },
    async ({ widget }) => {
      await widget.begun();
      await widget.open();
    },
  ],
  [210, { balance: 0 }, async ({ widget, send }) => send(await widget.begun())],
  [
    230,
    {},
    async (site) => {
      await suspendNames(site);
      await site.send(await site.widget.begun());
    },
  ],
  [
    310,
    {},
    async ({ widget }) => {
      await widget.change({ status: 'DISABLED' });
      await widget.browse('GET', `/${widget.widgetId}`);
    },
  ],
  [
    320,
    {},
    async ({ widget, account }) => {
      const key = await widget.begun();
      await account.ask('POST', '/verifier/widget/send', {}, 'VERIFIER');
      await api.advance(30);
      for (let looks = 0; looks < 3; looks += 1) await widget.state(key);
    },
  ],
  [
    321,
    {},
    async ({ widget }) => {
      const key = await widget.begun();
      await api.advance(30);
      for (let looks = 0; looks < 3; looks += 1) await widget.state(key);
    },
  ],
  [
    330,
    {},
    async ({ widget }) => {
      const key = await widget.begun();
      await api.call('POST', '/api/v1/verifier/widget/send', { token: 'bm90OmFrZXk=', body: { key } });
    },
  ],
  [
    331,
    {},
    async ({ widget, account }) =>
      account.ask('POST', '/verifier/widget/send', { key: await widget.begun() }, 'MESSAGES'),
  ],
  [340, {}, ({ widget }) => widget.open({ captchaToken: 'wrong-secret' })],
  [341, {}, ({ widget }) => widget.browse('POST', `/${widget.widgetId}/events`, { code: 341 })],
  [350, {}, ({ widget }) => widget.browse('POST', `/${widget.widgetId}/events`, { code: 350 })],
];

describe.each(CASES)('the error %i', (code, options, raise) => {
  covers('messaging.widget.errors-counted');
  test('is counted once for its widget, and raises an alarm if the site must be repaired', async () => {
    const site = await givenSite(api, options);
    const before = await alarms(code);
    await raise(site);
    expect(await countsOf(site)).toEqual({ [code]: 1 });
    expect(await alarms(code)).toBe(before + (code >= 200 ? 1 : 0));
  });
});

test('errors of a number raise one alarm, and another one after an hour without them', async () => {
  const site = await givenSite(api);
  const report = () => site.widget.browse('POST', `/${site.widget.widgetId}/events`, { code: 350 });
  const before = await alarms(350);
  for (let times = 0; times < 3; times += 1) await report();
  expect(await alarms(350)).toBe(before + 1);
  await api.advance(3_700);
  await report();
  expect(await alarms(350)).toBe(before + 2);
  const counts = await errorsOf(site);
  expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(4);
});

describe('a report of the browser', () => {
  covers('messaging.widget.events');
  test('answers 204 without a body', async () => {
    const { widget } = await givenSite(api);
    const reply = await widget.browse('POST', `/${widget.widgetId}/events`, { code: 341, at: '2026-11-17T00:00:00Z' });
    expect([reply.status, reply.text]).toEqual([204, '']);
  });

  test.each([{ code: 110 }, { code: 210 }, { code: '341' }, {}, { code: 341, at: 'yesterday' }])(
    'with %j is refused and not counted',
    async (body) => {
      const site = await givenSite(api);
      const reply = await site.widget.browse('POST', `/${site.widget.widgetId}/events`, body);
      expect([reply.status, reply.body]).toMatchObject([400, { error: { code: 4000 } }]);
      expect(await errorsOf(site)).toEqual([]);
    },
  );

  test('counts for its own day if it is recent, and for today if its time is not credible', async () => {
    const site = await givenSite(api);
    const now = api.platform.clock.now();
    const at = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
    for (const hours of [23, 48, -1])
      await site.widget.browse('POST', `/${site.widget.widgetId}/events`, { code: 350, at: at(hours).toISOString() });
    const days = (await errorsOf(site)).map(({ day, count }) => [day, count]);
    const [today, earlier] = [countingDay(now).day, countingDay(at(23)).day];
    expect(days).toEqual(
      today === earlier
        ? [[today, 3]]
        : [
            [today, 2],
            [earlier, 1],
          ],
    );
  });

  test('of an unknown widget answers 310, and of another site 403', async () => {
    const { widget } = await givenSite(api);
    for (const id of ['AAAAAA', '%00']) {
      const unknown = await widget.browse('POST', `/${id}/events`, { code: 341 });
      expect([unknown.status, unknown.body]).toMatchObject([404, { error: { code: 310 } }]);
    }
    const path = `/${widget.widgetId}/events`;
    expect((await widget.browse('POST', path, { code: 341 }, 'https://evil.example')).status).toBe(403);
    expect((await widget.browse('POST', path, { code: 341 }, null)).status).toBe(403);
  });
});

covers('messaging.widget.events');
test('an address may report ten errors per minute', async () => {
  const limited = await givenApi({ ...captcha.settings, testMode: true, rateLimits: true });
  try {
    const { widget } = await givenSite(limited);
    const replies: number[] = [];
    for (let times = 0; times < 12; times += 1)
      replies.push((await widget.browse('POST', `/${widget.widgetId}/events`, { code: 341 })).status);
    expect(replies).toEqual([...Array<number>(10).fill(204), 429, 429]);
  } finally {
    await limited.close();
  }
});

test('counts of another partner are not visible, and old counts are deleted', async () => {
  const site = await givenSite(api);
  await site.widget.open({ captchaToken: 'fail' });
  const seenBy = (partnerId: number) =>
    onBehalfOf(partnerId, undefined, () => read(api.platform.db, (tx) => selectWidgetErrors(tx, EVER)));
  expect(await seenBy(site.account.partnerId)).toMatchObject([{ widgetId: site.widget.widgetId, code: 110, count: 1 }]);
  expect(await seenBy((await givenAccount(api)).partnerId)).toEqual([]);
  await ageWidgetErrors(api, site.widget.widgetId, 401);
  while (await forgetVerifications(api.platform));
  expect(await errorsOf(site)).toEqual([]);
});
