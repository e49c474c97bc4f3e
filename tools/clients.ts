// `npm run clients`: generates clients from the OpenAPI documents and compiles them with the compilers of this machine.
// The generators are installed into a temporary folder, at fixed versions. `-- --only typescript,go` names some.
//
// openapi-typescript reads the documents as they are. The other clients come from OpenAPI Generator, in the newest
// release that npm carries with its program; OPENAPI_GENERATOR_JAR names another one. It reads OpenAPI 3.0.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { PUBLIC_DOCUMENT_NAMES, publicDocument } from '@volley/contract/openapi/documents.ts';
import { versionThree } from '@volley/contract/openapi/version-three.ts';

const TYPESCRIPT = ['openapi-typescript@7.13.0', 'typescript@5.9.3'];
const GENERATOR = ['@openapitools/openapi-generator-cli@1.0.18-4.3.1'];
const JAR = 'node_modules/@openapitools/openapi-generator-cli/bin/openapi-generator.jar';
/** Go packages of Debian. */
const GO_PACKAGES = '/usr/share/gocode';
/** Json.NET of Debian. */
const JSON_NET = '/usr/lib/cli/Newtonsoft.Json-5.0/Newtonsoft.Json.dll';
/** Schemas of any value have no type of their own in Java and C#. */
const ANY_IS_OBJECT = '--type-mappings=AnyType=Object';

type Client = {
  readonly name: string;
  readonly generator: string;
  readonly options?: readonly string[];
  readonly compiler: string;
  /** Throws if a file does not compile; returns what was proven. */
  readonly compile: (folder: string, jar: string) => string;
};

const folder = mkdtempSync(join(tmpdir(), 'volley-clients-'));

function run(program: string, args: readonly string[], cwd = folder, env: NodeJS.ProcessEnv = {}): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (status === 0) return stdout;
  throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? `${stderr}${stdout}`.slice(-2_000)}`);
}

const filesOf = (place: string, ending: string): string[] =>
  readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(ending));

const IMPORT_ALL = [
  'import importlib, pkgutil, volley_client as client',
  'for one in pkgutil.walk_packages(client.__path__, "volley_client."): importlib.import_module(one.name)',
].join('\n');

function compilePython(place: string): string {
  run('python3', ['-m', 'compileall', '-q', 'volley_client'], place);
  const needs = 'import six, urllib3, dateutil, certifi';
  if (spawnSync('python3', ['-c', needs]).status !== 0) return `compiled; not imported, which needs ${needs.slice(7)}`;
  run('python3', ['-c', IMPORT_ALL], place);
  return 'compiled and imported';
}

function compilePhp(place: string): string {
  const files = filesOf(join(place, 'lib'), '.php');
  for (const file of files) run('php', ['-l', file], join(place, 'lib'));
  return `${files.length} files parsed`;
}

/** Without the module proxy: the only package that the client needs comes from Debian. */
function compileGo(place: string): string {
  const home = join(place, 'home');
  const sources = join(home, 'src/volley_client');
  mkdirSync(sources, { recursive: true });
  for (const file of readdirSync(place).filter((name) => name.endsWith('.go')))
    cpSync(join(place, file), join(sources, file));
  run('go', ['build', '.'], sources, { GO111MODULE: 'off', GOPATH: `${home}:${GO_PACKAGES}` });
  return 'compiled';
}

/**
 * The methods of jackson-databind-nullable that generated clients call; the package is neither in npm nor in Debian.
 */
const JSON_NULLABLE: Readonly<Record<string, string>> = {
  JsonNullable: `public class JsonNullable<T> {
  public static <T> JsonNullable<T> undefined() { return new JsonNullable<>(); }
  public static <T> JsonNullable<T> of(T value) { return new JsonNullable<>(); }
  public T orElse(T other) { return other; }
}`,
  JsonNullableModule: 'public class JsonNullableModule extends com.fasterxml.jackson.databind.module.SimpleModule {}',
};

/** The other libraries of the client are in the program of the generator. */
function compileJava(place: string, jar: string): string {
  const sources = join(place, 'src/main/java');
  for (const [name, code] of Object.entries(JSON_NULLABLE)) {
    const file = join(sources, `org/openapitools/jackson/nullable/${name}.java`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `package org.openapitools.jackson.nullable;\n${code}\n`);
  }
  run('javac', ['-nowarn', '-cp', jar, '-d', join(place, 'classes'), ...filesOf(sources, '.java')], sources);
  return 'compiled';
}

/** RestSharp, which carries the calls, is neither in npm nor in Debian: calls are parsed, objects are compiled. */
function compileCSharp(place: string): string {
  const sources = join(place, 'src/volley_client');
  run('mcs', ['--parse', ...filesOf(sources, '.cs')], sources);
  if (!existsSync(JSON_NET)) return 'parsed; objects not compiled, which needs Json.NET of Debian';
  const models = filesOf(sources, '.cs').filter(
    (file) => file.startsWith('Model/') || file.endsWith('DateConverter.cs'),
  );
  const libraries = [JSON_NET, 'System.ComponentModel.DataAnnotations.dll', 'System.Runtime.Serialization.dll'];
  const references = libraries.map((library) => `-r:${library}`);
  run('mcs', ['-target:library', `-out:${join(place, 'models.dll')}`, ...references, ...models], sources);
  return `parsed; ${models.length} files of objects compiled`;
}

const CLIENTS: readonly Client[] = [
  { name: 'python', generator: 'python', compiler: 'python3', compile: compilePython },
  { name: 'php', generator: 'php', compiler: 'php', compile: compilePhp },
  {
    name: 'go',
    generator: 'go-experimental',
    // Without the prefix, two enums with the same word do not compile.
    options: ['--additional-properties=enumClassPrefix=true'],
    compiler: 'go',
    compile: compileGo,
  },
  {
    name: 'java',
    generator: 'java',
    options: ['--additional-properties=library=native,dateLibrary=java8', ANY_IS_OBJECT],
    compiler: 'javac',
    compile: compileJava,
  },
  { name: 'csharp', generator: 'csharp-netcore', options: [ANY_IS_OBJECT], compiler: 'mcs', compile: compileCSharp },
];

/** A program that uses names of the document; a missing name does not compile. */
const USES: Readonly<Record<string, string>> = {
  partner: `import type { components, operations } from './partner';
export const draft: components['schemas']['DispatchDraft'] = {
  companyId: 1, name: 'July', senderIds: [1], channelType: 'SMS', text: 'Hi', messages: [{ destination: '79161230001' }],
};
export const status = (one: components['schemas']['Sender']): components['schemas']['SenderStatus'] => one.status;
export type Listed = operations['listDispatches']['responses'][200]['content']['application/json'];
export const names = (list: Listed): string[] => list.items.map(({ name }) => name);
`,
  messaging: `import type { components } from './messaging';
export const draft: components['schemas']['MessageDraft'] = {
  channelType: 'SMS', senderName: 'Shop', destination: '79161230001', content: 'Hi',
};
export const numbers = (events: components['schemas']['Event'][]): number[] => events.map((one) => one.event_number);
`,
};

function proveTypeScript(): void {
  run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...TYPESCRIPT]);
  for (const name of PUBLIC_DOCUMENT_NAMES) {
    run('node', ['node_modules/openapi-typescript/bin/cli.js', `${name}.json`, '-o', `${name}.ts`]);
    writeFileSync(join(folder, `use-${name}.ts`), USES[name] ?? '');
    const strict = ['--strict', '--noEmit', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
    run('node', ['node_modules/typescript/bin/tsc', ...strict, '--target', 'es2022', `use-${name}.ts`]);
    console.log(`typescript ${name}: compiled with strict rules`);
  }
}

function prove({ name, generator, options = [], compiler, compile }: Client, document: string, jar: string): void {
  const place = join(folder, `${document}-${name}`);
  const given = ['-g', generator, '-i', `${document}-3.0.json`, '-o', place, '--package-name', 'volley_client'];
  run('java', ['-jar', jar, 'generate', ...given, ...options]);
  const isHere = spawnSync('which', [compiler]).status === 0;
  console.log(
    `${name} ${document}: generated; ${isHere ? compile(place, jar) : `not compiled, ${compiler} is missing`}`,
  );
}

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const wanted = values.only?.split(',') ?? ['typescript', ...CLIENTS.map(({ name }) => name)];
try {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  for (const name of PUBLIC_DOCUMENT_NAMES) {
    const document = publicDocument(name);
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(document));
    writeFileSync(join(folder, `${name}-3.0.json`), JSON.stringify(versionThree(document)));
  }
  if (wanted.includes('typescript')) proveTypeScript();
  const generated = CLIENTS.filter(({ name }) => wanted.includes(name));
  const jar = process.env['OPENAPI_GENERATOR_JAR'] ?? join(folder, JAR);
  if (generated.length > 0 && process.env['OPENAPI_GENERATOR_JAR'] === undefined)
    run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...GENERATOR]);
  for (const client of generated) for (const document of PUBLIC_DOCUMENT_NAMES) prove(client, document, jar);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
