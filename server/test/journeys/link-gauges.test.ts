// A channel loses one link after the other: the gauges show the links that are left, and the messages without a link.
import { beforeAll, expect, test } from 'vitest';
import { setLinkGauges } from '../../src/features/reports/ops/link-gauges.ts';
import { useCell } from '../given/cell.ts';
import { givenSecondProvider, type SecondProvider } from '../given/second-provider.ts';
import { givenSeller, registerName } from '../given/seller.ts';
import { givenStaff } from '../given/staff.ts';
import { until } from '../given/until.ts';

const cell = useCell({ settings: { moderation: 'auto' } });
let provider: SecondProvider;
beforeAll(async () => {
  provider = await givenSecondProvider(cell(), 100);
});

/** Value of the series of VIBER, and of the operator MTS where the gauge has operators; undefined: no series. */
async function gauge(name: string): Promise<number | undefined> {
  await setLinkGauges(cell().platform);
  const text = await cell().platform.metrics.registry.getSingleMetricAsString(name);
  const line = text
    .split('\n')
    .find((one) => one.includes('channel="VIBER"') && (one.includes('operator="MTS"') || !one.includes('operator=')));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

test('the gauges of a channel show its open links, and the messages that no open link takes', async () => {
  const admin = await givenStaff(cell(), 'admin');
  const seller = await givenSeller(cell(), { brands: [] });
  await registerName(cell(), seller, { channelType: 'VIBER' });
  expect(await gauge('volley_channel_links')).toBe(2);
  expect(await gauge('volley_channel_open_links')).toBe(2);
  expect(await gauge('volley_unlinked_messages')).toBeUndefined();
  const send = () =>
    seller.results({ channelType: 'VIBER', senderName: 'Shop', destination: '79161234567', content: 'Hi' });

  await provider.close();
  await until('the link of the dead provider is down', async () => {
    await send();
    return (await gauge('volley_channel_open_links')) === 1;
  });
  expect(await gauge('volley_channel_links')).toBe(2);

  const pause = (paused: boolean) =>
    admin.ask('POST', `/links/${provider.ids.viber}`, { paused, reason: 'maintenance' });
  await pause(true);
  // The first message may still go over the link: a process knows a change of links after a moment.
  await until('a message has no link', async () => {
    await send();
    return ((await gauge('volley_unlinked_messages')) ?? 0) > 0;
  });
  expect([await gauge('volley_channel_links'), await gauge('volley_channel_open_links')]).toEqual([1, 0]);
  await pause(false);
  await until('all have a link', async () => (await gauge('volley_unlinked_messages')) === undefined);
});
