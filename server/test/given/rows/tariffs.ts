// Rows of tariffs and of the traffic that they priced.
import type { SenderType, TrafficType } from '@volley/domain/money/tariff.ts';
import { BRAND_IDS, type Brand } from '@volley/domain/numbers/brand.ts';
import { LANES } from '@volley/domain/sending/lane.ts';
import { oneRow, type Place, statement } from './statement.ts';

type Position = { readonly trafficType: TrafficType; readonly senderType: SenderType; readonly brand: Brand };

/** The tariff that was published last at this position, in any price list. */
export async function latestTariff(place: Place, { trafficType, senderType, brand }: Position): Promise<number> {
  const { id } = await oneRow<{ id: number }>(
    place,
    `select id
     from tariffs
     where traffic_type = $1 and sender_type = $2 and brand = $3
     order by id desc
     limit 1`,
    [trafficType, senderType, brand],
  );
  return id;
}

type PastTraffic = {
  readonly companyId: number;
  readonly partnerId: number;
  readonly tariffId: number;
  readonly month: string;
  readonly messages: number;
  readonly parts: number;
  readonly createdAt: Date;
};

/** A completed dispatch of SMS with service messages to subscribers of MTS, without the rows of its messages. */
export async function givenPastTraffic(
  place: Place,
  { companyId, partnerId, tariffId, month, messages, parts, createdAt }: PastTraffic,
): Promise<void> {
  const { id } = await oneRow<{ id: number }>(
    place,
    `insert into dispatches (company_id, partner_id, name, channel_type, text, sender_ids, status, messages_total,
       created_at)
     values ($1, $2, 'Old', 'SMS', '', '{1}', 'COMPLETED', $3, $4)
     returning id`,
    [companyId, partnerId, messages, createdAt],
  );
  const lane = LANES.indexOf('normal');
  await statement(
    place,
    `insert into strands (dispatch_id, strand, company_id, sender_id, route, channel_type, traffic_type, lane,
       timezone, messages, parts, tariff_id, month)
     values ($1, 0, $2, 1, ${BRAND_IDS.MTS}, 'SMS', 'SERVICE', ${lane}, 'Europe/Moscow', $3, $4, $5, $6)`,
    [id, companyId, messages, parts, tariffId, month],
  );
}
