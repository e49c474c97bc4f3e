import { expect, test } from 'vitest';
import { CHANNEL_TYPES } from '../sending/channel.ts';
import { isSubscriberChannel, SUBSCRIBER_CHANNELS, subscriberIdProblem } from './subscriber-channel.ts';

test('subscribers exist on five channels of bots and on PUSH', () => {
  expect(SUBSCRIBER_CHANNELS).toEqual(['TELEGRAM', 'MAX', 'VK', 'VIBER', 'WEASY', 'PUSH']);
  expect(CHANNEL_TYPES.filter(isSubscriberChannel).toSorted()).toEqual(SUBSCRIBER_CHANNELS.toSorted());
});

test.each([
  ['TELEGRAM', '123456789', undefined],
  ['TELEGRAM', '-100123', 'must consist of digits on TELEGRAM'],
  ['TELEGRAM', '@anna', 'must consist of digits on TELEGRAM'],
  ['MAX', '5', undefined],
  ['MAX', 'anna', 'must consist of digits on MAX'],
  ['VK', '12 3', 'must consist of digits on VK'],
  ['VK', '12\n', 'must consist of digits on VK'],
  ['VIBER', 'n8k3mA==', undefined],
  ['WEASY', 'anna@shop', undefined],
  ['WEASY', '😀'.repeat(200), undefined],
  ['WEASY', 'x'.repeat(201), 'must be at most 200 characters long on WEASY'],
  ['TELEGRAM', '1'.repeat(201), 'must be at most 200 characters long on TELEGRAM'],
  ['PUSH', 'x'.repeat(4_096), undefined],
  ['PUSH', 'x'.repeat(4_097), 'must be at most 4096 characters long on PUSH'],
] as const)('the problem of the %s id %j is %j', (channel, id, problem) => {
  expect(subscriberIdProblem(channel, id)?.reason).toBe(problem);
});
