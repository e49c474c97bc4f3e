import type { VerificationChannel } from '@volley/domain/verification-channel.ts';
import type { SentCode, Session } from '@volley/domain/verification-status.ts';
import type { Tx } from '../../platform/database.ts';
import type { WidgetKind } from './widget.ts';

export type WidgetSession = Session & {
  readonly companyId: number;
  readonly widgetId: string;
  readonly gatewayId: string;
  readonly kind: WidgetKind;
  readonly dayMicrosMax: bigint | null;
  readonly channelType: VerificationChannel;
  /** Null once the code is on its way. */
  readonly destination: string | null;
  readonly verificationId: string | null;
  /** Digits of the code that was sent; null before, and in rows of the version before. */
  readonly codeLength: number | null;
};

type SessionRow = Omit<WidgetSession, 'code'> & {
  readonly codeExpiresAt: Date | null;
  readonly checks: number;
  readonly checksMax: number;
  readonly confirmedAt: Date | null;
};

const SELECT = `select s.company_id as "companyId", s.widget_id as "widgetId", w.profile_id as "gatewayId", w.kind,
    w.day_micros_max as "dayMicrosMax", s.channel_type as "channelType", s.destination,
    s.verification_id as "verificationId", s.error_code as "errorCode", s.created_at as "createdAt",
    s.expires_at as "expiresAt", v.expires_at as "codeExpiresAt", v.checks, v.checks_max as "checksMax",
    v.confirmed_at as "confirmedAt", v.code_length as "codeLength"
  from widget_sessions s join verification_widgets w on w.id = s.widget_id
  left join verifications v on v.id = s.verification_id where s.key_digest = $1`;

export async function selectSession(tx: Tx, keyDigest: Buffer): Promise<WidgetSession | undefined> {
  return sessionOf(await tx.query<SessionRow>(SELECT, [keyDigest]));
}

export async function lockSession(tx: Tx, keyDigest: Buffer): Promise<WidgetSession | undefined> {
  return sessionOf(await tx.query<SessionRow>(`${SELECT} for update of s`, [keyDigest]));
}

function sessionOf([row]: readonly SessionRow[]): WidgetSession | undefined {
  if (row === undefined) return undefined;
  const { codeExpiresAt, checks, checksMax, confirmedAt, ...session } = row;
  const code: SentCode | null =
    codeExpiresAt === null ? null : { expiresAt: codeExpiresAt, checks, checksMax, confirmedAt };
  return { ...session, code };
}

type NewSession = Pick<WidgetSession, 'companyId' | 'widgetId' | 'channelType' | 'expiresAt'> & {
  readonly keyDigest: Buffer;
  readonly destination: string;
};

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  const { keyDigest, companyId, widgetId, channelType, destination, expiresAt } = session;
  await tx.query(
    `insert into widget_sessions (key_digest, company_id, widget_id, channel_type, destination, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [keyDigest, companyId, widgetId, channelType, destination, tx.now, expiresAt],
  );
}

/** The number is needed no longer, and what went wrong before is past. */
export async function setSent(tx: Tx, keyDigest: Buffer, verificationId: string): Promise<void> {
  await tx.query(
    'update widget_sessions set verification_id = $2, destination = null, error_code = null where key_digest = $1',
    [keyDigest, verificationId],
  );
}

/** What hinders a send; a session that has its code has no trouble. */
export async function setError(tx: Tx, keyDigest: Buffer, errorCode: number): Promise<void> {
  await tx.query('update widget_sessions set error_code = $2 where key_digest = $1 and verification_id is null', [
    keyDigest,
    errorCode,
  ]);
}

/** Of all tries of an account since then that still wait for their send. */
export async function setErrorOfWaiting(tx: Tx, companyId: number, since: Date, errorCode: number): Promise<void> {
  await tx.query(
    `update widget_sessions set error_code = $3
      where company_id = $1 and verification_id is null and created_at > $2 and error_code is null`,
    [companyId, since, errorCode],
  );
}
