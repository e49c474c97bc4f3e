// Rows of widgets, their sessions and their errors.
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
