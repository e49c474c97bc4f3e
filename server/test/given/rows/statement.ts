// Runs SQL for the builders of this folder. They name rows in words of the domain, for states that no request makes and
// no answer shows; statuses come from `domain`.
import { inTransaction } from '../../../src/platform/database/database.ts';
import type { Platform } from '../../../src/platform/platform.ts';

type Run = <Row = Record<string, unknown>>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

/** A cell, whose own `sql` waits for a free connection, or an API. */
export type Place = { readonly platform: Pick<Platform, 'db'>; readonly sql?: Run };

export function statement<Row = Record<string, unknown>>(
  { platform, sql }: Place,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return sql === undefined ? inTransaction(platform.db, (tx) => tx.query<Row>(text, values)) : sql<Row>(text, values);
}

/** The only row; fails if there is none. */
export async function oneRow<Row>(place: Place, text: string, values: readonly unknown[] = []): Promise<Row> {
  const [row] = await statement<Row>(place, text, values);
  if (row === undefined) throw new Error(`no row for ${values.join(', ')}: ${text}`);
  return row;
}

/** Sets columns, whose names are those of the change in snake case, of the row with this id. */
export async function changeRow(place: Place, table: string, id: number | string, change: object): Promise<void> {
  const columns = Object.entries(change);
  const set = columns.map(([name], at) => `${snakeCase(name)} = $${at + 2}`).join(', ');
  await statement(place, `update ${table} set ${set} where id = $1`, [id, ...columns.map(([, value]) => value)]);
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export async function countRows(place: Place, table: string): Promise<number> {
  return (await oneRow<{ count: number }>(place, `select count(*)::int from ${table}`)).count;
}
