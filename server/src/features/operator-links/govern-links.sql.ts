import { BATCH_STATES } from '@volley/domain/sending/batch-state.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { GovernedLink, LinkChange } from './governed-link.ts';

/** `bound` is false after the owner's lease expires. */
const COLUMNS = `l.id as "linkId",
       l.name,
       l.protocol,
       l.url,
       l.channel_type as "channelType",
       l.brands,
       l.host,
       l.port,
       l.system_id as "systemId",
       l.system_type as "systemType",
       l.bind_mode as "bindMode",
       l.tls,
       l.rate_per_second as "ratePerSecond",
       l.window_size as "windowSize",
       l.id_form as "idForm",
       l.receipts_per_part as "receiptsPerPart",
       l.settings,
       l.enabled,
       l.paused,
       l.bound and coalesce(l.lease_until > clock_timestamp(), false) as bound,
       l.degraded_because as "degradedBecause",
       l.degraded_since as "degradedSince",
       l.last_error as "lastError",
       l.last_bound_at as "lastBoundAt",
       coalesce((
         select sum(b.count)
         from batches b
         where b.link_id = l.id
           and b.state in (${BATCH_STATES.claimed}, ${BATCH_STATES.inFlight})), 0)::integer as outstanding`;

export function selectLinks(tx: Tx): Promise<GovernedLink[]> {
  return tx.query<GovernedLink>(
    `select ${COLUMNS}
     from operator_links l
     order by l.id`,
  );
}

export async function selectLink(tx: Tx, linkId: number): Promise<GovernedLink | undefined> {
  const rows = await tx.query<GovernedLink>(
    `select ${COLUMNS}
     from operator_links l
     where l.id = $1`,
    [linkId],
  );
  return rows[0];
}

/** A new version makes the connector reload the link; `enabled` and `paused` apply without it. */
export async function updateLink(tx: Tx, linkId: number, change: LinkChange): Promise<void> {
  await tx.query(
    `update operator_links
     set enabled = coalesce($2, enabled),
       paused = coalesce($3, paused),
       rate_per_second = case when $4 then $5::integer else rate_per_second end,
       receipts_per_part = coalesce($6, receipts_per_part),
       version = version + case when $4 or $6 is not null then 1 else 0 end
     where id = $1`,
    [
      linkId,
      change.enabled ?? null,
      change.paused ?? null,
      change.ratePerSecond !== undefined,
      change.ratePerSecond ?? null,
      change.receiptsPerPart ?? null,
    ],
  );
}
