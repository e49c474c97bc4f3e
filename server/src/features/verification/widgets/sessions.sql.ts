import type { VerificationChannel } from '@volley/domain/verification/verification-channel.ts';
import type { SentCode, Session } from '@volley/domain/verification/verification-status.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { DELIVERY, type Delivery } from '../codes/facts.sql.ts';
import type { WidgetKind } from './widget.ts';

export type WidgetSession = Session & {
  readonly companyId: number;
  readonly widgetId: string;
  readonly gatewayId: string;
  readonly kind: WidgetKind;
  readonly dayMicrosMax: bigint | null;
  readonly channelType: VerificationChannel;
  /** Null after the code was sent. */
  readonly destination: string | null;
  readonly verificationId: string | null;
  /** Keyed hash of the number that the code went to; null before the send and in rows of earlier versions. */
  readonly numberMac: string | null;
  /** Host of the site that opened the session; null in rows of earlier versions. */
  readonly siteHost: string | null;
  /** The last error that was counted because the visitor saw it. */
  readonly shownError: number | null;
};

type SessionRow = Omit<WidgetSession, 'code'> & {
  readonly codeExpiresAt: Date | null;
  readonly checks: number;
  readonly checksMax: number;
  readonly confirmedAt: Date | null;
};

const COLUMNS = `
       s.company_id as "companyId",
       s.widget_id as "widgetId",
       w.profile_id as "gatewayId",
       w.kind,
       w.day_micros_max as "dayMicrosMax",
       s.channel_type as "channelType",
       s.destination,
       s.verification_id as "verificationId",
       s.error_code as "errorCode",
       s.created_at as "createdAt",
       s.expires_at as "expiresAt",
       s.site_host as "siteHost",
       s.shown_error as "shownError",
       least(v.expires_at, v.cancelled_at) as "codeExpiresAt",
       v.checks,
       v.checks_max as "checksMax",
       v.confirmed_at as "confirmedAt",
       v.number_mac as "numberMac"`;

const SOURCES = `
     from widget_sessions s
     join verification_widgets w on w.id = s.widget_id
     left join verifications v on v.id = s.verification_id`;

const SELECT = `
     select ${COLUMNS}
     ${SOURCES}
     where s.key_digest = $1`;

export async function selectSession(tx: Tx, keyDigest: Buffer): Promise<WidgetSession | undefined> {
  const [row] = await tx.query<SessionRow>(SELECT, [keyDigest]);
  return row && sessionOf(row);
}

export async function lockSession(tx: Tx, keyDigest: Buffer): Promise<WidgetSession | undefined> {
  const [row] = await tx.query<SessionRow>(
    `${SELECT}
     for update of s`,
    [keyDigest],
  );
  return row && sessionOf(row);
}

function sessionOf<Row extends SessionRow>({ codeExpiresAt, checks, checksMax, confirmedAt, ...session }: Row) {
  const code: SentCode | null =
    codeExpiresAt === null ? null : { expiresAt: codeExpiresAt, checks, checksMax, confirmedAt };
  return { ...session, code };
}

/** A session with the facts whose change a waiting visitor must see. */
export type WatchedSession = WidgetSession & {
  readonly keyDigest: Buffer;
  /** Of the newest message, as in `codeFacts`. */
  readonly sentChannel: VerificationChannel;
  readonly delivery: Delivery;
};

/** For all waiting visitors of a process in one statement. */
export async function selectWatched(tx: Tx, keyDigests: readonly Buffer[]): Promise<WatchedSession[]> {
  const rows = await tx.query<SessionRow & Pick<WatchedSession, 'keyDigest' | 'sentChannel' | 'delivery'>>(
    `select ${COLUMNS},
       s.key_digest as "keyDigest",
       coalesce(n.channel_type, s.channel_type) as "sentChannel",
       ${DELIVERY} as delivery
     ${SOURCES}
     left join lateral (
       select message_uuid, channel_type
       from verification_messages
       where verification_id = v.id
       order by position desc
       limit 1
     ) n on true
     left join messages m on m.id = coalesce(n.message_uuid, v.message_uuid)
     where s.key_digest = any($1)`,
    [keyDigests],
  );
  return rows.map(sessionOf);
}

type NewSession = Pick<WidgetSession, 'companyId' | 'widgetId' | 'channelType' | 'expiresAt' | 'siteHost'> & {
  readonly keyDigest: Buffer;
  readonly destination: string;
  /** Subjects of `verification_unconfirmed`. */
  readonly counted: readonly string[];
};

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  const { keyDigest, companyId, widgetId, channelType, destination, siteHost, counted, expiresAt } = session;
  await tx.query(
    `insert into widget_sessions (
       key_digest, company_id, widget_id, channel_type, destination, site_host,
       counted, created_at, expires_at
     )
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [keyDigest, companyId, widgetId, channelType, destination, siteHost, counted, tx.now, expiresAt],
  );
}

/** Deletes the number, which is no longer needed, and an earlier error. */
export async function setSent(tx: Tx, keyDigest: Buffer, verificationId: string): Promise<void> {
  await tx.query(
    `update widget_sessions
     set
       verification_id = $2,
       destination = null,
       error_code = null
     where key_digest = $1`,
    [keyDigest, verificationId],
  );
}

/** Sets the error of a failed send; ignored after the code was sent. Returns the widget of a changed session. */
export async function setError(tx: Tx, keyDigest: Buffer, errorCode: number): Promise<string | undefined> {
  const rows = await tx.query<{ widgetId: string }>(
    `update widget_sessions
     set error_code = $2
     where key_digest = $1
       and verification_id is null
     returning widget_id as "widgetId"`,
    [keyDigest, errorCode],
  );
  return rows[0]?.widgetId;
}

/** Returns the widget if the visitor had not seen this error before. */
export async function setShownError(tx: Tx, keyDigest: Buffer, errorCode: number): Promise<string | undefined> {
  const rows = await tx.query<{ widgetId: string }>(
    `update widget_sessions
     set shown_error = $2
     where key_digest = $1
       and shown_error is distinct from $2
     returning widget_id as "widgetId"`,
    [keyDigest, errorCode],
  );
  return rows[0]?.widgetId;
}

/** Sets the error of all sessions of a company since then that wait for their code. */
export async function setErrorOfWaiting(tx: Tx, companyId: number, since: Date, errorCode: number): Promise<void> {
  await tx.query(
    `update widget_sessions
     set error_code = $3
     where company_id = $1
       and verification_id is null
       and created_at > $2
       and error_code is null`,
    [companyId, since, errorCode],
  );
}
