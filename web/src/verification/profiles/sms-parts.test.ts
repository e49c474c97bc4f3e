import { expect, test } from 'vitest';
import { smsParts } from './sms-parts.ts';

test('counts the code with its digits, not with its mark', () => {
  expect(smsParts('Your code: {code}', 6, undefined)).toEqual({
    parts: 1,
    characters: 17,
    encoding: 'GSM7',
    boundParts: undefined,
  });
  expect(smsParts(`${'я'.repeat(64)}{code}`, 6, undefined).parts).toBe(1);
  expect(smsParts(`${'я'.repeat(65)}{code}`, 6, undefined).parts).toBe(2);
});

test('the line for the site may cost another part', () => {
  expect(smsParts('Ваш код: {code}', 6, 'shop.example').boundParts).toBe(1);
  expect(smsParts(`${'я'.repeat(50)}{code}`, 6, 'shop.example')).toMatchObject({ parts: 1, boundParts: 2 });
});
