import type { DegradedBecause } from '@volley/domain/links/degraded-link.ts';
import type { LinkSettings } from '@volley/domain/links/link-settings.ts';
import type { HttpProtocol, Protocol } from '@volley/domain/links/provider-protocol.ts';
import type { ChannelType } from '@volley/domain/sending/channel.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { ReceiptsPerPart } from './governed-link.ts';

export type LinkRow = {
  id: number;
  name: string;
  protocol: Protocol;
  url: string | null;
  channel_type: string;
  brands: number[];
  host: string;
  port: number;
  system_id: string;
  password_sealed: string;
  system_type: string;
  bind_mode: 'transceiver' | 'transmitter';
  tls: boolean;
  rate_per_second: number | null;
  window_size: number;
  id_form: string;
  source_ton: number;
  source_npi: number;
  /** Our account with the operator; its links share receipts. */
  account_id: number;
  receipts_per_part: ReceiptsPerPart;
  version: number;
  /** Settings that only the protocol knows. */
  settings: LinkSettings;
  /** False after the link changed its owner. */
  bound: boolean;
  /** Why it is degraded; null: it is not. */
  degraded_because: DegradedBecause | null;
};

const COLUMNS = `id, name, protocol, url, channel_type, brands, host, port, system_id, password_sealed, system_type,
       bind_mode, tls, rate_per_second, window_size, id_form, source_ton, source_npi, account_id, receipts_per_part,
       version, settings, bound, degraded_because`;

/** Renews the links of this process and claims free ones, up to its share among the live connectors. */
export function claimLinks(tx: Tx, owner: string, leaseMs: number) {
  return tx.planned<LinkRow>(
    `with share as (
       select
         ceil((select count(*) from operator_links where enabled)::numeric / greatest((
           select count(*)
           from instances
           where 'connector' = any(roles)
             and lease_until > clock_timestamp()), 1)) as links),
     mine as (
       select id
       from operator_links
       where enabled
         and owner = $1
         and lease_until > clock_timestamp()
       order by id
       limit (select links from share)),
     free as (
       select id
       from operator_links
       where enabled
         and (
           owner is null
           or lease_until <= clock_timestamp()
           or not exists (
             select
             from instances i
             where i.id = owner
               and i.lease_until > clock_timestamp()))
         and id not in (select id from mine)
       order by id
       limit greatest((select links from share) - (select count(*) from mine), 0)
       for update skip locked)
     update operator_links
     set down_since = case
         when bound and owner is distinct from $1 then clock_timestamp()
         else down_since
       end,
       bound = bound and owner = $1,
       owner = $1,
       lease_until = clock_timestamp() + $2 * interval '1 millisecond'
     where id in (
       select id
       from mine
       union all
       select id
       from free)
     returning ${COLUMNS}`,
    [owner, leaseMs],
  );
}

type StoredLinkState = {
  readonly bound: boolean;
  readonly proven: boolean;
  readonly degraded: DegradedBecause | null;
  readonly error: string | null;
};

export async function setLinkState(
  tx: Tx,
  linkId: number,
  owner: string,
  { bound, proven, degraded, error }: StoredLinkState,
): Promise<void> {
  await tx.query(
    `update operator_links
     set bound = $3,
       down_since = case when $6 then null else coalesce(down_since, clock_timestamp()) end,
       last_error = coalesce($4, last_error),
       last_bound_at = case when $3 and not bound then $5 else last_bound_at end,
       degraded_because = $7::text,
       degraded_since = case when $7::text is not null then coalesce(degraded_since, $5) end
     where id = $1
       and owner = $2`,
    [linkId, owner, bound, error, tx.now, proven, degraded],
  );
}

export async function releaseLink(tx: Tx, linkId: number, owner: string): Promise<void> {
  await tx.query(
    `update operator_links
     set owner = null,
       lease_until = null,
       down_since = case when bound then clock_timestamp() else down_since end,
       bound = false
     where id = $1
       and owner = $2`,
    [linkId, owner],
  );
}

export type NewLink = {
  name: string;
  protocol: Protocol;
  channelType: string;
  url: string | null;
  verifyTokenSealed: string | null;
  senderNames: Readonly<Record<string, string>>;
  brands: readonly number[];
  host: string;
  port: number;
  systemId: string;
  passwordSealed: string;
  ratePerSecond: number | null;
  windowSize: number;
  tls: boolean;
  idForm: string;
  receiptsPerPart: ReceiptsPerPart;
  settings: LinkSettings;
};

export async function upsertLink(tx: Tx, link: NewLink): Promise<number> {
  const rows = await tx.query<{ id: number }>(
    `insert into operator_links (
       name, brands, host, port, system_id, password_sealed, rate_per_second, window_size, tls, id_form,
       protocol, channel_type, url, verify_token_sealed, sender_names, receipts_per_part, settings)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
     on conflict (name)
     do update set
       protocol = excluded.protocol,
       channel_type = excluded.channel_type,
       url = excluded.url,
       verify_token = null,
       verify_token_sealed = excluded.verify_token_sealed,
       sender_names = excluded.sender_names,
       brands = excluded.brands,
       host = excluded.host,
       port = excluded.port,
       system_id = excluded.system_id,
       password_sealed = excluded.password_sealed,
       rate_per_second = excluded.rate_per_second,
       window_size = excluded.window_size,
       tls = excluded.tls,
       id_form = excluded.id_form,
       receipts_per_part = excluded.receipts_per_part,
       settings = excluded.settings,
       version = operator_links.version + 1
     returning id`,
    [
      link.name,
      link.brands,
      link.host,
      link.port,
      link.systemId,
      link.passwordSealed,
      link.ratePerSecond,
      link.windowSize,
      link.tls,
      link.idForm,
      link.protocol,
      link.channelType,
      link.url,
      link.verifyTokenSealed,
      JSON.stringify(link.senderNames),
      link.receiptsPerPart,
      JSON.stringify(link.settings),
    ],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error(`upsert of link ${link.name} returned no id`);
  return id;
}

export type HookRow = {
  id: number;
  protocol: HttpProtocol;
  account_id: number;
  channel_type: ChannelType;
  password_sealed: string;
  /** In clear: put by the version before and not sealed yet. */
  verify_token: string | null;
  verify_token_sealed: string | null;
  sender_names: Readonly<Record<string, string>>;
  settings: LinkSettings;
};

/**
 * Disabled links are included: receipts of their earlier messages still arrive. `sender_names` also holds the accounts
 * of sender names, by each of their settings: the provider names an account by one of them.
 */
export async function selectHook(tx: Tx, name: string): Promise<HookRow | undefined> {
  const rows = await tx.query<HookRow>(
    `select
       l.id,
       l.protocol,
       l.account_id,
       l.channel_type,
       l.password_sealed,
       l.verify_token,
       l.verify_token_sealed,
       l.settings,
       l.sender_names || coalesce(
         (select jsonb_object_agg(v.value, s.sender_name)
          from sender_accounts a
          join senders s on s.id = a.sender_id
          cross join jsonb_each_text(a.settings) v
          where a.link_id = l.id),
         '{}') as sender_names
     from operator_links l
     where l.name = $1
       and l.protocol <> 'SMPP'`,
    [name],
  );
  return rows[0];
}

export async function updateLongLeases(tx: Tx, leaseMs: number): Promise<void> {
  await tx.query(
    `update operator_links
     set lease_until = clock_timestamp() + $1 * interval '1 millisecond'
     where lease_until > clock_timestamp() + $1 * interval '1 millisecond'`,
    [leaseMs],
  );
}
