import type { Tx } from '../../platform/database.ts';

export type InboxRow = {
  readonly companyId: number;
  readonly endpointId: number | null;
  readonly wanted: readonly string[];
  readonly count: number;
  readonly wantedCount: number;
  readonly events: string;
};

/** In their order: the numbers will follow it. */
export async function insertInbox(tx: Tx, rows: readonly InboxRow[]): Promise<void> {
  await tx.query(
    `insert into event_inbox (company_id, endpoint_id, wanted, count, wanted_count, events)
     select company_id, endpoint_id, string_to_array(wanted, ','), count, wanted_count, events
     from unnest($1::int[], $2::int[], $3::text[], $4::int[], $5::int[], $6::text[])
       with ordinality as u(company_id, endpoint_id, wanted, count, wanted_count, events, position) order by position`,
    [
      rows.map((row) => row.companyId),
      rows.map((row) => row.endpointId),
      rows.map((row) => row.wanted.join(',')),
      rows.map((row) => row.count),
      rows.map((row) => row.wantedCount),
      rows.map((row) => row.events),
    ],
  );
}
