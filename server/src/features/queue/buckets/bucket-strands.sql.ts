// Strands of buckets. If no message of a strand waits, the process that appends new messages also claims them.
// Otherwise they queue behind the waiting messages for the pacer.

import type { StrandKey } from '@volley/domain/planning/offer.ts';
import type { Tx } from '../../../platform/database/database.ts';

export type BucketStrand = {
  readonly dispatchId: number;
  readonly strand: number;
  readonly senderId: number;
  readonly route: number;
  readonly timezone: string;
  readonly trafficType: string;
  readonly tariffId: number;
  readonly country: string | null;
  readonly partMicros: bigint | null;
};

export function selectBucketStrands(tx: Tx, dispatchIds: readonly number[]) {
  return tx.planned<BucketStrand>(
    `select dispatch_id as "dispatchId",
       strand,
       sender_id as "senderId",
       route,
       timezone,
       traffic_type as "trafficType",
       tariff_id as "tariffId",
       country,
       part_micros as "partMicros"
     from strands
     where dispatch_id = any($1::int[])`,
    [dispatchIds],
  );
}

/**
 * Prices per part that the buckets of the day have fixed, by digest. Strands with such a price are inserted under the
 * lock of their volume counter, so the holder of that lock sees them all.
 */
export function selectBucketPrices(
  tx: Tx,
  { companyId, day }: { readonly companyId: number; readonly day: string },
  digests: readonly string[],
) {
  return tx.query<Omit<BucketStrand, 'dispatchId' | 'strand' | 'partMicros'> & { digest: string; partMicros: bigint }>(
    `select d.settings_digest as digest,
       t.sender_id as "senderId",
       t.route,
       t.timezone,
       t.traffic_type as "trafficType",
       t.tariff_id as "tariffId",
       t.country,
       t.part_micros as "partMicros"
     from dispatches d
     join strands t on t.dispatch_id = d.id
     where d.company_id = $1
       and d.send_day = $2
       and d.settings_digest = any($3::text[])
       and d.kind = 'SEND'
       and t.part_micros is not null`,
    [companyId, day, digests],
  );
}

export type BucketStrandGrowth = {
  readonly dispatchId: number;
  readonly strand: number;
  readonly companyId: number;
  readonly channelType: string;
  readonly key: StrandKey;
  readonly partMicros: bigint | null;
  /** The month of its reserve. */
  readonly month: string;
  messages: number;
  parts: number;
  amountMicros: bigint;
  lastSeq: number;
  /** An open link can take its messages at once. */
  readonly direct: boolean;
  readonly eligibleAt: Date;
  readonly giveUpAt: Date | null;
};
