// Which of the things a connector works on may go on no longer. Marks also come over the bus; this is the
// truth they are checked against.
import { read } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { isNameHeld } from './held.ts';

export type Marks = {
  readonly stoppedDispatches: ReadonlySet<number>;
  readonly heldSenders: ReadonlySet<number>;
  readonly heldCompanies: ReadonlySet<number>;
};

type Wanted = {
  readonly dispatchIds: readonly number[];
  readonly senderIds: readonly number[];
  readonly companyIds: readonly number[];
};

export async function readMarks({ db }: Pick<Platform, 'db'>, wanted: Wanted): Promise<Marks> {
  const rows = await read(db, (tx) =>
    tx.query<{ kind: 'dispatch' | 'sender' | 'company'; id: number }>(
      `select 'dispatch' as kind, id from dispatches where id = any($1::int[]) and status <> 'STARTED'
       union all select 'sender', s.id from senders s where s.id = any($2::int[]) and ${isNameHeld('$4')}
       union all select 'company', id from companies where id = any($3::int[]) and status <> 'ACTIVE'`,
      [wanted.dispatchIds, wanted.senderIds, wanted.companyIds, tx.now],
    ),
  );
  const of = (kind: string) => new Set(rows.filter((row) => row.kind === kind).map((row) => row.id));
  return { stoppedDispatches: of('dispatch'), heldSenders: of('sender'), heldCompanies: of('company') };
}
