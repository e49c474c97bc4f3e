import type { Tx } from '../../../platform/database/database.ts';
import type { Profile } from './profile.ts';

const COLUMNS = `
       id as "gatewayId",
       company_id as "companyId",
       name,
       status,
       code_length as "codeLength",
       lifetime_seconds as "lifetimeSeconds",
       checks_max as "checksMax",
       resend_pause_seconds as "resendPauseSeconds",
       sends_per_number as "sendsPerNumber",
       sends_per_address as "sendsPerAddress",
       sends_per_prefix as "sendsPerPrefix",
       countries,
       day_micros_max as "dayMicrosMax",
       entered_share_min as "enteredShareMin",
       entered_share_after as "enteredShareAfter",
       channels,
       fallback,
       callback_endpoint_id as "callbackEndpointId",
       callback_url as "callbackUrl",
       language,
       bind_to_site as "bindToSite",
       created_at as "createdAt"`;

export async function insertProfile(tx: Tx, profile: Omit<Profile, 'createdAt'>): Promise<Profile | undefined> {
  const rows = await tx.query<Profile>(
    `insert into verification_profiles (
       id, company_id, name, status, code_length, lifetime_seconds, checks_max,
       resend_pause_seconds, sends_per_number, sends_per_address, sends_per_prefix, countries, day_micros_max,
       entered_share_min, entered_share_after, channels, fallback, callback_endpoint_id, callback_url,
       language, bind_to_site, created_at
     )
     select
       $1, c.id, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22
     from companies c
     where c.id = $2
     returning ${COLUMNS}`,
    [profile.gatewayId, profile.companyId, ...settingsOf(profile), tx.now],
  );
  return rows[0];
}

export async function updateProfile(tx: Tx, profile: Profile): Promise<void> {
  await tx.query(
    `update verification_profiles
     set
       name = $2,
       status = $3,
       code_length = $4,
       lifetime_seconds = $5,
       checks_max = $6,
       resend_pause_seconds = $7,
       sends_per_number = $8,
       sends_per_address = $9,
       sends_per_prefix = $10,
       countries = $11,
       day_micros_max = $12,
       entered_share_min = $13,
       entered_share_after = $14,
       channels = $15,
       fallback = $16,
       callback_endpoint_id = $17,
       callback_url = $18,
       language = $19,
       bind_to_site = $20
     where id = $1`,
    [profile.gatewayId, ...settingsOf(profile)],
  );
}

function settingsOf(profile: Omit<Profile, 'createdAt'>): unknown[] {
  return [
    profile.name,
    profile.status,
    profile.codeLength,
    profile.lifetimeSeconds,
    profile.checksMax,
    profile.resendPauseSeconds,
    profile.sendsPerNumber,
    profile.sendsPerAddress,
    profile.sendsPerPrefix,
    profile.countries,
    profile.dayMicrosMax,
    profile.enteredShareMin,
    profile.enteredShareAfter,
    JSON.stringify(profile.channels),
    profile.fallback,
    profile.callbackEndpointId,
    profile.callbackUrl,
    profile.language,
    profile.bindToSite,
  ];
}

export function selectProfiles(tx: Tx, { companyId }: { companyId?: number }): Promise<Profile[]> {
  return tx.query<Profile>(
    `select ${COLUMNS}
     from verification_profiles
     where ($1::integer is null or company_id = $1)
     order by company_id, created_at, id`,
    [companyId ?? null],
  );
}

export async function selectProfile(tx: Tx, gatewayId: string): Promise<Profile | undefined> {
  const rows = await tx.query<Profile>(
    `select ${COLUMNS}
     from verification_profiles
     where id = $1`,
    [gatewayId],
  );
  return rows[0];
}

export async function lockProfile(tx: Tx, gatewayId: string): Promise<Profile | undefined> {
  const rows = await tx.query<Profile>(
    `select ${COLUMNS}
     from verification_profiles
     where id = $1
     for update`,
    [gatewayId],
  );
  return rows[0];
}
