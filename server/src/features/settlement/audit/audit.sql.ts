// All checks of money in one statement: they share the recounted sums and see the rows of one instant. Every check
// returns the columns what, id, found, expected. Parameter $1 is business time.
import type { Tx } from '../../../platform/database/database.ts';
import { DISPATCH_COUNT_CHECKS, DISPATCH_END_CHECKS } from './dispatch-checks.sql.ts';
import { DISPATCH_MONEY_CHECKS } from './dispatch-money-checks.sql.ts';
import type { Finding } from './finding.ts';
import { MARGIN_CHECKS, RECOUNTED_MARGINS } from './margin-checks.sql.ts';
import { MONTH_CHECKS } from './month-checks.sql.ts';
import { RECOUNTED_MESSAGES } from './recounted-messages.sql.ts';
import { RECOUNTED_MONEY } from './recounted-money.sql.ts';
import { VOLUME_CHECKS } from './volume-checks.sql.ts';
import { WALLET_CHECKS } from './wallet-checks.sql.ts';

const CHECKS = [
  ...DISPATCH_COUNT_CHECKS,
  ...DISPATCH_MONEY_CHECKS,
  ...DISPATCH_END_CHECKS,
  ...VOLUME_CHECKS,
  ...MONTH_CHECKS,
  ...WALLET_CHECKS,
  ...MARGIN_CHECKS,
];

const AUDIT_MONEY = `
with ${RECOUNTED_MESSAGES},
${RECOUNTED_MONEY},
${RECOUNTED_MARGINS}
${CHECKS.join('\nunion all\n')}`;

export function selectMoneyFindings(tx: Tx) {
  return tx.query<Finding>(AUDIT_MONEY, [tx.now]);
}
