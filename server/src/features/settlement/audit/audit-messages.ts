// The part of the audit that finds lost data: messages without a batch, cascades without their next step, gaps in the
// numbers of events.
import type { Tx } from '../../../platform/database/database.ts';
import { uuidFloor } from '../../../platform/uuid-v7.ts';
import { selectMessageFindings } from './audit-messages.sql.ts';
import type { Finding } from './finding.ts';

const DAY_MS = 86_400_000;
const RECENT_DAYS = 2;
/** Messages end within ten days of their creation, as a rule; older partitions are not read. */
const CREATED_DAYS = 10;
/** Newest events per company that are checked. */
const EVENTS_PER_COMPANY = 20_000;

export function auditMessages(tx: Tx): Promise<Finding[]> {
  const daysAgo = (days: number) => tx.now.getTime() - days * DAY_MS;
  return selectMessageFindings(tx, {
    firstId: uuidFloor(daysAgo(CREATED_DAYS)),
    since: new Date(daysAgo(RECENT_DAYS)),
    eventsPerCompany: EVENTS_PER_COMPANY,
  });
}
