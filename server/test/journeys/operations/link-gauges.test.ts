// A channel loses one link after the other: the gauges show the links that are left, and the messages without a link.
import { beforeAll, expect, test } from 'vitest';
import type { FigureName } from '../../../src/platform/metrics/figure-names.ts';
import { useCell } from '../../given/cell.ts';
import { figureOf } from '../../given/figures.ts';
import { givenSeller, registerName } from '../../given/people/seller.ts';
import { givenStaff } from '../../given/people/staff.ts';
import { givenSecondProvider, type SecondProvider } from '../../given/providers/second-provider.ts';
import { until } from '../../given/until.ts';

const cell = useCell({ settings: { moderation: 'auto' } });
let provider: SecondProvider;
beforeAll(async () => {
  provider = await givenSecondProvider(cell(), 100);
});

/** Value of the series of VIBER, and of the operator MTS where the figure has operators; undefined: no series. */
const gauge = (name: FigureName) =>
  figureOf(cell().platform, name, {
    channel: 'VIBER',
    ...(name.startsWith('volley_channel_') && { operator: 'MTS' }),
  });

test('the gauges of a channel show its open links, and the messages that no open link takes', async () => {
  const admin = await givenStaff(cell(), 'admin');
  const seller = await givenSeller(cell(), { brands: [] });
  await registerName(cell(), seller, { channelType: 'VIBER' });
  expect(await gauge('volley_channel_links')).toBe(2);
  expect(await gauge('volley_channel_open_links')).toBe(2);
  expect(await gauge('volley_unlinked_messages')).toBeUndefined();
  const send = () =>
    seller.results({ channelType: 'VIBER', senderName: 'Shop', destination: '79161234567', content: 'Hi' });

  const pause = (paused: boolean) =>
    admin.ask('POST', `/links/${provider.ids.viber}`, { paused, reason: 'maintenance' });
  await pause(true);
  expect([await gauge('volley_channel_links'), await gauge('volley_channel_open_links')]).toEqual([1, 1]);
  expect(await gauge('volley_unlinked_messages')).toBeUndefined();

  // Idle links are equal, so a message surely takes the dead link only while it is the only one. The first may still go
  // over the paused link: a process knows a change of links after a moment.
  await provider.close();
  await until('a message has no link', async () => {
    await send();
    return ((await gauge('volley_unlinked_messages')) ?? 0) > 0;
  });
  expect([await gauge('volley_channel_links'), await gauge('volley_channel_open_links')]).toEqual([1, 0]);
  await pause(false);
  await until('all have a link', async () => (await gauge('volley_unlinked_messages')) === undefined);
});
