// Rows of templates.
import { type Place, statement } from './statement.ts';

/** Templates of SMS under the sender name, each with a text of its own. */
export async function givenTemplates(place: Place, companyId: number, senderId: number, count: number): Promise<void> {
  await statement(
    place,
    `insert into templates (company_id, sender_id, channel_type, template_type, pattern, date_from, created_at)
     select $1, $2, 'SMS', 'SERVICE', 'Text ' || n, now(), now()
     from generate_series(1, $3::int) n`,
    [companyId, senderId, count],
  );
}

/** Makes the first date of the template a second old. */
export async function beginTemplate(place: Place, id: number): Promise<void> {
  await statement(place, `update templates set date_from = now() - interval '1 second' where id = $1`, [id]);
}

/** Makes the last date of the template a second old. */
export async function endTemplate(place: Place, id: number): Promise<void> {
  await statement(place, `update templates set date_to = now() - interval '1 second' where id = $1`, [id]);
}
