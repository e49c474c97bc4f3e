// A database that may lose acknowledged commits must not run the service.
import type { Logger } from '../log.ts';
import { type Database, read } from './database.ts';
import { selectDurability } from './server-checks.sql.ts';

export async function probeDurability(db: Database, log: Logger): Promise<void> {
  const rows = await read(db, selectDurability);
  const off = rows.filter((row) => row.setting === 'off').map((row) => row.name);
  if (off.length > 0) throw new Error(`the database may lose acknowledged commits: turn ${off.join(', ')} on`);
  log.debug({ settings: rows }, 'database durability checked');
}
