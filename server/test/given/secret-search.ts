// Searches the database, the bus, the logs and the answers of a cell for a secret. A secret of digits counts only
// without digits beside it.
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { Cell } from './cell.ts';
import { BEHIND_SESSION, ENDPOINTS, fullPath, sessionPath } from './contract-check.ts';

const ofSecret = (secret: string) => new RegExp(`(?<![0-9])${secret}(?![0-9])`);
const hex = (secret: string) => Buffer.from(secret).toString('hex');
const base64 = (secret: string) => Buffer.from(secret).toString('base64').replace(/=+$/, '');

export type Finding = { readonly secret: string; readonly where: string };

/** The secrets that a text contains, as plain text or as encoded bytes. */
export function secretsIn(where: string, text: string, secrets: readonly string[]): Finding[] {
  return secrets
    .filter((secret) => ofSecret(secret).test(text) || text.includes(hex(secret)) || text.includes(base64(secret)))
    .map((secret) => ({ secret, where }));
}

/** Every column of every table, with all daily partitions. */
export async function searchTables(cell: Cell, secrets: readonly string[]): Promise<Finding[]> {
  const columns = await cell.sql<{ name: string; column: string; type: string }>(
    `select c.table_name as name, c.column_name as column, c.data_type as type from information_schema.columns c
       join pg_class k on k.relname = c.table_name and k.relnamespace = 'public'::regnamespace
      where c.table_schema = 'public' and k.relkind in ('r', 'p') and not k.relispartition and c.table_name <> 'number_ranges'`,
  );
  const pattern = secrets.flatMap((one) => [`(^|[^0-9])${one}([^0-9]|$)`, hex(one), base64(one)]).join('|');
  const found: Finding[] = [];
  for (const { name, column, type } of columns) {
    const text = type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`;
    const rows = await cell.sql<{ value: string }>(`select ${text} as value from "${name}" where ${text} ~ $1`, [
      pattern,
    ]);
    found.push(...rows.flatMap(({ value }) => secretsIn(`${name}.${column}`, value, secrets)));
  }
  if (columns.length < 300) throw new Error(`only ${columns.length} columns were searched`);
  return found;
}

export type BusTap = {
  /** Payloads published under the cell's subjects since the search was opened. */
  readonly seen: readonly string[];
  /** Content of the streams now: work, outcomes and stored values. */
  stored(): Promise<string[]>;
  close(): Promise<void>;
};

export async function tapBus({ platform: { config } }: Cell): Promise<BusTap> {
  const connection = await connect({ servers: config.natsUrl });
  const seen: string[] = [];
  connection.subscribe(`${config.cell}.>`, { callback: (_, message) => void seen.push(message.string()) });
  await connection.flush();
  const manager = await jetstreamManager(connection);
  return {
    seen,
    stored: async () => {
      const names = await ownStreams(manager, config.cell);
      const texts: string[] = [];
      for (const name of names) {
        const { state } = await manager.streams.info(name);
        for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
          const message = await manager.streams.getMessage(name, { seq }).catch(() => null);
          if (message !== null) texts.push(message.string());
        }
      }
      return texts;
    },
    close: () => connection.close(),
  };
}

async function ownStreams(manager: Awaited<ReturnType<typeof jetstreamManager>>, cell: string): Promise<string[]> {
  const names: string[] = [];
  for await (const name of manager.streams.names()) if (name.includes(cell)) names.push(name);
  return names;
}

export type Caller = {
  readonly name: string;
  readonly auth: 'partner' | 'key' | 'staff' | 'session';
  readonly headers: Readonly<Record<string, string>>;
};

export type Answered = { readonly path: string; readonly by: string; readonly status: number; readonly text: string };

const PATIENCE_MS = 120_000;

/** Every GET endpoint of every surface, for every kind of caller, with every id in every place. */
export async function askEverything(
  { url }: Cell,
  callers: readonly Caller[],
  ids: readonly (string | number)[],
): Promise<Answered[]> {
  const shapes = [
    ...ENDPOINTS.map((shape) => ({ ...shape, path: fullPath(shape) })),
    ...BEHIND_SESSION.map((shape) => ({ ...shape, auth: 'session' as const, path: sessionPath(shape) })),
  ];
  const answered: Answered[] = [];
  for (const { auth, path } of shapes.filter(({ method }) => method === 'GET')) {
    const wanted = auth === 'signed-in' ? 'session' : auth;
    const suited = auth === 'none' ? callers.slice(0, 1) : callers.filter((caller) => caller.auth === wanted);
    const paths = path.includes('{') ? ids.map((id) => path.replace(/\{\w+\}/g, encodeURIComponent(id))) : [path];
    const asked = paths.flatMap((one) => suited.map((caller) => askOnce(url, one, caller)));
    answered.push(...(await Promise.all(asked)));
  }
  return answered;
}

export async function askOnce(url: string, path: string, { name, headers }: Caller): Promise<Answered> {
  const response = await fetch(`${url}${path}`, { headers, signal: AbortSignal.timeout(PATIENCE_MS) });
  return { path, by: name, status: response.status, text: await response.text() };
}
