import type { Database, Tx } from '../../platform/database.ts';
import type { Widget } from './widget.ts';

const COLUMNS = `w.id as "widgetId", w.company_id as "companyId", w.profile_id as "gatewayId", w.name, w.status, w.kind,
  w.domains, w.captcha_type as "captchaType", w.site_key as "siteKey", w.texts, w.colours, w.key_id as "keyId",
  w.day_micros_max as "dayMicrosMax", w.created_at as "createdAt"`;

export type StoredWidget = Widget & { readonly secretSealed: string };

const WITH_SECRET = `${COLUMNS}, w.secret_sealed as "secretSealed"`;

export async function insertWidget(tx: Tx, widget: Omit<StoredWidget, 'createdAt'>): Promise<Widget> {
  const rows = await tx.query<Widget>(
    `insert into verification_widgets as w (id, company_id, profile_id, name, status, kind, domains, captcha_type,
       site_key, secret_sealed, texts, colours, key_id, day_micros_max, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) returning ${COLUMNS}`,
    [widget.widgetId, widget.companyId, ...settingsOf(widget), tx.now],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a widget was not written');
  return row;
}

export async function updateWidget(tx: Tx, widget: StoredWidget): Promise<void> {
  await tx.query(
    `update verification_widgets set profile_id = $2, name = $3, status = $4, kind = $5, domains = $6, captcha_type = $7,
       site_key = $8, secret_sealed = $9, texts = $10, colours = $11, key_id = $12, day_micros_max = $13 where id = $1`,
    [widget.widgetId, ...settingsOf(widget)],
  );
}

function settingsOf(widget: Omit<StoredWidget, 'createdAt'>): unknown[] {
  return [
    widget.gatewayId,
    widget.name,
    widget.status,
    widget.kind,
    widget.domains,
    widget.captchaType,
    widget.siteKey,
    widget.secretSealed,
    JSON.stringify(widget.texts),
    JSON.stringify(widget.colours),
    widget.keyId,
    widget.dayMicrosMax,
  ];
}

export function selectWidgets(tx: Tx, { companyId }: { companyId?: number }): Promise<Widget[]> {
  return tx.query<Widget>(
    `select ${COLUMNS} from verification_widgets w where ($1::integer is null or w.company_id = $1)
      order by w.company_id, w.created_at, w.id`,
    [companyId ?? null],
  );
}

export async function lockWidget(tx: Tx, widgetId: string): Promise<StoredWidget | undefined> {
  const rows = await tx.query<StoredWidget>(
    `select ${WITH_SECRET} from verification_widgets w where w.id = $1 for update`,
    [widgetId],
  );
  return rows[0];
}

/** One that visitors may use: neither it nor its profile nor its company is switched off. */
export async function selectOpenWidget(tx: Tx, widgetId: string): Promise<StoredWidget | undefined> {
  const rows = await tx.query<StoredWidget>(
    `select ${WITH_SECRET} from verification_widgets w
       join verification_profiles p on p.id = w.profile_id and p.status = 'ACTIVE'
       join companies c on c.id = w.company_id and c.status = 'ACTIVE'
      where w.id = $1 and w.status = 'ACTIVE'`,
    [widgetId],
  );
  return rows[0];
}

/** The sites of a widget, by its id or by the digest of a visitor's key; asked before every call of a browser. */
export async function selectDomains(
  { pool }: Database,
  of: { readonly widgetId: string } | { readonly keyDigest: Buffer },
): Promise<readonly string[] | undefined> {
  const [condition, value] =
    'widgetId' in of
      ? ['w.id = $1', of.widgetId]
      : ['w.id = (select s.widget_id from widget_sessions s where s.key_digest = $1)', of.keyDigest];
  const { rows } = await pool.query<{ domains: string[] }>(
    `select w.domains from verification_widgets w where w.status = 'ACTIVE' and ${condition}`,
    [value],
  );
  return rows[0]?.domains;
}

export async function isKeyOf(tx: Tx, keyId: string, companyId: number, type: string): Promise<boolean> {
  const rows = await tx.query(
    "select from api_keys where key_id = $1 and company_id = $2 and type = $3 and status = 'ACTIVE'",
    [keyId, companyId, type],
  );
  return rows.length === 1;
}

export function selectSealedBefore(tx: Tx, currentPrefix: string) {
  return tx.query<{ id: string; sealed: string }>(
    'select id, secret_sealed as sealed from verification_widgets where not starts_with(secret_sealed, $1) for update',
    [currentPrefix],
  );
}

export async function updateSealed(tx: Tx, rows: readonly { id: string; sealed: string }[]): Promise<void> {
  await tx.query(
    'update verification_widgets w set secret_sealed = u.sealed from unnest($1::text[], $2::text[]) as u(id, sealed) where w.id = u.id',
    [rows.map((row) => row.id), rows.map((row) => row.sealed)],
  );
}
