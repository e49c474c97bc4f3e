// Runs a server of docs/samples as its reader would: compiled in an empty folder, on a free port.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../../bench/src/harness/free-port.ts';
import { until } from '../until.ts';

export type Sample = {
  readonly name: string;
  /** Runtimes, all needed. */
  readonly needs: readonly string[];
  /** Runs before the server, in an empty folder. */
  readonly build?: (file: string) => readonly string[];
  readonly command: (file: string, port: number) => readonly string[];
};

export type Site = {
  readonly post: (
    path: string,
    body: string | URLSearchParams,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<{ status: number; text: string }>;
  /** Everything that the server has printed. */
  readonly printed: () => string;
};

/** One server in six languages; the files are named by the customs of each. */
export function sixLanguages(words: readonly [string, string], library?: string): readonly Sample[] {
  const [dashed, underscored] = [words.join('-'), words.join('_')];
  const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return [
    { name: `${dashed}.mjs`, needs: [], command: (file) => [process.execPath, file] },
    { name: `${dashed}.php`, needs: ['php'], command: (file, port) => ['php', '-S', `127.0.0.1:${port}`, file] },
    { name: `${underscored}.py`, needs: ['python3'], command: (file) => ['python3', '-B', file] },
    {
      name: `${underscored}.go`,
      needs: ['go'],
      build: (file) => ['go', 'build', '-o', 'site', file],
      command: () => ['./site'],
    },
    { name: `${pascal}.java`, needs: ['java', 'javac'], command: (file) => ['java', file] },
    {
      // .NET is not in Debian; Mono compiles and runs the same file.
      name: `${pascal}.cs`,
      needs: ['mcs', 'mono'],
      build: (file) => ['mcs', ...(library === undefined ? [] : [`-r:${library}`]), '-out:site.exe', file],
      command: () => ['mono', 'site.exe'],
    },
  ];
}

/** Runtimes of the sample that this machine lacks. */
export const missingFor = ({ needs }: Sample): string[] =>
  needs.filter((program) => spawnSync('which', [program]).status !== 0);

export async function withSample(
  sample: Sample,
  settings: Readonly<Record<string, string>>,
  visit: (site: Site) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'volley-sample-'));
  const file = fileURLToPath(new URL(`../../../../docs/samples/${sample.name}`, import.meta.url));
  const port = await freePort();
  const env = { ...process.env, ...settings, PORT: String(port) };
  let server: ChildProcess | undefined;
  let output = '';
  try {
    const [compiler, ...given] = sample.build?.(file) ?? [];
    if (compiler !== undefined) execFileSync(compiler, given, { cwd: folder, env });
    const [program = '', ...args] = sample.command(file, port);
    server = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'] });
    server.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    const post: Site['post'] = async (path, body, headers = {}) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body, headers });
      return { status: response.status, text: await response.text() };
    };
    await until(`${sample.name} listens`, () =>
      post('/phone', '{}').then(
        () => true,
        () => false,
      ),
    );
    await visit({ post, printed: () => output });
  } finally {
    server?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}
