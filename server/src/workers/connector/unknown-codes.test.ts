import { expect, test } from 'vitest';
import { countUnknownCode } from './unknown-codes.ts';

function counter() {
  const counted: string[] = [];
  const labels = new Set<string>();
  const metrics = {
    count: (name: string, given?: Readonly<Record<string, string>>) =>
      counted.push(`${name} ${given?.['protocol']} ${given?.['code']}`),
  };
  return { counted, count: (code: string) => countUnknownCode(metrics, 'VOLLEY_HTTP', code, labels) };
}

test('an unknown code is counted by protocol, as at most 64 printable characters', () => {
  const { counted, count } = counter();
  count('NEW_CODE');
  count(`a\n\u{1f600}${'x'.repeat(100)}`);
  expect(counted).toEqual([
    'volley_provider_unknown_answers_total VOLLEY_HTTP NEW_CODE',
    `volley_provider_unknown_answers_total VOLLEY_HTTP a???${'x'.repeat(60)}`,
  ]);
});

test('codes after the first hundred count together', () => {
  const { counted, count } = counter();
  for (let at = 0; at < 150; at += 1) count(`CODE_${at}`);
  count('CODE_7');
  expect(new Set(counted).size).toBe(101);
  expect(counted.at(-2)).toMatch(/ other$/);
  expect(counted.at(-1)).toMatch(/ CODE_7$/);
});
