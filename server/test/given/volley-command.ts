// Runs the command line as a developer does, in a process of its own.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../../cli/src/cli.ts', import.meta.url));

export type Ended = {
  readonly code: number;
  readonly lines: readonly Record<string, unknown>[];
  readonly said: string;
};

/** `env`: added to the environment of the test; undefined removes a variable. */
export function runVolley(
  args: readonly string[],
  { env = {}, input = '' }: { readonly env?: Readonly<Record<string, string | undefined>>; readonly input?: string },
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [CLI, ...args],
      { env: { ...process.env, ...env } },
      (error, out, said) => {
        const lines = out.split('\n').filter((line) => line !== '');
        const code = typeof error?.code === 'number' ? error.code : 0;
        resolve({ code, lines: lines.map((line) => JSON.parse(line) as Ended['lines'][number]), said });
      },
    );
    child.stdin?.end(input);
  });
}
