import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readLogin } from './login-file.ts';

test.each<[string, unknown]>([
  ['{"api":"https://volley.example","key":"k"}', { api: 'https://volley.example', key: 'k' }],
  ['{"api":"volley","key":"k"}', undefined],
  ['{"api":"https://volley.example"}', undefined],
  ['null', undefined],
  ['no JSON', undefined],
])('the login in the file %s is %j', (text, login) => {
  const folder = mkdtempSync(join(tmpdir(), 'volley-login-file-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'login.json');
  writeFileSync(file, text);
  expect(readLogin(file)).toEqual(login);
});
