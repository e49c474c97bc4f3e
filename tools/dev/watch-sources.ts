// Reports changes of server sources. Every folder has its own watcher: Node's recursive watch loses a file that an
// editor replaces. Editors write in several steps; one edit is reported once.
import { type FSWatcher, globSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MIGRATED = /^server\/(migrations|reference-data)/;
const FOLDERS = ['server/src', 'server/migrations', 'server/reference-data', 'domain/src', 'contract/src', 'smpp/src'];
const QUIET_MS = 60;

export type Edit = { readonly path: string; readonly needsMigration: boolean };

export function watchSources(onEdit: (edit: Edit) => void, root = ROOT): { close(): void } {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;
  let needsMigration = false;
  const add = (folder: string): void => {
    if (watchers.has(folder)) return;
    watchers.set(
      folder,
      watch(join(root, folder), (_event, name) => name !== null && record(`${folder}/${name}`)),
    );
  };
  const addAll = (folder: string): void => {
    add(folder);
    for (const inner of globSync('**/*/', { cwd: join(root, folder) })) add(`${folder}/${inner.replace(/\/$/, '')}`);
  };
  const record = (path: string): void => {
    if (isFolder(join(root, path))) addAll(path);
    else if (!isSource(path)) return;
    needsMigration ||= MIGRATED.test(path);
    clearTimeout(timer);
    timer = setTimeout(() => {
      onEdit({ path, needsMigration });
      needsMigration = false;
    }, QUIET_MS);
  };
  FOLDERS.filter((folder) => isFolder(join(root, folder))).forEach(addAll);
  return {
    close: () => {
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}

/** Excludes tests and the temporary files of editors. */
const isSource = (path: string): boolean => /\.(ts|json|sql|csv)$/.test(path) && !path.endsWith('.test.ts');

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
