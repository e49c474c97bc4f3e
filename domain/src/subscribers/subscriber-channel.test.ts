import { expect, test } from 'vitest';
import { CHANNEL_TYPES } from '../sending/channel.ts';
import { isSubscriberChannel, SUBSCRIBER_CHANNELS, subscriberIdProblem } from './subscriber-channel.ts';

test('bots with subscribers exist on five channels', () => {
  expect(SUBSCRIBER_CHANNELS).toEqual(['TELEGRAM', 'MAX', 'VK', 'VIBER', 'WEASY']);
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
] as const)('the problem of the %s id %j is %j', (channel, id, problem) => {
  expect(subscriberIdProblem(channel, id)).toBe(problem);
});
