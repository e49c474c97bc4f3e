// `npm run release`: an installation as one file, for machines without a network: the program, its packages, the built
// console, widget and developer site, units, manifests and documents. Beside it a list of parts (SBOM, CycloneDX), the
// notes of the release and checksums.
//   --to DIR   where the files go (default release/)
//   --try      unpacks the archive, runs every role from it and delivers a message
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runChild, startReadyChild } from '@volley/bench/harness/child-process.ts';
import { buildConsole } from './build-console.ts';
import { buildDocs } from './build-docs.ts';
import { buildWidget } from './build-widget.ts';
import { type BuiltProgram, deliverMessage } from './built/deliver-message.ts';
import { releaseNotes } from './built/release-notes.ts';
import { run } from './built/run-program.ts';

const PARTS = ['domain', 'contract', 'smpp', 'server', 'simulator', 'deploy', 'docs'];
const FILES = ['package.json', 'package-lock.json', '.npmrc', '.env.example', 'LICENSE', 'README.md', 'CHANGELOG.md'];
const BUILT = ['web/dist', 'widget/dist', 'site/dist'];
const TESTS = /\.test\.ts$|^server\/test\//;

/** As the page on installing says, and the simulator for trials. */
const WORKSPACES = ['--workspace=server', '--workspace=simulator'];
const SERVER = [...WORKSPACES, '--include-workspace-root=false'];

const { values: options } = parseArgs({
  options: { to: { type: 'string', default: 'release' }, try: { type: 'boolean', default: false } },
});
const { version } = JSON.parse(readFileSync('server/package.json', 'utf8')) as { version: string };
const name = `volley-${version}`;
const to = resolve(options.to);
const work = mkdtempSync(join(tmpdir(), 'volley-release-'));
try {
  await makeRelease(join(work, name));
  if (options.try) await tryRelease(join(work, 'unpacked'));
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function makeRelease(stage: string): Promise<void> {
  await Promise.all([buildConsole(), buildWidget(), buildDocs()]);
  const tracked = run('git', ['ls-files', '-z', ...PARTS, ...FILES])
    .split('\0')
    .filter(Boolean);
  // Manifests of every workspace: the lock file names them all.
  const manifests = run('git', ['ls-files', '-z', '*/package.json']).split('\0').filter(Boolean);
  for (const path of new Set([...tracked, ...manifests, ...BUILT])) {
    if (TESTS.test(path)) continue;
    mkdirSync(dirname(join(stage, path)), { recursive: true });
    cpSync(path, join(stage, path), { recursive: true });
  }
  run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', ...SERVER], { cwd: stage });
  mkdirSync(to, { recursive: true });
  const parts = ['--package-lock-only', '--sbom-format=cyclonedx', '--omit=dev', ...WORKSPACES];
  writeFileSync(join(to, `${name}.cdx.json`), run('npm', ['sbom', ...parts], { cwd: stage }));
  writeFileSync(join(to, `${name}.md`), releaseNotes(readFileSync('CHANGELOG.md', 'utf8'), version));
  const time = run('git', ['log', '-1', '--format=%cI']);
  const same = ['--sort=name', `--mtime=${time}`, '--owner=0', '--group=0', '--numeric-owner'];
  run('tar', [...same, '-C', work, '-czf', join(to, `${name}.tar.gz`), name]);
  const sums = ['tar.gz', 'cdx.json', 'md'].map((kind) => {
    const sum = createHash('sha256')
      .update(readFileSync(join(to, `${name}.${kind}`)))
      .digest('hex');
    return `${sum}  ${name}.${kind}\n`;
  });
  writeFileSync(join(to, 'SHA256SUMS'), sums.join(''));
  console.log(`${join(to, name)}.tar.gz`);
}

async function tryRelease(folder: string): Promise<void> {
  mkdirSync(folder);
  run('tar', ['-xzf', join(to, `${name}.tar.gz`), '-C', folder]);
  const inside = (
    what: string,
    file: string,
    words: readonly string[],
    settings: Readonly<Record<string, string>>,
  ) => ({
    name: what,
    // The folders of the built pages are relative to the working directory.
    command: 'env',
    args: ['--chdir', join(folder, name), process.execPath, file, ...words],
    logFile: join(folder, `${what}.log`),
    env: settings,
  });
  const main = 'server/src/main.ts';
  const program: BuiltProgram = {
    run: (words, settings) => runChild(inside(words[0] ?? '', main, words, settings)),
    start: (role, settings) => startReadyChild(inside(role, main, [role], settings)),
    startSimulator: () => startReadyChild(inside('simulator', 'simulator/src/main.ts', [], {})),
  };
  await deliverMessage(program, (text) => console.log(text));
  console.log('delivered');
}
