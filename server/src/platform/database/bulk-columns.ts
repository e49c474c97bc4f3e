// Rows of a bulk statement. Columns are declared once, with their types; the statement reads them as a table and the
// values come from the rows by the same names, so two columns cannot be swapped:
//
//   const growth = bulkColumns({ strand: 'smallint', messages: 'int' }, 2);
//   const GROW = `update strands t set messages = t.messages + u.messages
//                 from ${growth.as('u')}
//                 where t.dispatch_id = $1 and t.strand = u.strand`;
//   await tx.query(GROW, [dispatchId, ...growth.values(rows)]);
import { arrayLiteral, textArrayLiteral, timeArrayLiteral } from './array-literal.ts';

/** Column types and the TypeScript values they accept. */
type ColumnValues = {
  smallint: number;
  int: number;
  bigint: bigint | number | string;
  'double precision': number;
  boolean: boolean;
  uuid: string;
  /** `YYYY-MM-DD`. */
  date: string;
  /** `YYYY-MM-DD hh:mm:ss`, without a zone. */
  timestamp: string;
  timestamptz: Date;
  text: string;
  bytea: Buffer;
};
type ColumnType = keyof ColumnValues;
type ColumnTypes = Readonly<Record<string, ColumnType>>;

export type BulkRow<Types extends ColumnTypes> = {
  readonly [Name in keyof Types]: ColumnValues[Types[Name]] | null;
};

export type BulkColumns<Types extends ColumnTypes> = {
  /** Column names in SQL, for the column list of an INSERT. */
  readonly names: string;
  /** The table expression under this alias; its columns have snake_case names. */
  as(alias: string): string;
  /** Same, plus the 1-based position of each row in a last column of this name. */
  withPosition(alias: string, position: string): string;
  /** An array per column, in the order of the parameters. */
  values(rows: readonly BulkRow<Types>[]): unknown[];
};

/** `first`: number of the first parameter. */
export function bulkColumns<const Types extends ColumnTypes>(types: Types, first = 1): BulkColumns<Types> {
  const columns = Object.entries<ColumnType>(types);
  const names = columns.map(([name]) => snakeCase(name)).join(', ');
  const arrays = columns.map(([, type], at) => `$${first + at}::${type}[]`).join(', ');
  return {
    names,
    as: (alias) => `unnest(${arrays}) as ${alias}(${names})`,
    withPosition: (alias, position) => `unnest(${arrays}) with ordinality as ${alias}(${names}, ${position})`,
    values: (rows) => columns.map(([name, type]) => columnArray(type, rows, name)),
  };
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

// `values` has checked the rows against the column types.
function columnArray(type: ColumnType, rows: readonly object[], name: string): unknown {
  const values = rows.map((row) => (row as Record<string, unknown>)[name] ?? null);
  switch (type) {
    case 'bytea':
      return values;
    case 'timestamptz':
      return timeArrayLiteral(values as (Date | null)[]);
    case 'text':
    case 'timestamp':
      return textArrayLiteral(values as (string | null)[]);
    case 'smallint':
    case 'int':
    case 'bigint':
    case 'double precision':
    case 'boolean':
    case 'uuid':
    case 'date':
      return arrayLiteral(values as (string | number | bigint | boolean | null)[]);
  }
}
