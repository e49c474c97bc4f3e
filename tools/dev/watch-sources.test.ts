import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Edit, watchSources } from './watch-sources.ts';

const PATIENCE = { timeout: 10_000 };
let root: string;
let watcher: { close(): void };
let edits: Edit[];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'volley-watch-'));
  mkdirSync(join(root, 'server/src/features'), { recursive: true });
  mkdirSync(join(root, 'server/migrations'));
  edits = [];
  watcher = watchSources((edit) => edits.push(edit), root);
});
afterEach(() => {
  watcher.close();
  rmSync(root, { recursive: true });
});

const write = (path: string): void => writeFileSync(join(root, path), 'new');
const edited = (path: string) => vi.waitFor(() => expect(edits.map((edit) => edit.path)).toContain(path), PATIENCE);

test('an edit is reported if the editor replaces the file repeatedly', async () => {
  for (const round of [1, 2, 3]) {
    write('server/src/features/stop.ts~');
    renameSync(join(root, 'server/src/features/stop.ts~'), join(root, 'server/src/features/stop.ts'));
    await vi.waitFor(() => expect(edits).toHaveLength(round), PATIENCE);
  }
  expect(edits.every(({ needsMigration }) => !needsMigration)).toBe(true);
});

test('an edit in a new folder is reported', async () => {
  mkdirSync(join(root, 'server/src/features/new'));
  await edited('server/src/features/new');
  write('server/src/features/new/start.ts');
  await edited('server/src/features/new/start.ts');
});

test('a migration is reported as one', async () => {
  write('server/migrations/0099-more.sql');
  await edited('server/migrations/0099-more.sql');
  expect(edits.at(-1)?.needsMigration).toBe(true);
});

test('edits of tests and temporary files are not reported', async () => {
  write('server/src/stop.test.ts');
  write('server/src/.stop.ts.swp');
  write('server/src/stop.ts');
  await edited('server/src/stop.ts');
  expect(edits).toHaveLength(1);
});
