// Programs of the pages: compiled with strict rules against the built packages, then run.
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildPackage } from '../../../tools/packages/build-package.ts';
import { PACKAGES } from '../../../tools/packages/package-list.ts';
import { until } from '../given/until.ts';
import { type Block, nameOf, ROOT } from './documents.ts';
import { type Replacements, replaceAll } from './run-page.ts';

const run = promisify(execFile);
const DECLARED = /^(?:export )?const (\w+) =/gm;
/** The page of the widget is the reader's: its form, and the global of the script. */
const PAGE_OF_THE_READER = `declare const VerifyWidget: {
  mount: typeof import('${ROOT}widget/src/mount.ts').mount;
};
declare const form: { elements: Record<'phone' | 'phone_verification_key', { value: string }> };
declare module '*.css?inline';
`;

export type Program = { readonly block: Block; readonly file: string };

/** A block that uses a constant of an earlier block of its page gets that block before its own text. */
export async function compilePrograms(
  blocks: readonly Block[],
  folder: string,
  replaced: Replacements,
): Promise<Program[]> {
  const modules = join(folder, 'node_modules/@volley');
  mkdirSync(modules, { recursive: true });
  await Promise.all(
    PACKAGES.filter(({ entries }) => Object.keys(entries).length > 0).map(async (spec) =>
      symlinkSync(await buildPackage(spec), join(modules, spec.folder)),
    ),
  );
  symlinkSync(join(ROOT, 'node_modules/@types'), join(folder, 'node_modules/@types'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  writeFileSync(join(folder, 'reader.d.ts'), PAGE_OF_THE_READER);
  const programs = blocks.map((block, at) => {
    const file = join(folder, `${at}.${block.language === 'js' ? 'mts' : 'ts'}`);
    const earlier = blocks.slice(0, at).filter((one) => one.page === block.page && isNeeded(one, block));
    const text = [...earlier, block].map((one) => one.text).join('\n');
    writeFileSync(file, `${replaceAll(text, replaced)}\nexport {};\n`);
    return { block, file };
  });
  await typeCheck(folder, programs);
  return programs;
}

function isNeeded(earlier: Block, block: Block): boolean {
  const own = new Set([...block.text.matchAll(DECLARED)].map(([, name]) => name));
  return [...earlier.text.matchAll(DECLARED)].some(
    ([, name = '']) => !own.has(name) && new RegExp(`\\b${name}\\b`).test(block.text),
  );
}

async function typeCheck(folder: string, programs: readonly Program[]): Promise<void> {
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--skipLibCheck'];
  const how = ['--module', 'nodenext', '--target', 'esnext', '--types', 'node', '--lib', 'esnext,dom,dom.iterable'];
  const files = [...programs.map(({ file }) => file), join(folder, 'reader.d.ts')];
  const args = ['--ignoreConfig', '--noEmit', '--allowImportingTsExtensions', ...strict, ...how, ...files];
  await run(join(ROOT, 'node_modules/.bin/tsc'), args, { cwd: folder }).catch((error: { stdout?: string }) => {
    const names = programs.map(({ block }, at) => `${at}: ${nameOf(block)}`).join('\n');
    throw new Error(`programs of the pages do not compile:\n${error.stdout ?? ''}\n${names}`, { cause: error });
  });
}

/** Runs the program until it prints the pattern or ends; then `meanwhile`, then ends it. Returns its output. */
export async function runProgram(
  { block, file }: Program,
  env: Readonly<Record<string, string>>,
  pattern: RegExp,
  meanwhile: () => Promise<void> = async () => {},
): Promise<string> {
  const child = spawn(process.execPath, [file], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  try {
    await meanwhile();
    await until(`${nameOf(block)} prints ${pattern}`, () => {
      if (child.exitCode !== null && (child.exitCode !== 0 || !pattern.test(output)))
        throw new Error(`${nameOf(block)} ended with ${child.exitCode} and printed: ${output}`);
      return pattern.test(output);
    });
    // A program that prints nothing has to end well.
    if (pattern.source === '^$') await until(`${nameOf(block)} ends`, () => child.exitCode !== null);
    if (pattern.source === '^$' && child.exitCode !== 0) throw new Error(`${nameOf(block)} failed: ${output}`);
    return output;
  } finally {
    child.kill('SIGKILL');
  }
}
