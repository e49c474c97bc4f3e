// `npm run handbook`: follows docs/operating/install.md in a fresh Debian made by debootstrap and booted with its own
// systemd, as the users that the page names, until the first message is delivered. docs/operating/supported.md says
// what this shows and what it does not. Needs root, debootstrap and iproute2.
//   --folder DIR   where the base of Debian is kept (default /var/tmp/volley-handbook)
//   --keep         leaves the files of the machine in that folder
// After a failure the logs stay there.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { textAt } from '@volley/bench/harness/json.ts';
import { InstallGuide } from './handbook/follow-install.ts';
import { makeFreshRoot, removeRoot } from './handbook/fresh-root.ts';
import { boot, type Machine } from './handbook/machine.ts';
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

const name = `followed-${process.pid}`;
const root = makeFreshRoot(values.folder, name);
const logs = join(values.folder, `${name}-logs`);
try {
  const machine = await boot(root, name, logs);
  say('fresh Debian booted');
  await followIn(machine);
  rmSync(logs, { recursive: true });
} finally {
  if (!values.keep) removeRoot(root);
}

async function followIn(machine: Machine): Promise<void> {
  const guide = new InstallGuide(machine, pageBlocks(readFileSync('docs/operating/install.md', 'utf8')), say);
  try {
    const message = await guide.follow(values.folder);
    const [text, to, at] = ['text', 'destination', 'deliveredAt'].map((member) => textAt(message, member));
    say(`delivered: "${text}" to ${to} at ${at}`);
  } catch (error) {
    const lines = ['journalctl --no-pager --lines=100 --unit="volley*" --unit=nats-server --unit="postgresql*"'];
    console.error(await machine.run({ user: 'root', folder: '/', lines }));
    throw error;
  } finally {
    await guide.stop();
    await machine.stop();
  }
}
