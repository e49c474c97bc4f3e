// `npm run packages`: writes server/production-packages.txt, every package that an installation of the server brings with
// it, read from package-lock.json. Whoever adds one shows it to a reviewer.
//   --check           fails when the list is not current
//   --installed DIR   fails when DIR/node_modules holds anything else
import { existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { difference, type Lock, productionPackages } from './production-closure.ts';

const LIST = 'server/production-packages.txt';

const { values: options } = parseArgs({
  options: { check: { type: 'boolean', default: false }, installed: { type: 'string' } },
});

// The lock is npm's own file.
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
const { packages, optional } = productionPackages(lock, 'server');
const listed = () => (existsSync(LIST) ? readFileSync(LIST, 'utf8').split('\n').filter(Boolean) : []);

if (options.installed !== undefined) judge(difference(listed(), installedIn(options.installed), optional));
else if (options.check) judge(difference(listed(), packages));
else writeFileSync(LIST, `${packages.join('\n')}\n`);

function judge(complaints: readonly string[]): void {
  if (complaints.length === 0) return;
  console.error(`${complaints.join('\n')}\nMeant so? npm run packages, and let a reviewer look at ${LIST}.`);
  process.exitCode = 1;
}

/** Links to the workspaces are no packages. */
function installedIn(folder: string): string[] {
  const modules = join(folder, 'node_modules');
  const files = readdirSync(modules, { recursive: true, withFileTypes: true });
  return files
    .filter(({ name, parentPath }) => name === 'package.json' && /node_modules\/(@[^/]+\/)?[^/]+$/.test(parentPath))
    .filter(({ parentPath }) => !lstatSync(parentPath).isSymbolicLink())
    .map(({ parentPath }) => {
      // Every manifest of a package has these.
      const { name, version } = JSON.parse(readFileSync(join(parentPath, 'package.json'), 'utf8')) as {
        name: string;
        version: string;
      };
      return `${name} ${version}`;
    })
    .toSorted();
}
