import { must } from '@volley/domain/must.ts';
import { bulkColumns } from '../../../platform/database/bulk-columns.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import type { Widget } from './widget.ts';

const COLUMNS = `
       w.id as "widgetId",
       w.company_id as "companyId",
       w.profile_id as "gatewayId",
       w.name,
       w.status,
       w.kind,
       w.domains,
       w.captcha_type as "captchaType",
       w.site_key as "siteKey",
       w.pow_fallback as "powFallback",
       w.texts,
       w.colours,
       w.key_id as "keyId",
       w.day_micros_max as "dayMicrosMax",
       w.created_at as "createdAt"`;

export type StoredWidget = Widget & { readonly secretSealed: string };

const WITH_SECRET = `${COLUMNS}, w.secret_sealed as "secretSealed"`;

export async function insertWidget(tx: Tx, widget: Omit<StoredWidget, 'createdAt'>): Promise<Widget> {
  const rows = await tx.query<Widget>(
    `insert into verification_widgets as w (
       id, company_id, profile_id, name, status, kind, domains, captcha_type,
       site_key, secret_sealed, texts, colours, key_id, day_micros_max, pow_fallback, created_at
     )
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
     returning ${COLUMNS}`,
    [widget.widgetId, widget.companyId, ...settingsOf(widget), tx.now],
  );
  return must(rows[0], `stored widget ${widget.widgetId}`);
}

export async function updateWidget(tx: Tx, widget: StoredWidget): Promise<void> {
  await tx.query(
    `update verification_widgets
     set
       profile_id = $2,
       name = $3,
       status = $4,
       kind = $5,
       domains = $6,
       captcha_type = $7,
       site_key = $8,
       secret_sealed = $9,
       texts = $10,
       colours = $11,
       key_id = $12,
       day_micros_max = $13,
       pow_fallback = $14
     where id = $1`,
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
    widget.powFallback,
  ];
}

export function selectWidgets(tx: Tx, { companyId }: { companyId?: number }): Promise<Widget[]> {
  return tx.query<Widget>(
    `select ${COLUMNS}
     from verification_widgets w
     where ($1::integer is null or w.company_id = $1)
     order by w.company_id, w.created_at, w.id`,
    [companyId ?? null],
  );
}

export async function lockWidget(tx: Tx, widgetId: string): Promise<StoredWidget | undefined> {
  const rows = await tx.query<StoredWidget>(
    `select ${WITH_SECRET}
     from verification_widgets w
     where w.id = $1
     for update`,
    [widgetId],
  );
  return rows[0];
}

/** A widget that visitors may use: widget, profile and company are active. */
export async function selectOpenWidget(tx: Tx, widgetId: string): Promise<StoredWidget | undefined> {
  const rows = await tx.query<StoredWidget>(
    `select ${WITH_SECRET}
     from verification_widgets w
     join verification_profiles p
       on p.id = w.profile_id
      and p.status = 'ACTIVE'
     join companies c
       on c.id = w.company_id
      and c.status = 'ACTIVE'
     where w.id = $1
       and w.status = 'ACTIVE'`,
    [widgetId],
  );
  return rows[0];
}

/** Sites of a widget. Runs before every browser request, outside of a transaction. */
export async function selectDomains({ pool }: Database, widgetId: string): Promise<readonly string[] | undefined> {
  const { rows } = await pool.query<{ domains: string[] }>(
    `select w.domains
     from verification_widgets w
     where w.status = 'ACTIVE'
       and w.id = $1`,
    [widgetId],
  );
  return rows[0]?.domains;
}

/** Sites of the widget that a session key belongs to. */
export async function selectDomainsByKey(
  { pool }: Database,
  keyDigest: Buffer,
): Promise<readonly string[] | undefined> {
  const { rows } = await pool.query<{ domains: string[] }>(
    `select w.domains
     from verification_widgets w
     where w.status = 'ACTIVE'
       and w.id = (select s.widget_id from widget_sessions s where s.key_digest = $1)`,
    [keyDigest],
  );
  return rows[0]?.domains;
}

export async function isKeyOf(tx: Tx, keyId: string, companyId: number, type: string): Promise<boolean> {
  const rows = await tx.query(
    `select
     from api_keys
     where key_id = $1
       and company_id = $2
       and type = $3
       and status = 'ACTIVE'`,
    [keyId, companyId, type],
  );
  return rows.length === 1;
}

export function selectSealedBefore(tx: Tx, currentPrefix: string) {
  return tx.query<{ id: string; sealed: string }>(
    `select id, secret_sealed as sealed
     from verification_widgets
     where not starts_with(secret_sealed, $1)
     for update`,
    [currentPrefix],
  );
}

const resealed = bulkColumns({ id: 'text', sealed: 'text' });

export async function updateSealed(tx: Tx, rows: readonly { id: string; sealed: string }[]): Promise<void> {
  await tx.query(
    `update verification_widgets w
     set secret_sealed = u.sealed
     from ${resealed.as('u')}
     where w.id = u.id`,
    resealed.values(rows),
  );
}
