// The statements in the SQL files of the server, read from their source: the first argument of every `query` and
// `planned`. A statement that needs only constants of its module can be evaluated; one that is put together from
// arguments cannot.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { SourceFile } from '../rules/source-files.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export type Statement = {
  readonly path: string;
  readonly line: number;
  /** Undefined: put together from arguments. */
  readonly text: string | undefined;
};

const CALL = /\.(?:query|planned)(?:<(?:[^<>()]|<[^<>()]*>)*>)?\(/g;

/** The source of each first argument, with its line. */
export function statementSources(text: string): { readonly line: number; readonly source: string }[] {
  return [...text.matchAll(CALL)].map((found) => {
    const start = found.index + found[0].length;
    return {
      line: text.slice(0, found.index).split('\n').length,
      source: text.slice(start, endOfArgument(text, start)).trim(),
    };
  });
}

/** Where the argument that begins at `start` ends: at its comma or closing parenthesis. */
function endOfArgument(text: string, start: number): number {
  const open: string[] = [];
  for (let at = start; at < text.length; at += 1) {
    const char = text[at] ?? '';
    const inside = open.at(-1);
    if (char === '\\') at += 1;
    else if (inside === "'" || inside === '"') {
      if (char === inside) open.pop();
    } else if (inside === '`') {
      if (char === '`') open.pop();
      else if (char === '$' && text[at + 1] === '{') {
        open.push('}');
        at += 1;
      }
    } else if (char === inside) open.pop();
    else if (char === "'" || char === '"' || char === '`') open.push(char);
    else if (char === '(') open.push(')');
    else if (char === '[') open.push(']');
    else if (char === '{') open.push('}');
    else if (open.length === 0 && (char === ',' || char === ')')) return at;
  }
  throw new Error(`no end of the argument at character ${start}`);
}

/** Evaluates the statements of a file in a copy of its module. */
export async function statementsOf({ path, text }: SourceFile): Promise<Statement[]> {
  const sources = statementSources(text);
  if (sources.length === 0) return [];
  const folder = mkdtempSync(join(tmpdir(), 'volley-sql-'));
  try {
    const copy = join(folder, 'module.ts');
    const list = sources.map(({ source }) => `() => (${source})`).join(',\n');
    writeFileSync(copy, `${withAbsoluteImports(path, text)}\nexport const evaluated = [${list}];\n`);
    const module = (await import(pathToFileURL(copy).href)) as { evaluated: readonly (() => Evaluated)[] };
    return sources.map(({ line }, at) => ({ path, line, text: evaluate(module.evaluated[at]) }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function withAbsoluteImports(path: string, text: string): string {
  const base = pathToFileURL(join(ROOT, path));
  const { resolve } = createRequire(base);
  return text.replaceAll(/^((?:import .*|\}) from )'([^']+)'/gm, (_, from: string, specifier: string) => {
    if (specifier.startsWith('node:')) return `${from}'${specifier}'`;
    const target = specifier.startsWith('.') ? new URL(specifier, base).href : pathToFileURL(resolve(specifier)).href;
    return `${from}'${target}'`;
  });
}

/** The driver also takes an object with a name for the plan. */
type Evaluated = string | { readonly text: string };

function evaluate(statement: (() => Evaluated) | undefined): string | undefined {
  try {
    const value = statement?.();
    return typeof value === 'object' ? value.text : value;
  } catch (error) {
    // A name of the function around it.
    if (error instanceof ReferenceError) return undefined;
    throw error;
  }
}
