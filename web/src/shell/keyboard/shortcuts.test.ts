import { expect, test } from 'vitest';
import { PAIR_MS, type Pressed, press, type Waiting } from './shortcuts.ts';

const SHORTCUTS = [
  { keys: 'g d', does: 'dispatches' },
  { keys: 'g m', does: 'messages' },
  { keys: 'mod+k', does: 'search' },
  { keys: '/', does: 'search' },
  { keys: '?', does: 'help' },
];

const key = (name: string, change: Partial<Pressed> = {}): Pressed => ({
  key: name,
  code: /^[a-z]$/.test(name) ? `Key${name.toUpperCase()}` : '',
  ctrl: false,
  meta: false,
  alt: false,
  inField: false,
  ...change,
});

function type(...pressed: readonly Pressed[]): string | undefined {
  let waiting: Waiting;
  let does: string | undefined;
  for (const one of pressed) ({ waiting, does } = press(SHORTCUTS, waiting, one, 0));
  return does;
}

test.each([
  ['g then d', [key('g'), key('d')], 'dispatches'],
  ['the same keys on a Russian keyboard', [key('п', { code: 'KeyG' }), key('ь', { code: 'KeyM' })], 'messages'],
  ['a slash', [key('/')], 'search'],
  ['a question mark', [key('?')], 'help'],
  ['Ctrl+K', [key('k', { ctrl: true })], 'search'],
  ['Command+K in a field', [key('k', { meta: true, inField: true })], 'search'],
  ['letters in a field', [key('g', { inField: true }), key('d', { inField: true })], undefined],
  ['a pair that is none', [key('g'), key('x')], undefined],
  ['d alone', [key('d')], undefined],
  ['g, something else, d', [key('g'), key('x'), key('d')], undefined],
  ['a slash typed with Alt', [key('/', { alt: true })], undefined],
])('the shortcuts handle %s', (_name, pressed, does) => {
  expect(type(...pressed)).toBe(does);
});

test('the second key of a pair has a time limit', () => {
  const { waiting } = press(SHORTCUTS, undefined, key('g'), 0);
  expect(press(SHORTCUTS, waiting, key('d'), PAIR_MS - 1).does).toBe('dispatches');
  expect(press(SHORTCUTS, waiting, key('d'), PAIR_MS + 1).does).toBeUndefined();
});
