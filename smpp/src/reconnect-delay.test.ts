import { expect, test } from 'vitest';
import { commandStatus } from './codec/commands.ts';
import { defaultReconnectDelays as delays, reconnectDelayMs } from './reconnect-delay.ts';

const seconds = (status?: number) =>
  Array.from({ length: 8 }, (_, failures) => reconnectDelayMs(delays, failures, status) / 1_000);

const plain = [0.25, 1, 5, 10, 30, 60, 60, 60];
const credentials = [5, 30, 60, 120, 300, 300, 300, 300];

test.each([
  ['a lost connection', undefined, plain],
  ['no answer to the bind', -1, plain],
  ['bind failed', commandStatus.bindFailed, plain],
  ['already bound', commandStatus.alreadyBound, plain],
  ['throttled', commandStatus.throttled, plain],
  ['system error', commandStatus.systemError, plain],
  ['a status of no standard', 0x400, plain],
  ['invalid password', commandStatus.invalidPassword, credentials],
  ['invalid system id', commandStatus.invalidSystemId, credentials],
])('after %s the next binds follow in the documented seconds', (_reason, status, expected) => {
  expect(seconds(status)).toEqual(expected);
});

test('every failure is followed by another bind within 60 seconds or 5 minutes', () => {
  expect(reconnectDelayMs(delays, 1_000_000, commandStatus.bindFailed)).toBe(60_000);
  expect(reconnectDelayMs(delays, 1_000_000, commandStatus.invalidPassword)).toBe(300_000);
});
