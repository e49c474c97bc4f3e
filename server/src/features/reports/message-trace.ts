import { type Brand, brandOfId } from '@volley/domain/brand.ts';
import { LANES, type Lane } from '@volley/domain/lane.ts';
import { type MessageStatus, messageStatusOfCode } from '@volley/domain/message-status.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { read } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { selectTrace, selectTraceBatch, type TraceBatch, type TraceRow } from './message-trace.sql.ts';

const BATCH_STATES = ['queued', 'in-flight', 'waiting', 'handed-over'] as const;

export type MessageTrace = Omit<TraceRow, 'brand' | 'status' | 'lane' | 'strand' | 'seq'> & {
  readonly operator: Brand | null;
  readonly status: MessageStatus;
  readonly lane: Lane | null;
  readonly batch: (Omit<TraceBatch, 'state'> & { readonly state: (typeof BATCH_STATES)[number] }) | null;
};

export function traceMessage({ db }: Pick<Platform, 'db'>, id: string): Promise<MessageTrace> {
  return read(db, async (tx) => {
    const row = await selectTrace(tx, id);
    if (row === undefined) throw new Refusal('not-found', { kind: 'Message', id });
    const batch = await selectTraceBatch(tx, row);
    const { brand, status, lane, strand: _strand, seq: _seq, ...rest } = row;
    return {
      ...rest,
      operator: brandOfId(brand) ?? null,
      status: messageStatusOfCode(status) ?? 'CREATED',
      lane: LANES[lane] ?? null,
      batch: batch === undefined ? null : { ...batch, state: BATCH_STATES[batch.state] ?? 'queued' },
    };
  });
}
