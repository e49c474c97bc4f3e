// Loads reference files into the database once per content.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Tx } from './database.ts';
import { isLoaded, recordLoad } from './reference-loads.sql.ts';

/** Stores reference files that are new or have changed. */
export async function loadOnce(
  tx: Tx,
  name: string,
  files: readonly URL[],
  store: (tx: Tx) => Promise<void>,
): Promise<string[]> {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  const digest = hash.digest('hex');
  if (await isLoaded(tx, name, digest)) return [];
  await store(tx);
  await recordLoad(tx, name, digest);
  return [name];
}
