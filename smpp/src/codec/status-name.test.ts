import { expect, test } from 'vitest';
import { noAnswer } from './commands.ts';
import { statusName, statusNameOrNumber } from './status-name.ts';

test.each([
  [0x0b, 'ESME_RINVDSTADR', 'ESME_RINVDSTADR'],
  [0x09, 'other-status', '0x09'],
  [0x455, 'other-status', '0x455'],
  [0xffff_ffff, 'other-status', '0xffffffff'],
])('status %i has the name %s in metrics and is shown as %s', (status, name, shown) => {
  expect([statusName(status), statusNameOrNumber(status)]).toEqual([name, shown]);
});

test('a missing answer has a name of its own', () => {
  expect(statusName(noAnswer)).toBe('no-answer');
});
