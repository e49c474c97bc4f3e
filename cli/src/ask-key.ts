// A key from standard input. On a terminal it is asked for and not shown.
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import type { Terminal } from './terminal.ts';

/** Empty: nothing was entered. */
export async function askKey(
  terminal: Pick<Terminal, 'say'>,
  signal: AbortSignal,
  input: NodeJS.ReadableStream & { readonly isTTY?: boolean } = process.stdin,
): Promise<string> {
  if (input.isTTY !== true) return (await readText(input)).trim();
  terminal.say('Key of the account, which is not shown while you type or paste it:');
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: nowhere, terminal: true });
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    // Ctrl+D closes the input. Depending on the version of Node the question then fails, or stays without an answer.
    const closed = once(lines, 'close').then(() => '');
    const asked = lines.question('', { signal }).catch((error: unknown) => {
      if (signal.aborted) throw error;
      return '';
    });
    return (await Promise.race([asked, closed])).trim();
  } finally {
    lines.close();
  }
}
