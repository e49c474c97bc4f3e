import type { Tx } from '../../platform/database/database.ts';
import type { StoredStep } from '../messages/stored-step.ts';

export type EndedStep = {
  id: string;
  cascade: StoredStep[] | null;
  cascade_root: string | null;
  cascade_step: number | null;
  destination: string;
  external_message_id: string | null;
  tags: string[] | null;
  use_local_time: boolean;
  schedule_hours: number[] | null;
  schedule_days: number[] | null;
  callback_endpoint_id: number | null;
  callback_url: string | null;
  callback_events: string[];
  traffic_center_id: number;
  sending_method: string;
  partner_id: number;
  currency: string;
  read_status: number | null;
  /** The dispatch that the cascade belongs to. */
  of_dispatch: number | null;
  /** True: the dispatch of the first step was stopped. */
  stopped: boolean;
  /** True: the next step exists. */
  made: boolean;
};

/** Messages whose next step is due, with the settings that it inherits. */
export function selectEnded(tx: Tx, ids: readonly string[]) {
  return tx.query<EndedStep>(
    `select
       m.id,
       m.cascade,
       m.cascade_root,
       m.cascade_step,
       m.destination::text as destination,
       m.external_message_id,
       coalesce(m.tags, d.tags) as tags,
       d.use_local_time,
       d.schedule_hours,
       d.schedule_days,
       d.callback_endpoint_id,
       d.callback_url,
       d.callback_events,
       d.sending_method,
       d.partner_id,
       p.currency,
       m.read_status,
       case
         when d.kind = 'SEND' then d.steps_of
         when d.steps_waiting is not null then d.id
       end as of_dispatch,
       coalesce(
         d.traffic_center_id,
         (select c.id from traffic_centers c where c.company_id = m.company_id and c.is_default)
       ) as traffic_center_id,
       exists (
         select
         from messages r
         join dispatches o on o.id = r.dispatch_id
         where r.id = m.cascade_root
           and o.status = 'STOPPED'
       ) as stopped,
       exists (
         select
         from messages n
         where n.cascade_root = m.cascade_root
           and n.cascade_step = m.cascade_step + 1
       ) as made
     from messages m
     join dispatches d on d.id = m.dispatch_id
     join partners p on p.id = d.partner_id
     where m.id = any($1::uuid[])
     order by m.id`,
    [ids],
  );
}
