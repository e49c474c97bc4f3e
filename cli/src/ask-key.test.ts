import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { askKey } from './ask-key.ts';

const terminal = { say: () => {} };
const typing = (text: string) => {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  input.write(text);
  return input;
};

test('a key that is typed is read without its line break', async () => {
  expect(await askKey(terminal, new AbortController().signal, typing('  key-1 \n'))).toBe('key-1');
});

test('Ctrl+D instead of a key is an empty key', async () => {
  expect(await askKey(terminal, new AbortController().signal, typing('\u0004'))).toBe('');
});

test('without a terminal the key is the whole input', async () => {
  const input = new PassThrough();
  input.end('key-2\n');
  expect(await askKey(terminal, new AbortController().signal, input)).toBe('key-2');
});
