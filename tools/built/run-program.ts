import { spawnSync } from 'node:child_process';

const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
const SHOWN_CHARACTERS = 8_000;

type Place = { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> };

/** Returns the output; throws with what the program said if it fails. */
export function run(program: string, words: readonly string[], { cwd, env = {} }: Place = {}): string {
  const { status, stdout, stderr, error } = spawnSync(program, words, {
    encoding: 'utf8',
    maxBuffer: OUTPUT_BYTES_MAX,
    env: { ...process.env, ...env },
    ...(cwd !== undefined && { cwd }),
  });
  if (error) throw new Error(`${program} did not start`, { cause: error });
  if (status !== 0)
    throw new Error(
      `${program} ${words.join(' ')} ended with ${status}:\n${stdout}\n${stderr}`.slice(0, SHOWN_CHARACTERS),
    );
  return stdout.trim();
}
