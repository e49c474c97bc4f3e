// `npm run third-party`: writes server/third-party/SHA256SUMS, the digests of all third-party files of the repository
// in the form of `sha256sum --check`. `--check` fails if a file is changed, new or missing.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['server/third-party', 'server/reference-data/numbering'];
const LIST = 'server/third-party/SHA256SUMS';

function digests(): string {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name)),
  ).filter((path) => path !== LIST && !path.endsWith('.md'));
  return files
    .toSorted()
    .map((path) => `${createHash('sha256').update(readFileSync(path)).digest('hex')}  ${path}\n`)
    .join('');
}

const current = digests();
if (!process.argv.includes('--check')) writeFileSync(LIST, current);
else {
  const known = readFileSync(LIST, 'utf8').split('\n');
  const there = current.split('\n');
  const wrong = [...there.filter((line) => !known.includes(line)), ...known.filter((line) => !there.includes(line))];
  const paths = [...new Set(wrong.map((line) => line.slice(66)))];
  if (paths.length > 0) {
    console.error(`third-party files changed: ${paths.join(', ')}\nIf intended, run npm run third-party.`);
    process.exitCode = 1;
  }
}
