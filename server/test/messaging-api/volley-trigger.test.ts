// `volley trigger` makes events happen through the sandbox numbers, and the service calls the callback URL itself.
import { beforeAll, describe, expect, test } from 'vitest';
import { useSharedCell } from '../given/cell.ts';
import { givenSeller, type Seller } from '../given/people/seller.ts';
import { runVolley } from '../given/volley-command.ts';

const cell = useSharedCell();
let seller: Seller;
beforeAll(async () => {
  await cell().link('mts');
  await cell().channel('VK');
  seller = await givenSeller(cell());
});

const trigger = (...args: readonly string[]) =>
  runVolley(['trigger', ...args], { env: { VOLLEY_KEY: seller.keys.MESSAGES, VOLLEY_API: cell().url } });

describe('volley trigger', () => {
  test.each([
    ['sent', { callback_event: 'sent', status: 'sent', channel_type: 'SMS' }],
    ['delivered', { callback_event: 'delivered', status: 'delivered', channel_type: 'SMS' }],
    ['unsent', { callback_event: 'delivered', status: 'unsent', error_code: 455 }],
    ['undelivered', { callback_event: 'delivered', status: 'undelivered', error_code: 508 }],
    ['price', { callback_event: 'price', currency: 'RUB', price: expect.any(Number) }],
    ['read', { callback_event: 'read', status: 'read', channel_type: 'VK' }],
  ])('prints the event %s, which the service also posts to the callback URL', async (name, event) => {
    const path = `/trigger-${name}`;
    const ended = await trigger(name, '--callback-url', cell().sink.url(path));
    expect(ended).toMatchObject({ code: 0, lines: [event], said: '' });
    const [printed] = ended.lines;
    await expect
      .poll(
        () =>
          cell()
            .sink.received(path)
            .flatMap(({ items }) => items),
        { timeout: 30_000 },
      )
      .toEqual([printed]);
  });

  test('takes a registered name and another channel, and shows its request without sending it', async () => {
    const before = await seller.list('per_page=1');
    const shown = await trigger('click', '--dry-run', '--from', 'Shop');
    expect(shown).toMatchObject({ code: 0, lines: [{ channelType: 'SMS', senderName: 'Shop', shortUrl: true }] });
    expect((await seller.list('per_page=1')).total).toBe(before.total);
    expect(await trigger('delivered', '--from', 'Shop')).toMatchObject({ code: 0, lines: [{ status: 'delivered' }] });
    const ownChannel = await trigger('delivered', '--channel', 'VK');
    expect(ownChannel).toMatchObject({ code: 0, lines: [{ channel_type: 'VK', status: 'delivered' }] });
  });

  test('ends with the reason of a refusal, without the event in time, and with wrong use', async () => {
    const refused = await trigger('delivered', '--from', 'Unheard');
    expect(refused).toMatchObject({ code: 1, lines: [{ code: 403, errorCode: 457 }] });
    const late = await trigger('read', '--channel', 'SMS', '--timeout', '1');
    expect([late.code, late.said]).toEqual([1, expect.stringMatching(/^No read event of message \S+ within 1 s\.\n$/)]);
    for (const [args, said] of [
      [[], 'Name an event: sent, delivered'],
      [['clicked'], 'Name an event: sent, delivered'],
      [['inbound'], '--from must be a sender name of the account on WHATSAPP'],
      [
        ['inbound', '--from', 'Shop', '--callback-url', 'http://127.0.0.1:1/'],
        '--callback-url has no effect on inbound',
      ],
    ] as const)
      expect(await trigger(...args)).toMatchObject({ code: 2, lines: [], said: expect.stringContaining(said) });
  });
});
