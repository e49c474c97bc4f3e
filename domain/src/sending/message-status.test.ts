import { expect, test } from 'vitest';
import { MESSAGE_STATUS_CODES, MESSAGE_STATUSES, messageStatusOfCode } from './message-status.ts';

test('every stored code maps back to its message status', () => {
  for (const status of MESSAGE_STATUSES) expect(messageStatusOfCode(MESSAGE_STATUS_CODES[status])).toBe(status);
  expect(messageStatusOfCode(4)).toBeUndefined();
});
