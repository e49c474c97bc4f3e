// Rows of short links, their visits and the events of clicks.
import { type Place, statement } from './statement.ts';

/** The code of the message's short link; undefined if it has none. */
export async function shortCodeOf(place: Place, messageId: string): Promise<string | undefined> {
  const [row] = await statement<{ code: string }>(place, 'select code from short_links where message_id = $1', [
    messageId,
  ]);
  return row?.code;
}

export type Visit = { readonly verdict: string; readonly agentClass: string; readonly addressHash: Buffer };

export const visitsOf = (place: Place, code: string) =>
  statement<Visit>(
    place,
    `select verdict, agent_class as "agentClass", address_hash as "addressHash"
     from link_clicks
     where code = $1
     order by at`,
    [code],
  );

/** Click events recorded for the company, with and without a number. */
export async function clickEventsOf(place: Place, companyId: number): Promise<Record<string, unknown>[]> {
  const rows = await statement<{ events: string }>(
    place,
    `select events from event_inbox where company_id = $1
     union all
     select events from event_batches where company_id = $1`,
    [companyId],
  );
  const all = rows.flatMap(
    ({ events }) => events.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>), // a line is one event
  );
  return all.filter((event) => event['kind'] === 'click');
}
