import type { LinkFigures } from '@volley/domain/links/link-figures.ts';
import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { uuidFloor } from '../../../platform/uuid-v7.ts';

const { DELIVERED, FAILED } = MESSAGE_STATUS_CODES;
const PERIOD_MS = 3_600_000;
/** Bounds of the sample: the newest batches of the last hour. */
const BATCHES_MAX = 5_000;
const MESSAGES_MAX = 20_000;

/** `country`: null for the home country; abroad the brand is 0. */
export type FiguresRow = LinkFigures & {
  readonly linkId: number;
  readonly brand: number;
  readonly country: string | null;
};

const SELECT_LINK_FIGURES = `
  with newest as materialized (
    select link_id, dispatch_id, strand, from_seq, to_seq, sum(count) over (order by id desc) as messages
    from (
      select *
      from batches
      where id >= $1
      order by id desc
      limit ${BATCHES_MAX}
    ) b
  )
  select n.link_id as "linkId",
    case when t.country is null then t.route else 0 end as brand,
    t.country,
    count(*) filter (where m.status in (${DELIVERED}, ${FAILED}))::integer as results,
    count(*) filter (where m.status = ${DELIVERED})::integer as delivered,
    percentile_cont(0.5) within group (order by extract(epoch from m.final_at - m.sent_at)::float8 * 1000)
      filter (where m.status = ${DELIVERED}) as "medianReceiptMs",
    count(v.id) filter (where v.confirmed_at is not null or v.expires_at <= $3)::integer as "codesSent",
    count(v.id) filter (where v.confirmed_at is not null)::integer as "codesEntered"
  from newest n
  join strands t on t.dispatch_id = n.dispatch_id
    and t.strand = n.strand
  join messages m on m.dispatch_id = n.dispatch_id
    and m.strand = n.strand
    and m.seq between n.from_seq and n.to_seq
    and m.id >= $2
  left join verifications v on v.id = m.verification_id
  where n.messages <= ${MESSAGES_MAX}
    and m.sent_at is not null
    and n.link_id in (select link_id from link_routes)
  group by 1, 2, 3`;

const DAY_MS = 86_400_000;

/** Messages that are older than a day are left out: their partitions need not be read. */
export function selectLinkFigures(tx: Tx): Promise<FiguresRow[]> {
  const nowMs = tx.now.getTime();
  return tx.query<FiguresRow>(SELECT_LINK_FIGURES, [uuidFloor(nowMs - PERIOD_MS), uuidFloor(nowMs - DAY_MS), tx.now]);
}

/** False: every company has the mode that needs no figures. */
export async function hasMeasuredModes(tx: Tx): Promise<boolean> {
  const rows = await tx.query<{ found: boolean }>(
    `select
       exists (select from companies where link_mode <> 'balanced')
         and exists (select from link_routes) as found`,
  );
  return rows[0]?.found ?? false;
}
