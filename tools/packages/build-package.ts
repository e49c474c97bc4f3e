// Builds one package into `dist` of its workspace: ES modules and CommonJS by rolldown, declarations by the compiler of
// this repository, and a package.json of its own. The workspace itself stays a source that needs no build.
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { promisify } from 'node:util';
import { type OutputChunk, rolldown } from 'rolldown';
import { ROOT } from '../built-folder.ts';
import type { PackageSpec } from './package-list.ts';

const run = promisify(execFile);
const TARGET = 'node20';
const FORMATS = ['esm', 'cjs'] as const;
type Format = (typeof FORMATS)[number];

/** Folder of the built package. */
export async function buildPackage(spec: PackageSpec): Promise<string> {
  const folder = join(ROOT, spec.folder, 'dist');
  await rm(folder, { recursive: true, force: true });
  const entries = Object.values(spec.entries);
  if (entries.length > 0) {
    await Promise.all([
      ...FORMATS.map((format) => bundle(spec, entries, join(folder, format), format)),
      declare(spec, folder),
    ]);
    // The folder of CommonJS is an island in a package of modules.
    await writeFile(join(folder, 'cjs/package.json'), '{ "type": "commonjs" }\n');
  }
  const programs = Object.values(spec.programs ?? {});
  if (programs.length > 0) await bundle(spec, programs, join(folder, 'bin'), 'esm');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(await manifestOf(spec), null, 2)}\n`);
  await cp(join(ROOT, spec.folder, 'README.md'), join(folder, 'README.md'));
  await cp(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  return folder;
}

async function bundle({ folder }: PackageSpec, files: readonly string[], place: string, format: Format): Promise<void> {
  const build = await rolldown({
    input: Object.fromEntries(files.map((file) => [parse(file).name, join(ROOT, folder, 'src', file)])),
    cwd: ROOT,
    platform: 'node',
    transform: { target: TARGET },
  });
  const { output } = await build.write({ dir: place, format, chunkFileNames: '[name].js', exports: 'named' });
  await build.close();
  for (const chunk of output) if (chunk.type === 'chunk') refuseForeignCode(chunk, folder);
}

/** A package depends on Node alone, and contains no schema library. */
function refuseForeignCode({ fileName, imports, moduleIds }: OutputChunk, folder: string): void {
  const isOwn = (name: string) => name.startsWith('node:') || /^[\w-]+\.js$/.test(name);
  const foreign = [...imports.filter((name) => !isOwn(name)), ...moduleIds.filter((id) => id.includes('node_modules'))];
  if (foreign.length > 0) throw new Error(`${folder}: ${fileName} contains or imports ${foreign.join(', ')}`);
}

/** One declaration file per source, in both formats. */
async function declare({ folder, entries }: PackageSpec, place: string): Promise<void> {
  const source = join(ROOT, folder, 'src');
  const made = join(place, 'types');
  const settings = {
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      noEmitOnError: true,
      rootDir: source,
      outDir: made,
      typeRoots: [join(ROOT, 'node_modules/@types')],
    },
    include: [],
    files: Object.values(entries).map((file) => join(source, file)),
  };
  await mkdir(made, { recursive: true });
  const config = join(made, 'tsconfig.json');
  await writeFile(config, JSON.stringify(settings));
  await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', config]).catch((error: { stdout?: string }) => {
    throw new Error(`${folder}: declarations failed\n${error.stdout ?? ''}`, { cause: error });
  });
  await rm(config);
  for (const file of await readdir(made, { recursive: true })) {
    if (!file.endsWith('.d.ts')) continue;
    const text = withBuiltNames(await readFile(join(made, file), 'utf8'));
    if (/from '@volley\/|typebox/.test(text)) throw new Error(`${folder}: ${file} needs the contract`);
    await writeFile(join(made, file), text);
  }
  await Promise.all(FORMATS.map((format) => cp(made, join(place, format), { recursive: true })));
  await rm(made, { recursive: true });
}

/** Sources import each other as `.ts`, declarations as the built `.js`. */
const withBuiltNames = (text: string): string =>
  text.replaceAll(/(from |import\()(['"]\.[^'"]*)\.ts(['"])/g, '$1$2.js$3');

async function manifestOf({ folder, description, keywords, entries, programs }: PackageSpec): Promise<object> {
  const { name, version, license } = JSON.parse(await readFile(join(ROOT, folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    license: string;
  };
  const built = (format: Format, file: string) => ({
    types: `./${format}/${parse(file).name}.d.ts`,
    default: `./${format}/${parse(file).name}.js`,
  });
  const exported = Object.entries(entries).map(([path, file]) => [
    path,
    { import: built('esm', file), require: built('cjs', file) },
  ]);
  const main = entries['.'];
  return {
    name,
    version,
    description,
    keywords,
    license,
    type: 'module',
    engines: { node: '>=20' },
    ...(main !== undefined && {
      sideEffects: false,
      exports: { ...Object.fromEntries(exported), './package.json': './package.json' },
      main: `./cjs/${parse(main).name}.js`,
      types: `./cjs/${parse(main).name}.d.ts`,
      peerDependencies: { '@types/node': '>=20' },
      peerDependenciesMeta: { '@types/node': { optional: true } },
    }),
    ...(programs !== undefined && {
      bin: Object.fromEntries(Object.entries(programs).map(([word, file]) => [word, `bin/${parse(file).name}.js`])),
    }),
  };
}
