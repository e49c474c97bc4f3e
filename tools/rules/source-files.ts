// Source files as text, for tests that check their form.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const WORKSPACES = [
  'domain',
  'contract',
  'smpp',
  'server',
  'simulator',
  'sdk',
  'cli',
  'web',
  'widget',
  'site',
  'bench',
  'tools',
];

export type SourceFile = { readonly path: string; readonly text: string };

/** Files of the workspaces with these endings, by path from the root. */
export function readSources(endings: readonly string[], folders: readonly string[] = WORKSPACES): SourceFile[] {
  return folders
    .flatMap((folder) =>
      readdirSync(`${ROOT}${folder}`, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
        .map((entry) => `${entry.parentPath}/${entry.name}`),
    )
    .filter((path) => !path.includes('/node_modules/') && !path.includes('/dist/'))
    .map((path) => ({ path: path.slice(ROOT.length), text: readFileSync(path, 'utf8') }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
