import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { withFiles } from './settings-from-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'settings-'));
function fileWith(text: string): string {
  const path = join(folder, String(text.length));
  writeFileSync(path, text);
  return path;
}

test('a setting is read from the file that NAME_FILE names, without its last line feed', () => {
  const environment = withFiles({ DATABASE_URL_FILE: fileWith('postgres://db/volley\n'), PORT: '80', PORT_FILE: '' });
  expect(readConfig(environment)).toMatchObject({ databaseUrl: 'postgres://db/volley', port: 80 });
});

test('only the last line feed goes', () => {
  expect(withFiles({ S3_SECRET_FILE: fileWith(' two\nlines \r\n') })['S3_SECRET']).toBe(' two\nlines ');
});

test('every file that cannot be used is named, and no content is', () => {
  const both = { SECRET_KEYS: 'k1:secret', SECRET_KEYS_FILE: fileWith('k2:other') };
  const missing = { S3_SECRET_FILE: join(folder, 'absent') };
  expect(() => withFiles({ ...both, ...missing })).toThrow(/SECRET_KEYS and SECRET_KEYS_FILE.*S3_SECRET_FILE: ENOENT/);
  expect(() => withFiles(both)).toThrow(/^(?!.*(k1|k2))/);
});
