// Runs shell blocks of one page in one shell, in their order, so that later blocks use the variables of earlier ones.
// A block fails if one of its commands fails, if a call is refused, or if a variable that it sets is empty or `null`.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SETTINGS } from '../../src/config.ts';
import { pdf } from '../given/document-files.ts';
import { until } from '../given/until.ts';
import { type Block, nameOf, ROOT } from './documents.ts';
import { wayOf } from './ways.ts';

const STAND_INS = fileURLToPath(new URL('stand-ins.sh', import.meta.url));
/** Ends a page that hangs. */
const LIMIT_MS = 300_000;
const MARK = '=== ';
const END = `${MARK}ended with `;

/** Text of the page → text for this machine: names of hosts, ports, ids and secrets that the reader chooses. */
export type Replacements = Readonly<Record<string, string>>;
export type Place = { readonly folder: string; readonly remove: () => void };

/** A folder that looks like a checkout: everything is linked, so new files do not reach the repository. */
export function givenPlace(): Place {
  const parent = mkdtempSync(join(tmpdir(), 'volley-blocks-'));
  const folder = join(parent, 'volley');
  for (const name of ['volley', 'my-project', 'etc', 'srv']) mkdirSync(join(parent, name));
  for (const name of readdirSync(ROOT)) if (name !== '.env') symlinkSync(join(ROOT, name), join(folder, name));
  writeFileSync(join(folder, 'contract.pdf'), pdf());
  return { folder, remove: () => rmSync(parent, { recursive: true, force: true }) };
}

/** Output of each block, by the block. */
export async function runPage(
  blocks: readonly Block[],
  { folder }: Place,
  given: { readonly variables: Readonly<Record<string, string>>; readonly replaced: Replacements },
): Promise<Map<Block, string>> {
  const script = [`source ${STAND_INS}`, 'exec > >(cat) 2>&1', `trap 'status=$?; echo; echo "${END}$status"' EXIT`];
  const isService = (block: Block) => wayOf(block) === 'kept running';
  for (const block of [...blocks.filter(isService), ...blocks.filter((one) => !isService(one))]) {
    const text = replaceAll(block.text, given.replaced);
    script.push(`echo; echo '${MARK}${nameOf(block)}'`, isService(block) ? inBackground(text) : text);
    // A service has a shell of its own.
    if (!isService(block))
      script.push(
        ...[...text.matchAll(/^(?:export )?(\w+)=\S*\$\((?!.*\)"? \S)/gm)].map(([, name]) => isKnown(name ?? '')),
      );
  }
  const file = join(folder, 'blocks.sh');
  writeFileSync(file, script.join('\n'));
  const env = {
    ...machineOnly(process.env),
    ...given.variables,
    ROOT,
    PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
  };
  const output = await runScript(file, folder, env);
  const parts = output.split(new RegExp(`^${MARK}`, 'm')).slice(1);
  if (!output.endsWith(`${END}0\n`)) throw new Error(`the block failed: ${parts.slice(-2).join('')}`);
  return new Map(
    blocks.map((block) => {
      const part = parts.find((one) => one.startsWith(`${nameOf(block)}\n`)) ?? '';
      return [block, part.slice(part.indexOf('\n') + 1)];
    }),
  );
}

/** Settings of the service come from the file that the page names, also where the shell of the test has some. */
function machineOnly(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const settings = new Set<string>(Object.values(SETTINGS).map((setting) => setting.env));
  return Object.fromEntries(Object.entries(env).filter(([name]) => !settings.has(name)));
}

/** In one pass: a replacement may contain the text of another, as a port 19900 contains 9900. */
export function replaceAll(text: string, replaced: Replacements): string {
  const texts = Object.keys(replaced).toSorted((a, b) => b.length - a.length);
  const any = new RegExp(texts.map(literal).join('|'), 'g');
  return texts.length === 0 ? text : text.replaceAll(any, (from) => replaced[from] ?? from);
}

/** The text as a pattern. */
const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

function inBackground(text: string): string {
  const port = /PORT=(\d+)|\.listen\((\d+)/.exec(text);
  return `{\n${text}\n} &\nlistens ${port?.[1] ?? port?.[2] ?? 'of no number'}`;
}

const isKnown = (name: string) => `[ -n "\${${name}}" ] && [ "\${${name}}" != null ] || fail '${name} has no value'`;

async function runScript(file: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  // A group of its own, so that services of the page end with it.
  const shell = spawn('bash', [file], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [shell.stdout, shell.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const ended = new RegExp(`^${END}\\d+\\n$`, 'm');
  try {
    // The shell writes its last line through a pipe that outlives it.
    await until(`the shell of ${file} ends`, () => ended.test(output), LIMIT_MS);
  } catch (error) {
    throw new Error(`the page hangs: ${output.slice(-2_000)}`, { cause: error });
  } finally {
    endGroup(shell.pid);
  }
  return output;
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // All processes of the group have ended.
  }
}
