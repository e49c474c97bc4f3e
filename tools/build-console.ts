// `npm run build:web`: builds the console pages into web/dist, unless the build there matches the sources. Sandboxes
// and the demo call it at their start.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type BuiltFolder, bringUpToDate, ROOT } from './built-folder.ts';

const COMPLAINT_MAX = 4_000;

const CONSOLE: BuiltFolder = {
  name: 'console',
  folder: join(ROOT, 'web/dist'),
  sourceFolders: ['web/src', 'web/public', 'contract/src', 'domain/src'],
  sourceFiles: [
    'web/index.html',
    'web/vite.config.ts',
    'web/compiled-texts.ts',
    'web/component-styles.ts',
    'web/tsconfig.json',
    'web/package.json',
    'package-lock.json',
    'tools/build-console.ts',
    'tools/built-folder.ts',
  ],
  usually: '5 to 20 s',
  make: runVite,
};

export const CONSOLE_FOLDER = CONSOLE.folder;

/** Folder of a build of the present sources. Writes to standard error only. */
export const buildConsole = (): Promise<string> => bringUpToDate(CONSOLE);

async function runVite(folder: string): Promise<void> {
  const program = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js');
  const child = spawn(process.execPath, [program, 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'], {
    cwd: join(ROOT, 'web'),
    stdio: ['ignore', 'pipe', 'pipe'],
    // Tests get the production build too.
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
  });
  let said = '';
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0)
    throw new Error(`vite build of the console failed:\n${stripVTControlCharacters(said).slice(0, COMPLAINT_MAX)}`);
}

if (import.meta.main) await buildConsole();
