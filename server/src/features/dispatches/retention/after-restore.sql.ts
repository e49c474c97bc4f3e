import type { Tx } from '../../../platform/database/database.ts';

export type RunningWork = {
  readonly id: number;
  readonly kind: string;
  readonly company: number;
  readonly name: string;
  readonly total: number;
  readonly sent: number;
  readonly unsent: number;
};

const SHOWN = `d.id, d.kind, d.company_id as company, d.name,
       d.messages_total as total, d.messages_sent as sent,
       d.messages_total - d.messages_sent - d.messages_unsent as unsent`;

/** SQL: dispatches and buckets that are started and have not ended, or have a cascade step that is due. */
const RUNNING = `d.status = 'STARTED'
       and (d.ended_at is null or d.id in (
         select r.dispatch_id
         from cascade_due u
         join messages m on m.id = u.message_id
         join messages r on r.id = m.cascade_root))`;

export function selectRunning(tx: Tx): Promise<RunningWork[]> {
  return tx.query<RunningWork>(
    `select ${SHOWN}
     from dispatches d
     where ${RUNNING}
     order by d.id`,
  );
}

/** A stopped bucket changes its digest, so that new messages of the day open another bucket. */
export function markRunningStopped(tx: Tx): Promise<RunningWork[]> {
  return tx.query<RunningWork>(
    `update dispatches d
     set status = 'STOPPED',
       settings_digest = case
         when d.kind = 'SEND' then d.settings_digest || '#' || d.id
         else d.settings_digest
       end
     where ${RUNNING}
     returning ${SHOWN}`,
  );
}
