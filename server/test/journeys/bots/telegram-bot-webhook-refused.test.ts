// Telegram accepts the token of a bot, but refuses its webhook: the address of this service has a port that Telegram
// does not call. The bot writes all the same, and the reason is visible.
import { afterEach, expect, test, vi } from 'vitest';
import { useCell } from '../../given/cell.ts';
import { givenSeller, registerName } from '../../given/people/seller.ts';
import { givenStaff } from '../../given/people/staff.ts';
import { messageStatusOf } from '../../given/rows/messages.ts';
import { until } from '../../given/until.ts';

const TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
const BOT = 'shop_bot';
const NUMBER = '79160000500';
const REASON = 'webhook not set: 400 Bad Request: bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443';

const settings = { moderation: 'auto', publicUrl: 'https://volley.example:9000', submitTimeoutMs: 5_000 } as const;
const cell = useCell({ settings });

afterEach(() => void vi.restoreAllMocks());

test('an account whose webhook is refused works, and the answer and the log give the reason', async () => {
  const { url } = cell().operators.bots;
  await cell().channel('TELEGRAM', { protocol: 'TELEGRAM_BOT', url, windowSize: 20 });
  const seller = await givenSeller(cell(), { brands: [], balance: 1_000_000 });
  const staff = await givenStaff(cell(), 'admin');
  const senderId = await registerName(cell(), seller, { channelType: 'TELEGRAM', senderName: BOT });
  const warn = vi.spyOn(cell().platform.log, 'warn').mockImplementation(() => undefined);

  const { body, text } = await staff.ask('PUT', `/senders/${senderId}/account`, { values: { token: TOKEN } });
  expect(body).toMatchObject({
    account: { state: 'ready', problem: null, eventsProblem: REASON },
    test: { state: 'accepted', reason: REASON },
  });
  const logged = { link: 'telegram', senderId, reason: REASON };
  expect(warn).toHaveBeenCalledWith(logged, 'events of an account not subscribed');
  const shown = await staff.ask('GET', `/senders/${senderId}/account`);
  expect(shown.body).toMatchObject({ account: { state: 'ready', eventsProblem: REASON } });
  expect(text + JSON.stringify(warn.mock.calls)).not.toContain(TOKEN);

  const subscribers = [{ subscriberId: '500', destination: NUMBER }];
  await seller.ask('POST', '/subscribers', { channelType: 'TELEGRAM', senderName: BOT, subscribers }, 'SYSTEM');
  const id = await seller.sendOne({ channelType: 'TELEGRAM', senderName: BOT, destination: NUMBER, content: 'Hi' });
  await until('the message is delivered', async () => (await messageStatusOf(cell(), id)) === 'DELIVERED');
});
