// Reads statements from the log of a PostgreSQL server (`log_statement = all`) and groups them by transaction.

/** Process, virtual transaction, milliseconds, name of the application; the entry follows. */
export const LOG_PREFIX = 'volley|%p|%v|%n|%a|';

const ENTRY = /^volley\|(\d+)\|([^|]*)\|([\d.]+)\|([^|]*)\|LOG: {2}(?:statement|execute [^:]+): ([\s\S]*)$/;

export type LoggedTransaction = {
  readonly application: string;
  /** Of the first statement. */
  readonly atMs: number;
  /** In their order, without blanks at line ends; BEGIN and COMMIT are among them. */
  readonly statements: readonly string[];
};

/** In the order of their first statements. */
export function readTransactions(log: string): LoggedTransaction[] {
  const found = new Map<string, LoggedTransaction & { statements: string[] }>();
  for (const entry of log.split(/^(?=volley\|)/m)) {
    const [, pid, transaction, seconds, application = '', statement = ''] = ENTRY.exec(entry.trimEnd()) ?? [];
    if (pid === undefined) continue;
    const key = `${pid} ${transaction}`;
    const text = statement.replaceAll(/\s+/g, ' ');
    const known = found.get(key);
    if (known === undefined) found.set(key, { application, atMs: Number(seconds) * 1_000, statements: [text] });
    else known.statements.push(text);
  }
  return [...found.values()];
}

/** Transactions that an idle system does not make: their statements, in their order, are new. */
export function workOf(
  transactions: readonly LoggedTransaction[],
  idle: readonly LoggedTransaction[],
): LoggedTransaction[] {
  const known = new Set(idle.map(shapeOf));
  return transactions.filter((transaction) => !known.has(shapeOf(transaction)));
}

/** Business time and tenant stand in the text of BEGIN. */
const shapeOf = ({ application, statements }: LoggedTransaction): string =>
  [application, ...statements].join(';').replaceAll(/'[^']*'/g, "''");
