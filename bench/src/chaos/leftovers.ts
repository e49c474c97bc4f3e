// Unfinished work of a run that did not become quiet: read before the teardown, so that a seed is enough to find the
// reason.
import { withDatabase } from '../harness/with-database.ts';

const QUESTIONS = {
  batches: `select b.id, b.dispatch_id, b.lane, b.traffic_type, b.state, b.waiting_for, b.doubts, b.attempt, b.count,
      round(extract(epoch from clock_timestamp() - b.due_at)) as due_s_ago, l.name as link, l.bound,
      round(extract(epoch from l.lease_until - clock_timestamp())) as link_lease_s, l.last_error
    from batches b join operator_links l on l.id = b.link_id where b.state < 3 order by b.due_at limit 5`,
  evidence: `select round(extract(epoch from clock_timestamp() - outcomes_read_at)) as read_s_ago from evidence_marks`,
  resends: `select link_id, round(extract(epoch from next_at - clock_timestamp())) as next_in_s from link_resends`,
  receipts: `select tries, count(*)::integer, round(extract(epoch from clock_timestamp() - min(due_at))) as due_s_ago
    from receipts where due_at <> 'infinity' group by tries order by tries`,
  processes: `select roles, round(extract(epoch from lease_until - clock_timestamp())) as lease_s
    from instances where lease_until > clock_timestamp() - interval '10 seconds' order by roles`,
} as const;

export const describeLeftovers = (databaseUrl: string): Promise<string[]> =>
  withDatabase(databaseUrl, async (client) => {
    const lines: string[] = [];
    for (const [what, question] of Object.entries(QUESTIONS)) {
      const { rows } = await client.query<Record<string, unknown>>(question);
      lines.push(...rows.map((row) => `left, ${what}: ${JSON.stringify(row)}`));
    }
    return lines;
  });
