// Strands of lists of single messages. Where nothing of a strand waits, its new messages are claimed by whoever adds
// them; else they queue behind what waits, and the pacer has them.
import type { Tx } from '../../platform/database.ts';
import type { StrandKey } from '../messages/make-offer.ts';

export type ListStrand = {
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

export function selectListStrands(tx: Tx, dispatchIds: readonly number[]) {
  return tx.planned<ListStrand>(
    `select dispatch_id as "dispatchId", strand, sender_id as "senderId", route, timezone, traffic_type as "trafficType", tariff_id as "tariffId", country,
       part_micros as "partMicros" from strands where dispatch_id = any($1::int[])`,
    [dispatchIds],
  );
}

/**
 * Prices of a part that the day's lists have fixed, by digest. Strands of such prices are made under the lock of
 * their counter, so whoever holds it sees them all.
 */
export function selectListPrices(
  tx: Tx,
  { companyId, day }: { readonly companyId: number; readonly day: string },
  digests: readonly string[],
) {
  return tx.query<Omit<ListStrand, 'dispatchId' | 'strand' | 'partMicros'> & { digest: string; partMicros: bigint }>(
    `select d.settings_digest as digest, t.sender_id as "senderId", t.route, t.timezone, t.traffic_type as "trafficType", t.tariff_id as "tariffId", t.country,
       t.part_micros as "partMicros" from dispatches d join strands t on t.dispatch_id = d.id
     where d.company_id = $1 and d.send_day = $2 and d.settings_digest = any($3::text[]) and d.kind = 'SEND' and t.part_micros is not null`,
    [companyId, day, digests],
  );
}

export type ListStrandGrowth = {
  readonly dispatchId: number;
  readonly strand: number;
  readonly companyId: number;
  readonly channelType: string;
  readonly key: StrandKey;
  readonly partMicros: bigint | null;
  /** Of its reserve. */
  readonly month: string;
  messages: number;
  parts: number;
  amountMicros: bigint;
  lastSeq: number;
  /** Its messages could go at once, over a link that is there. */
  readonly direct: boolean;
  readonly eligibleAt: Date;
  readonly giveUpAt: Date | null;
};
