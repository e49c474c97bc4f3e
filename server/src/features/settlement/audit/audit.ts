// The audit recounts money, statuses and counters from the messages and the ledger and returns every difference. It
// runs after every integration test, every five minutes in production, and by hand with `main.ts audit`.
import { read } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { selectMoneyFindings } from './audit.sql.ts';
import { auditMessages } from './audit-messages.ts';
import type { Finding } from './finding.ts';

export async function auditMoney({ db }: Pick<Platform, 'db'>): Promise<Finding[]> {
  return read(db, async (tx) => [...(await selectMoneyFindings(tx)), ...(await auditMessages(tx))]);
}
