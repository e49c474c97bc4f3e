import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addRunning, writeRunningFile } from './running-file.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'volley-running-'));
  file = join(folder, 'inner/running.env');
});
afterEach(() => rmSync(folder, { recursive: true }));

const FIRST = { api: 'http://127.0.0.1:8081', key: 'first' };

test('the command line finds the running system', () => {
  writeRunningFile(FIRST, file);
  const environment = { HOME: '/' };
  addRunning(environment, file);
  expect(environment).toEqual({ HOME: '/', VOLLEY_API: FIRST.api, VOLLEY_KEY: FIRST.key });
});

test.each([{ VOLLEY_KEY: 'own' }, { VOLLEY_API: 'https://volley.example' }])('%j of the shell stays alone', (own) => {
  writeRunningFile(FIRST, file);
  const environment = { ...own };
  addRunning(environment, file);
  expect(environment).toEqual(own);
});

test('the command line starts without the file', () => {
  const environment = {};
  addRunning(environment, file);
  expect(environment).toEqual({});
});

test('only its owner can read the key', () => {
  writeRunningFile(FIRST, file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('an end removes the file of its own start only', () => {
  const endFirst = writeRunningFile(FIRST, file);
  const endSecond = writeRunningFile({ ...FIRST, key: 'second' }, file);
  endFirst();
  expect(readFileSync(file, 'utf8')).toContain('second');
  endSecond();
  expect(existsSync(file)).toBe(false);
});
