// `npm run packages`: writes server/production-packages.txt, every package of a server installation, read from
// package-lock.json. A new package thereby shows up in review.
//   --check           fails if the list is not current
//   --installed DIR   fails if DIR/node_modules has other packages
import { existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { difference, type Lock, productionPackages } from './packages/production-closure.ts';

const LIST = 'server/production-packages.txt';

const { values: options } = parseArgs({
  options: { check: { type: 'boolean', default: false }, installed: { type: 'string' } },
});

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
const { packages, optional } = productionPackages(lock, 'server');
const listed = () => (existsSync(LIST) ? readFileSync(LIST, 'utf8').split('\n').filter(Boolean) : []);

if (options.installed !== undefined) judge(difference(listed(), installedIn(options.installed), optional));
else if (options.check) judge(difference(listed(), packages));
else writeFileSync(LIST, `${packages.join('\n')}\n`);

function judge(complaints: readonly string[]): void {
  if (complaints.length === 0) return;
  console.error(`${complaints.join('\n')}\nIf intended, run npm run packages and have ${LIST} reviewed.`);
  process.exitCode = 1;
}

/** Skips links to the workspaces. */
function installedIn(folder: string): string[] {
  const modules = join(folder, 'node_modules');
  const files = readdirSync(modules, { recursive: true, withFileTypes: true });
  return files
    .filter(({ name, parentPath }) => name === 'package.json' && /node_modules\/(@[^/]+\/)?[^/]+$/.test(parentPath))
    .filter(({ parentPath }) => !lstatSync(parentPath).isSymbolicLink())
    .map(({ parentPath }) => {
      const { name, version } = JSON.parse(readFileSync(join(parentPath, 'package.json'), 'utf8')) as {
        name: string;
        version: string;
      };
      return `${name} ${version}`;
    })
    .toSorted();
}
