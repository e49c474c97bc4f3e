// `npm run build:docs`: builds the developer site into site/dist, unless the build there matches the sources. The API
// serves it at /docs; any host of static files can.
//   --to DIR     builds into this folder instead, always
//   --base PATH  the address on that host, such as / (default /docs/)
//   --beside     leaves the processor to others, and writes its progress into the folder, where the API shows it
import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { brokenLinks } from '../site/src/broken-links.ts';
import { composePages } from '../site/src/compose-pages.ts';
import { writeMarkdownPages } from '../site/src/markdown-pages.ts';
import { type BuiltFolder, bringUpToDate, ROOT } from './built-folder.ts';
import { DOCS_FOLDER, PROGRESS_FILE } from './docs-beside.ts';

const COMPLAINT_MAX = 4_000;
const SITE = join(ROOT, 'site');

const DOCS: BuiltFolder = {
  name: 'docs',
  folder: DOCS_FOLDER,
  sourceFolders: [
    'site/src',
    'site/.vitepress/theme',
    'docs/guides',
    'docs/ru',
    'docs/operating',
    'docs/pricing',
    'docs/architecture',
    'docs/samples',
    'docs/screenshots',
    'contract/openapi',
    'contract/src/dictionary',
  ],
  sourceFiles: [
    'site/.vitepress/config.ts',
    'site/package.json',
    'docs/glossary.md',
    'README.md',
    'CHANGELOG.md',
    'SECURITY.md',
    'web/src/texts/en/errors.json',
    'web/src/texts/ru/errors.json',
    'web/public/assets/volley.svg',
    'package-lock.json',
    'tools/build-docs.ts',
    'tools/built-folder.ts',
  ],
  usually: '20 to 60 s',
  brotliQuality: 6,
  make: (folder) => runVitePress(folder, '/docs/'),
};

/** Folder of a build of the present sources. Writes to standard error only. */
export const buildDocs = (): Promise<string> => bringUpToDate(DOCS);

/** The same beside a running system: a reader of `/docs` sees the progress, a reader of the terminal only its end. */
async function buildBeside(): Promise<void> {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  let isAnnounced = false;
  try {
    await bringUpToDate(DOCS, (line) => {
      if (!isAnnounced) console.error(`${line}, beside the running system; /docs shows the progress`);
      isAnnounced = true;
      writeFileSync(PROGRESS_FILE, `${line}\n`);
    });
  } finally {
    // A build has replaced the folder; after a failure no build is under way.
    rmSync(PROGRESS_FILE, { force: true });
  }
}

/** Builds the site for another host. `base`: its address there, such as `/`. */
export const buildDocsFor = (folder: string, base: string): Promise<void> => runVitePress(resolve(folder), base);

async function runVitePress(folder: string, base: string): Promise<void> {
  const pages = join(SITE, '.pages');
  composePages(ROOT, pages);
  const program = join(
    dirname(createRequire(join(SITE, 'package.json')).resolve('vitepress/package.json')),
    'bin/vitepress.js',
  );
  const child = spawn(process.execPath, [program, 'build', SITE, '--outDir', folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1', DOCS_BASE: base },
  });
  let said = '';
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const code = await new Promise<number | null>((done, reject) => {
    child.once('error', reject);
    child.once('close', done);
  });
  if (code !== 0)
    throw new Error(`vitepress build of the site failed:\n${stripVTControlCharacters(said).slice(-COMPLAINT_MAX)}`);
  writeMarkdownPages(pages, folder, base);
  const broken = brokenLinks(folder, base);
  if (broken.length > 0)
    throw new Error(`links of the site that lead nowhere:\n${broken.join('\n').slice(0, COMPLAINT_MAX)}`);
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      base: { type: 'string', default: '/docs/' },
      beside: { type: 'boolean', default: false },
    },
  });
  if (values.beside) await buildBeside();
  else if (values.to === undefined) await buildDocs();
  else await buildDocsFor(values.to, values.base);
}
