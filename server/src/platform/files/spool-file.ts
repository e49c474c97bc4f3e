// A file being uploaded: written under a temporary name that only this process's user can read, counted and hashed on
// the way, and durable on disk before its path is returned.
import { createHash } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

export type SpooledFile = { readonly path: string; readonly sizeBytes: number; readonly sha256: string };

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

export function spoolPath(folder: string, id: string): string {
  return join(folder, 'incoming', `${id}.part`);
}

/** Removes the temporary file on any failure, also of the source. */
export async function spoolFile(folder: string, id: string, bytes: AsyncIterable<Buffer>): Promise<SpooledFile> {
  const path = spoolPath(folder, id);
  await mkdir(join(folder, 'incoming'), { recursive: true, mode: FOLDER_MODE });
  try {
    return { path, ...(await writeAll(path, bytes)) };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

async function writeAll(path: string, bytes: AsyncIterable<Buffer>): Promise<{ sizeBytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const file = await open(path, 'wx', FILE_MODE);
  try {
    for await (const chunk of bytes) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}

/** Makes a rename or a new name in the folder durable. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
