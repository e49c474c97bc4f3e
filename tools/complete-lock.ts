// `npm run lock`: adds the optional packages of other platforms that package-lock.json names but does not contain. A
// registry mirror with a single platform makes npm write such a lock, and `npm ci` then refuses it everywhere. The
// added entries have version, os and cpu; npm skips them on other platforms.
import { readFileSync, writeFileSync } from 'node:fs';

type Entry = {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  optionalDependencies?: Record<string, string>;
};

const FILE = 'package-lock.json';
const SYSTEMS = ['android', 'darwin', 'freebsd', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'aix', 'linux', 'win32'];
const PROCESSORS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['arm64', /arm64|aarch64/],
  ['arm', /arm(?!64)/],
  ['ia32', /ia32|i686/],
  ['x64', /x64|x86_64/],
  ['ppc64', /ppc64/],
  ['s390x', /s390x/],
  ['riscv64', /riscv64/],
  ['loong64', /loong64/],
  ['mips64el', /mips64el/],
  ['wasm32', /wasm32/],
];

/** Platform of a package, from its name. */
function platformEntry(name: string, range: string, dev: boolean | undefined): Entry {
  const os = SYSTEMS.find((system) => name.includes(system)) ?? (name.includes('windows') ? 'win32' : undefined);
  const cpu = PROCESSORS.find(([, pattern]) => pattern.test(name))?.[0];
  return {
    version: range.replace(/^\D*/, ''),
    ...(cpu === undefined ? {} : { cpu: [cpu] }),
    ...(dev ? { dev } : {}),
    optional: true,
    ...(os === undefined ? {} : { os: [os] }),
  };
}

// A lock of version 3; only the members above are read.
const lock = JSON.parse(readFileSync(FILE, 'utf8')) as { packages: Record<string, Entry> };
const missing = Object.entries(lock.packages).flatMap(([path, entry]) =>
  Object.entries(entry.optionalDependencies ?? {})
    .filter(
      ([name]) => !(`node_modules/${name}` in lock.packages) && !(`${path}/node_modules/${name}` in lock.packages),
    )
    .map(([name, range]) => [`node_modules/${name}`, platformEntry(name, range, entry.dev)] as const),
);
const packages = [...Object.entries(lock.packages), ...missing].toSorted(([a], [b]) => (a < b ? -1 : 1));
lock.packages = Object.fromEntries(packages);
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${missing.length} packages of other platforms added`);
