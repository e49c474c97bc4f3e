import { expect, test } from 'vitest';
import { isCommand } from './bot-text.ts';

test.each(['/start', '/start summer', '/START', '/help@shop_bot', '/set_city\nMoscow', '/2'])(
  '%j is a command',
  (text) => {
    expect(isCommand(text)).toBe(true);
  },
);

test.each(['', 'Hello', ' /start', '/', '/ start', '//', '/usr/bin', '5/10', `/${'a'.repeat(33)}`, '/старт'])(
  '%j is a text',
  (text) => {
    expect(isCommand(text)).toBe(false);
  },
);
