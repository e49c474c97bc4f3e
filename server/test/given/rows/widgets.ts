// Rows of widgets, their sessions and their errors.
import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import { changeRow, oneRow, type Place, statement } from './statement.ts';

export const changeWidget = (
  place: Place,
  widgetId: string,
  change: {
    readonly texts?: object;
    readonly colours?: object;
    readonly dayMicrosMax?: null;
    readonly captchaType?: 'NONE' | 'TURNSTILE';
  },
) => changeRow(place, 'verification_widgets', widgetId, change);

/** How often a token has been used; undefined: never. */
export async function tokenUses(place: Place, subject: string): Promise<number | undefined> {
  const [row] = await statement<{ uses: number }>(place, 'select uses from widget_tokens where subject = $1', [
    subject,
  ]);
  return row?.uses;
}

/** Hosts of the pages on which the company's sessions began, the oldest first. */
export async function siteHostsOf(place: Place, companyId: number): Promise<(string | null)[]> {
  const rows = await statement<{ host: string | null }>(
    place,
    'select site_host as host from widget_sessions where company_id = $1 order by created_at',
    [companyId],
  );
  return rows.map(({ host }) => host);
}

export async function ageWidgetErrors(place: Place, widgetId: string, days: number): Promise<void> {
  await statement(place, 'update widget_errors set day = day - $2::int where widget_id = $1', [widgetId, days]);
}

/** The rows of the company's sessions as text. */
export async function storedSessionsOf(place: Place, companyId: number): Promise<string[]> {
  const rows = await statement<{ row: string }>(
    place,
    'select s::text as row from widget_sessions s where company_id = $1',
    [companyId],
  );
  return rows.map(({ row }) => row);
}

export async function sealedSecretOf(place: Place, widgetId: string): Promise<string> {
  const { sealed } = await oneRow<{ sealed: string }>(
    place,
    'select secret_sealed as sealed from verification_widgets where id = $1',
    [widgetId],
  );
  return sealed;
}

/** Every provider is probed at the next round. */
export async function makeProbesDue(place: Place): Promise<void> {
  await statement(place, "update captcha_health set due_at = clock_timestamp() - interval '1 second'");
}

/** No process has probed the providers for this long. */
export async function ageProbes(place: Place, seconds: number): Promise<void> {
  await statement(place, "update captcha_health set probed_at = probed_at - $1 * interval '1 second'", [seconds]);
}

/** Numbers that confirmed a code of the company, rows that count unconfirmed codes, and both as text. */
export const visitorRows = (place: Place, companyId: number) =>
  oneRow<{ known: number; unconfirmed: number; text: string }>(
    place,
    `select
       (select count(*)::int from verification_known_numbers where company_id = $1) as known,
       (select count(*)::int from verification_unconfirmed where company_id = $1) as unconfirmed,
       (select coalesce(string_agg(k::text, ' '), '') from verification_known_numbers k where company_id = $1)
         || (select coalesce(string_agg(u::text, ' '), '') from verification_unconfirmed u where company_id = $1) as text`,
    [companyId],
  );

/** The money that codes of the subject have cost today. */
export async function spendDay(place: Place, subject: string, micros: bigint): Promise<void> {
  await statement(place, 'update verification_days set spent_micros = $2 where subject = $1', [subject, micros]);
}

/** The operator reports the code of the session with this key as delivered. */
export async function deliverCode(place: Place, key: string): Promise<void> {
  await statement(
    place,
    `update messages
     set status = $2
     where id = (
       select v.message_uuid
       from widget_sessions s
       join verifications v on v.id = s.verification_id
       where s.key_digest = sha256($1::bytea)
     )`,
    [Buffer.from(key), MESSAGE_STATUS_CODES.DELIVERED],
  );
}
