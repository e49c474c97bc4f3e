// Records the work of this process: executed ranges of the project's sources, SQL statements with the tables they name,
// and requests that its HTTP servers received. Block coverage of V8 costs about as much as no coverage.
import { createHash } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { type Profiler, Session } from 'node:inspector';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type Painting, paint, rangesOf, unite } from './painted-ranges.ts';
import { tablesIn, tablesOfSchema } from './schema-tables.ts';

export type Execution = {
  /** Path of a source → start and end of its executed ranges, in turn. */
  readonly sources: Readonly<Record<string, readonly number[]>>;
  /** Digest of a statement → the tables it names. */
  readonly statements: Readonly<Record<string, readonly string[]>>;
  /** Method and path. */
  readonly requests: readonly string[];
};

export type Recorder = {
  /** The work since the last call. */
  take(): Execution;
  /** Forgets the work since the last call. */
  skip(): void;
};

/** Name of the folder into which a recorded run writes; unset in any other run. */
export const REACH_FOLDER = 'REACH_FOLDER';

const ROOT = new URL('../../../', import.meta.url).href;

export function startRecorder(): Recorder {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const statements = recordStatements();
  const requests = recordRequests();
  const takeSources = () => sourcesOf(takeCoverage(session));
  const clear = () => {
    statements.clear();
    requests.clear();
  };
  return {
    take: () => {
      const execution = {
        sources: takeSources(),
        statements: Object.fromEntries(statements),
        requests: [...requests],
      };
      clear();
      return execution;
    },
    skip: () => {
      takeSources();
      clear();
    },
  };
}

function takeCoverage(session: Session): readonly Profiler.ScriptCoverage[] {
  let taken: readonly Profiler.ScriptCoverage[] | undefined;
  // The inspector of the own thread answers before `post` returns.
  session.post('Profiler.takePreciseCoverage', (error, { result }) => {
    if (error !== null) throw new Error('takePreciseCoverage failed', { cause: error });
    taken = result;
  });
  if (taken === undefined) throw new Error('takePreciseCoverage returned no coverage');
  return taken;
}

/** Sources of the project; test files reach themselves. */
function sourcesOf(scripts: readonly Profiler.ScriptCoverage[]): Record<string, number[]> {
  const sources = new Map<string, Painting>();
  for (const { url, functions } of scripts) {
    const path = url.startsWith(ROOT) ? fileURLToPath(url.split('?')[0] ?? url).slice(fileURLToPath(ROOT).length) : '';
    if (path === '' || path.startsWith('node_modules/') || path.startsWith('server/test/')) continue;
    const painting = paint(functions);
    if (painting !== undefined) sources.set(path, unite(sources.get(path), painting));
  }
  return Object.fromEntries([...sources].map(([path, painting]) => [path, rangesOf(painting)]));
}

function recordStatements(): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  const tables = tablesOfSchema();
  const digests = new Map<string, string>();
  // The overloads of `query` share their first parameter, the statement; the call is passed on as it is.
  const query = Reflect.get(pg.Client.prototype, 'query') as (...call: unknown[]) => unknown;
  const record = (statement: unknown): void => {
    const text = typeof statement === 'string' ? statement : textOf(statement);
    const digest = digests.get(text) ?? createHash('sha256').update(text).digest('hex').slice(0, 16);
    digests.set(text, digest);
    if (!found.has(digest)) found.set(digest, tablesIn(text, tables));
  };
  Reflect.set(pg.Client.prototype, 'query', function recorded(this: pg.Client, ...call: unknown[]) {
    record(call[0]);
    return Reflect.apply(query, this, call);
  });
  return found;
}

const textOf = (statement: unknown): string =>
  typeof statement === 'object' && statement !== null && 'text' in statement ? String(statement.text) : '';

function recordRequests(): Set<string> {
  const found = new Set<string>();
  subscribe('http.server.request.start', (message) => {
    // Node documents the members of this message.
    const { request } = message as { request: IncomingMessage };
    found.add(`${request.method} ${request.url?.split('?')[0]}`);
  });
  return found;
}
