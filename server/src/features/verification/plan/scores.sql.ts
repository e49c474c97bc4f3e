// Figures of the order AUTO. Only the sweeper writes them, in bulk.
import { type ChannelFigures, forgetting } from '@volley/domain/verification/channel-order.ts';
import { bulkColumns } from '../../../platform/database/bulk-columns.ts';
import type { Tx } from '../../../platform/database/database.ts';

export function selectScores(tx: Tx, gatewayId: string, operator: string): Promise<ChannelFigures[]> {
  return tx.query<ChannelFigures>(
    `select channel_type as "channelType", sent, entered, cost_micros as "costMicros"
     from verification_scores
     where profile_id = $1
       and operator = $2`,
    [gatewayId, operator],
  );
}

export type ScoreRow = ChannelFigures & {
  readonly gatewayId: string;
  readonly companyId: number;
  readonly operator: string;
};

const decayColumns = bulkColumns({ gatewayId: 'text', operator: 'text', factor: 'double precision' });
const DECAY = `update verification_scores s
     set
       sent = s.sent * u.factor,
       entered = s.entered * u.factor,
       cost_micros = s.cost_micros * u.factor
     from ${decayColumns.as('u')}
     where s.profile_id = u.gateway_id
       and s.operator = u.operator`;

const scoreColumns = bulkColumns(
  {
    gatewayId: 'text',
    operator: 'text',
    channelType: 'text',
    companyId: 'int',
    sent: 'double precision',
    entered: 'double precision',
    costMicros: 'double precision',
  },
  2,
);
const UPSERT = `insert into verification_scores as s (
       profile_id, operator, channel_type, company_id, sent, entered, cost_micros, counted_at
     )
     select
       u.gateway_id, u.operator, u.channel_type, u.company_id, u.sent, u.entered, u.cost_micros, $1
     from ${scoreColumns.as('u')}
     order by u.gateway_id, u.operator, u.channel_type
     on conflict (profile_id, operator, channel_type)
     do update set
       sent = s.sent + excluded.sent,
       entered = s.entered + excluded.entered,
       cost_micros = s.cost_micros + excluded.cost_micros,
       counted_at = excluded.counted_at`;

/** One row per profile, operator and channel. Every new code lowers the weight of all earlier ones to the operator. */
export async function addScores(tx: Tx, rows: readonly ScoreRow[]): Promise<void> {
  if (rows.length === 0) return;
  const groups = Map.groupBy(rows, ({ gatewayId, operator }) => `${gatewayId} ${operator}`);
  const decays = [...groups.values()].flatMap((own) =>
    own.slice(0, 1).map(({ gatewayId, operator }) => {
      const sent = own.reduce((sum, row) => sum + row.sent, 0);
      return { gatewayId, operator, factor: forgetting(sent) };
    }),
  );
  await tx.query(DECAY, decayColumns.values(decays));
  await tx.query(UPSERT, [tx.now, ...scoreColumns.values(rows)]);
}
