// `npm run packages:try`: packs the packages, installs each tarball into an empty project, offline, and uses them on
// Node 20, 22 and 24 against a running sandbox: ES modules, CommonJS, strict TypeScript and the command line. Prints
// one line per version. Needs PostgreSQL and NATS as the sandbox does; the other versions of Node come from npm once.
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { buildPackages, type Tarball } from './build-packages.ts';
import { ROOT } from './built-folder.ts';
import { nodeFolder } from './packages/other-nodes.ts';
import { PROGRAMS } from './packages/sample-programs.ts';
import { startSandbox } from './packages/sandbox-process.ts';
import { SHOP_SENDER } from './sandbox/open-shop.ts';

const NODES = ['20.20.2', '22.23.3'];
type Project = keyof typeof PROGRAMS;

type Run = {
  readonly name: string;
  readonly project: Project;
  readonly command: readonly string[];
  readonly prints: RegExp;
};

const script = (name: string, project: Project, file: string, prints: RegExp): Run => ({
  name,
  project,
  command: ['node', file],
  prints,
});
const TEXT = ['--from', SHOP_SENDER, '--to', '79161230001', '--text', 'Hi'];
const RUNS: readonly Run[] = [
  script('ES modules', 'sdk', 'send.mjs', /^delivered$/),
  script('CommonJS', 'sdk', 'send.cjs', /^delivered$/),
  script('TypeScript', 'sdk', 'built/send.mjs', /^delivered$/),
  script('TypeScript to CommonJS', 'sdk', 'built/send-cjs.cjs', /^delivered$/),
  script('partner', 'sdk', 'partner.mjs', /^ok$/),
  script('SMPP', 'smpp', 'loopback.mjs', /^ok$/),
  script('SMPP in CommonJS', 'smpp', 'loopback.cjs', /^ok$/),
  {
    name: 'command line',
    project: 'cli',
    command: ['npx', '--no-install', 'volley', 'send', ...TEXT, '--wait'],
    prints: /^\{.*"status":"delivered".*\}$/,
  },
];

const startedAtMs = performance.now();
const seconds = (): string => ((performance.now() - startedAtMs) / 1_000).toFixed(1);
const run = promisify(execFile);
const place = await mkdtemp(join(tmpdir(), 'volley-packages-'));
const sandboxStarting = startSandbox();
// A failed preparation is reported first.
sandboxStarting.catch(() => undefined);
try {
  const [nodes, tarballs] = await Promise.all([
    Promise.all(NODES.map(nodeFolder)),
    buildPackages(join(place, 'packed')),
  ]);
  await Promise.all(tarballs.map(prepareProject));
  const { ready } = await sandboxStarting;
  console.log(`prepared in ${seconds()} s`);
  const settings = {
    VOLLEY_API: ready.baseUrl,
    VOLLEY_KEY: ready.shop.keys.messages,
    SENDER: SHOP_SENDER,
    LOGIN: ready.shop.login,
    PASSWORD: ready.shop.password,
  };
  for (const folder of [...nodes, dirname(process.execPath)]) {
    const env = { ...process.env, ...settings, PATH: [folder, process.env['PATH']].join(delimiter) };
    const { stdout: version } = await run('node', ['--version'], { env });
    await Promise.all(RUNS.map((one) => tryOne(one, env)));
    console.log(`Node ${version.trim()}: ${RUNS.map(({ name }) => name).join(', ')}`);
  }
  console.log(`${tarballs.length} packages work; ${seconds()} s`);
} finally {
  await sandboxStarting.then((sandbox) => sandbox.stop()).catch(() => undefined);
  await rm(place, { recursive: true, force: true });
}

async function prepareProject({ name, path }: Tarball): Promise<void> {
  const project = name.replace(/^.*\//, '') as Project; // the names of the packages
  const folder = join(place, project);
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  for (const [file, text] of Object.entries(PROGRAMS[project])) await writeFile(join(folder, file), text);
  const quiet = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  await run('npm', ['install', ...quiet, path], { cwd: folder });
  const sources = Object.keys(PROGRAMS[project]).filter((file) => /\.[cm]ts$/.test(file));
  if (sources.length === 0) return;
  for (const types of ['@types/node', 'undici-types'])
    await cp(join(ROOT, 'node_modules', types), join(folder, 'node_modules', types), { recursive: true });
  await compile(folder, [...sources, '--outDir', 'built', '--module', 'nodenext']);
  await compile(folder, [...sources, '--noEmit', '--module', 'esnext', '--moduleResolution', 'bundler']);
}

/** Strict, and the declarations of the packages are checked too. */
async function compile(folder: string, args: readonly string[]): Promise<void> {
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--skipLibCheck', 'false'];
  const all = ['--ignoreConfig', '--target', 'es2022', '--types', 'node', ...strict, ...args];
  await run(join(ROOT, 'node_modules/.bin/tsc'), all, { cwd: folder }).catch((error: { stdout?: string }) => {
    throw new Error(`tsc ${args.join(' ')} failed:\n${error.stdout ?? ''}`, { cause: error });
  });
}

async function tryOne({ name, project, command: [program = '', ...args], prints }: Run, env: NodeJS.ProcessEnv) {
  const { stdout, stderr } = await run(program, args, { cwd: join(place, project), env, timeout: 120_000 });
  if (!prints.test(stdout.trim()) || stderr !== '')
    throw new Error(`${name} printed ${JSON.stringify(stdout)} and ${JSON.stringify(stderr)}`);
}
