// Rows of the log of requests and of stored replies.
import { type Place, statement } from './statement.ts';

/** The warnings that the log has of a request; undefined before its row is written. */
export async function loggedWarnings(place: Place, requestId: string | null): Promise<string | null | undefined> {
  const [row] = await statement<{ warnings: string | null }>(
    place,
    'select warnings from request_log where request_id = $1',
    [requestId],
  );
  return row?.warnings;
}

export async function isReplyStored(place: Place, idempotencyKey: string): Promise<boolean> {
  const rows = await statement(place, 'select from idempotency_keys where key = $1', [idempotencyKey]);
  return rows.length > 0;
}

export async function ageReply(place: Place, idempotencyKey: string, hours: number): Promise<void> {
  await statement(
    place,
    `update idempotency_keys set created_at = created_at - $2 * interval '1 hour' where key = $1`,
    [idempotencyKey, hours],
  );
}

/** The rows of the log as one text. */
export const storedRequests = async (place: Place) =>
  JSON.stringify(await statement(place, 'select * from request_log'));
