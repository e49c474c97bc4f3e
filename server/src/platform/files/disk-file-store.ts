// Files in a local folder, or on a disk that all machines of the cell share. A file appears under its name complete or
// not at all. The last two digits of the id spread the files over 256 folders.
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileStore } from './file-store.ts';
import { spoolFile, spoolPath, syncFolder } from './spool-file.ts';

export function openDiskFileStore(folder: string): FileStore {
  const pathOf = (id: string) => join(folder, id.slice(-2), id);
  return {
    put: async (id, bytes) => {
      const { path } = await spoolFile(folder, id, bytes);
      await mkdir(dirname(pathOf(id)), { recursive: true, mode: 0o700 });
      await rename(path, pathOf(id));
      await syncFolder(dirname(pathOf(id)));
      await syncFolder(folder);
    },
    get: async (id) => (await open(pathOf(id), 'r')).createReadStream(),
    remove: async (id) => {
      await rm(spoolPath(folder, id), { force: true });
      await rm(pathOf(id), { force: true });
    },
    close: async () => undefined,
  };
}
