import { must } from '@volley/domain/must.ts';
import { type Brand, brandOfId } from '@volley/domain/numbers/brand.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { LANES, type Lane } from '@volley/domain/sending/lane.ts';
import { type MessageStatus, messageStatusOfCode } from '@volley/domain/sending/message-status.ts';
import { read } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { selectTrace, selectTraceBatch, type TraceBatch, type TraceRow } from './message-trace.sql.ts';

/** By the number of the state, see BATCH_STATES of the domain. */
const BATCH_STATE_NAMES = ['queued', 'in-flight', 'waiting', 'handed-over'] as const;

export type MessageTrace = Omit<TraceRow, 'brand' | 'status' | 'lane' | 'strand' | 'seq'> & {
  readonly operator: Brand | null;
  readonly status: MessageStatus;
  readonly lane: Lane | null;
  readonly batch: (Omit<TraceBatch, 'state'> & { readonly state: (typeof BATCH_STATE_NAMES)[number] }) | null;
};

const stateName = (state: number) => must(BATCH_STATE_NAMES[state], `batch state ${state}`);

export function traceMessage({ db }: Pick<Platform, 'db'>, id: string): Promise<MessageTrace> {
  return read(db, async (tx) => {
    const row = await selectTrace(tx, id);
    if (row === undefined) throw new Refusal('not-found', { kind: 'Message', id });
    const batch = await selectTraceBatch(tx, row);
    const { brand, status, lane, strand: _strand, seq: _seq, ...rest } = row;
    return {
      ...rest,
      operator: brandOfId(brand) ?? null,
      status: must(messageStatusOfCode(status), `message status ${status}`),
      lane: LANES[lane] ?? null,
      batch: batch === undefined ? null : { ...batch, state: stateName(batch.state) },
    };
  });
}
