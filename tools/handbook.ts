// `npm run handbook`: follows docs/operating/install.md in a fresh Debian made by debootstrap, as the users that the page
// names, until the first message is delivered. docs/operating/supported.md says what this shows and what it does not.
// Needs root, debootstrap, iproute2 and systemd-analyze.
//   --folder DIR   where the base of Debian is kept (default /var/tmp/volley-handbook)
//   --keep         leaves the followed root in that folder
import { mkdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { InstallGuide } from './handbook/follow-install.ts';
import { makeFreshRoot } from './handbook/fresh-root.ts';
import { pageBlocks } from './handbook/page-blocks.ts';

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: '/var/tmp/volley-handbook' },
    keep: { type: 'boolean', default: false },
  },
});
mkdirSync(values.folder, { recursive: true });
const startedAt = performance.now();
const say = (text: string): void => console.log(`${Math.round((performance.now() - startedAt) / 1_000)} s: ${text}`);

const root = makeFreshRoot(values.folder, `followed-${process.pid}`);
say('fresh Debian');
const guide = new InstallGuide(root, pageBlocks(readFileSync('docs/operating/install.md', 'utf8')), say);
try {
  await guide.follow();
  say('the first message is delivered');
} finally {
  await guide.stop();
  if (!values.keep) root.remove();
}
