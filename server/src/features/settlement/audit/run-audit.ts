// The regular audit: runs it and stores when it ended, how long it took and what it found, so that monitoring sees an
// audit that is late, slow or has findings, whichever process ran it.
import { inTransaction } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { auditMoney } from './audit.ts';
import type { Finding } from './finding.ts';
import { upsertLastAudit } from './last-audit.sql.ts';

export async function runAudit({ db }: Pick<Platform, 'db'>): Promise<Finding[]> {
  const startedAtMs = performance.now();
  const findings = await auditMoney({ db });
  const seconds = (performance.now() - startedAtMs) / 1_000;
  await inTransaction(db, (tx) =>
    upsertLastAudit(tx, { seconds, findings: findings.length, driftMicros: driftOf(findings) }),
  );
  return findings;
}

/** Checks that compare stored sums of money with recounted ones. Both sides are amounts, separated by slashes. */
const OF_MONEY: ReadonlySet<string> = new Set([
  'dispatch reserved and spent',
  'month packages',
  'month reserved and spent',
  'month late',
  'reserve for packages',
  'wallet',
  'wallet reserve',
]);

/** Sum of all differences between stored and recounted money. An error may count in several checks. */
export function driftOf(findings: readonly Finding[]): bigint {
  return findings
    .filter(({ what }) => OF_MONEY.has(what))
    .reduce((sum, { found, expected }) => sum + differenceOf(amountsIn(found), amountsIn(expected)), 0n);
}

const amountsIn = (text: string): bigint[] => (text.match(/-?\d+/g) ?? []).map(BigInt);

function differenceOf(found: readonly bigint[], expected: readonly bigint[]): bigint {
  return found.reduce((sum, amount, at) => {
    const difference = amount - (expected[at] ?? 0n);
    return sum + (difference < 0n ? -difference : difference);
  }, 0n);
}
