// The files of the widget, as the service sends them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { buildWidget, GZIP_MAX, integrityOf } from './build-widget.ts';

let folder: string;
beforeAll(async () => {
  folder = await buildWidget();
});

const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

test(`the script has at most ${GZIP_MAX} bytes with gzip`, () => {
  expect(gzipSync(read('verify.js'), { level: 9 }).length).toBeLessThanOrEqual(GZIP_MAX);
});

test('the pinned version and the public name are the same script, with its hash', () => {
  const integrity = JSON.parse(read('integrity.json')) as Record<string, string>;
  const [pinned = ''] = Object.keys(integrity);
  expect(pinned).toMatch(/^verify-\d+\.\d+\.\d+\.js$/);
  expect(read(pinned)).toBe(read('verify.js'));
  expect(read('VerifyWidget.umd.min.js')).toBe(read('verify.js'));
  expect(integrity).toEqual({ [pinned]: integrityOf(read('verify.js')) });
});

test('the style sheets that other services need are empty', () => {
  expect([read('verify.css'), read('VerifyWidget.css')]).toEqual(['', '']);
});

test('scripts are classic scripts without markup, evaluation or imports', () => {
  for (const name of ['verify.js', 'embed.js']) {
    expect(read(name)).not.toMatch(
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|import\(/,
    );
    expect(read(name)).not.toMatch(/^(import|export)\b/m);
    expect(read(name)).toContain('VerifyWidget');
  }
});

test('fetched texts are files of their own', () => {
  for (const lang of ['kk', 'uz', 'be']) expect(JSON.parse(read(`texts/${lang}.json`))).toHaveProperty('title');
  expect(JSON.parse(read('texts/reasons.json'))).toHaveProperty('350', 'sendAuthKeyFunc failed');
});
