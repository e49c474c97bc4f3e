import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filledIn, pageBlocks } from './page-blocks.ts';

test('shell blocks carry the user and folder of their first line; blocks without a user are left out', () => {
  const page = [
    '```sh',
    '# as volley, in /opt/volley',
    'npm ci',
    '```',
    '```sh',
    'docker compose up',
    '```',
    '```sql',
    'select 1;',
    '```',
  ].join('\n');
  expect(pageBlocks(page)).toEqual([
    { kind: 'shell', user: 'volley', folder: '/opt/volley', lines: ['npm ci'] },
    { kind: 'sql', text: 'select 1;\n' },
  ]);
});

test('placeholders are replaced in order, and a missing value is an error', () => {
  expect(filledIn("--host … --password '…'", ['a', 'b'])).toBe("--host a --password 'b'");
  expect(() => filledIn('--host …', [])).toThrow('--host …');
});

test('the page on installing has the steps that `npm run handbook` follows', () => {
  const blocks = pageBlocks(readFileSync('docs/operating/install.md', 'utf8'));
  const steps = blocks.map((block) => (block.kind === 'shell' ? `${block.user} ${block.folder}` : block.kind));
  expect(steps).toEqual([
    'root /',
    'root /',
    'sql',
    'ini',
    'conf',
    'root /',
    'volley /',
    'volley /opt/volley',
    'volley /opt/volley',
    'root /opt/volley',
    'volley /opt/volley',
    'volley /opt/volley',
  ]);
});
