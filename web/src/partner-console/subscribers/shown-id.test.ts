import { expect, test } from 'vitest';
import { shownId } from './shown-id.ts';

test('a short id is shown whole, and a long one by both its ends', () => {
  expect(shownId('500000001')).toBe('500000001');
  expect(shownId('x'.repeat(24))).toBe('x'.repeat(24));
  expect(shownId(`fcm:${'x'.repeat(150)}:APA91bF7`)).toBe('fcm:xxxxxxxxxxx…APA91bF7');
});
