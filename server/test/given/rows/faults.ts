// Faults of the database and of its schema.
import { type Place, statement } from './statement.ts';

/** Cuts a connection that runs a statement, if there is one. */
export async function cutBusyConnection(place: Place): Promise<void> {
  await statement(
    place,
    `select pg_terminate_backend(pid)
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
     limit 1`,
  );
}

/** Every statement about the table fails meanwhile. */
export async function whileTableIsGone<T>(place: Place, table: string, work: () => Promise<T>): Promise<T> {
  await statement(place, `alter table ${table} rename to ${table}_gone`);
  try {
    return await work();
  } finally {
    await statement(place, `alter table ${table}_gone rename to ${table}`);
  }
}

/** No dispatch of the company can be copied meanwhile: the copy would breach a constraint. */
export async function whileCopiesFail(place: Place, companyId: number, work: () => Promise<void>): Promise<void> {
  await statement(place, `update dispatches set sending_method = 'NONE' where company_id = $1`, [companyId]);
  await statement(
    place,
    'alter table dispatches add constraint known_method check (sending_method <> $$NONE$$) not valid',
  );
  await work();
  await statement(place, 'alter table dispatches drop constraint known_method');
}

/** No row of the action can be written into the log of partners meanwhile. */
export async function whileActionsFail(place: Place, action: string, work: () => Promise<void>): Promise<void> {
  await statement(
    place,
    `create function refuse_row() returns trigger language plpgsql as $$ begin raise 'no room'; end $$`,
  );
  await statement(
    place,
    `create trigger no_room before insert on partner_actions for each row when (new.action = '${action}')
       execute function refuse_row()`,
  );
  await work();
  await statement(place, 'drop trigger no_room on partner_actions');
  await statement(place, 'drop function refuse_row()');
}
