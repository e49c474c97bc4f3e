// Long polling of a session in a whole cell: the send and the delivery report are written by other roles.
import { beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { useCell } from '../given/cell.ts';
import { textAt } from '../given/http-client.ts';
import { givenSite, type Site } from '../given/people/widget-site.ts';
import { until } from '../given/until.ts';

const cell = useCell();
let site: Site;
beforeAll(async () => {
  await cell().link('mts');
  site = await givenSite(cell(), {
    widget: { captchaType: 'NONE' },
    profile: { sendsPerNumber: 100, sendsPerAddress: 1_000 },
  });
});

const follow = async (key: string, wait: number, version?: string) => {
  const known = version === undefined ? '' : `&version=${encodeURIComponent(version)}`;
  const beganMs = performance.now();
  const { status, body } = await site.widget.browse('GET', `/sessions/${key}?wait=${wait}${known}`);
  return { status, body, tookMs: performance.now() - beganMs };
};

describe('a session that is asked with wait', () => {
  covers('messaging.widget-session.wait');
  test('answers early when its code is sent', async () => {
    const key = await site.widget.begun();
    const waiting = follow(key, 20);
    expect((await site.send(key)).status).toBe(200);
    const { body, tookMs } = await waiting;
    expect(body).toMatchObject({ state: 'SENT', channelType: 'SMS' });
    expect(tookMs).toBeLessThan(15_000);
  });

  covers('messaging.widget-session.wait', 'messaging.widget-session.facts');
  test('answers with every step of the delivery until the message is delivered', async () => {
    const key = await site.widget.begun();
    await site.send(key);
    const seen: unknown[] = [];
    let version = '';
    await until('the message is delivered', async () => {
      const { body } = await follow(key, 20, version);
      version = textAt(body, 'version');
      const delivery = textAt(body, 'delivery');
      if (seen.at(-1) !== delivery) seen.push(delivery);
      return delivery === 'delivered';
    });
    // A quick step may be over before it is read.
    expect(['sending', 'sent', 'delivered'].filter((step) => seen.includes(step))).toEqual(seen);
  });

  test('answers at the end of the wait when nothing changes', async () => {
    const key = await site.widget.begun();
    const { status, body, tookMs } = await follow(key, 2);
    expect([status, body]).toMatchObject([200, { state: 'WAITING_SEND' }]);
    expect(tookMs).toBeGreaterThan(900);
    expect(tookMs).toBeLessThan(15_000);
  });

  test('answers at once when the known version is old, and waits when it is current', async () => {
    const key = await site.widget.begun();
    const version = textAt((await follow(key, 1)).body, 'version');
    await site.send(key);
    const { body, tookMs } = await follow(key, 20, version);
    expect(body).toMatchObject({ state: 'SENT' });
    expect(tookMs).toBeLessThan(10_000);
  });

  test('answers when the time of the send is over', async () => {
    const key = await site.widget.begun();
    const waiting = follow(key, 20);
    await cell().advance(31);
    expect((await waiting).body).toMatchObject({ state: 'ERROR', errorCode: 321 });
  });

  test('answers at once when it has ended', async () => {
    const key = await site.widget.begun();
    await site.send(key);
    await site.widget.type(key, await site.widget.codeOf(key));
    expect((await follow(key, 20)).body).toMatchObject({ state: 'CONFIRMED' });
  });

  test('is answered at once for the third request with the same key', async () => {
    const key = await site.widget.begun();
    const three = [follow(key, 20), follow(key, 20), follow(key, 20)];
    // Whichever comes last: the other two wait.
    expect((await Promise.race(three)).body).toMatchObject({ state: 'WAITING_SEND' });
    await site.send(key);
    const states = (await Promise.all(three)).map(({ body }) => textAt(body, 'state'));
    expect(states.sort()).toEqual(['SENT', 'SENT', 'WAITING_SEND']);
  });
});

test.each(['0', '21', '1.5', 'x'])('wait=%s is refused', async (wait) => {
  const key = await site.widget.begun();
  const { status, body } = await site.widget.browse('GET', `/sessions/${key}?wait=${wait}`);
  expect([status, body]).toMatchObject([400, { error: { code: 4000, field: 'wait' } }]);
});

test('an unknown key answers 404 without a wait', async () => {
  expect((await follow('A'.repeat(43), 20)).status).toBe(404);
});
