// Rows of inbound messages.
import { type Place, statement } from './statement.ts';

/** Ids of the company's inbound messages, the newest first. */
export async function inboundIdsOf(place: Place, companyId: number): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    place,
    'select id from inbound_messages where company_id = $1 order by id desc',
    [companyId],
  );
  return rows.map(({ id }) => id);
}
