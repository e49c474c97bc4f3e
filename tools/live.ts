// `npm run live -- whatsapp`: sends one message over a real account to its owner, if the environment names the account,
// and stores the exchange without tokens, numbers and texts. See docs/long-proofs.md#live-accounts.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runLive } from './live/live-run.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { folder: { type: 'string', default: 'live-exchanges' } },
});
const [name = ''] = positionals;
const run = await runLive(name, process.env);
if (run.kind === 'skipped') console.log(`skipped: set ${run.missing.join(', ')} to send a message over ${name}`);
else {
  mkdirSync(values.folder, { recursive: true });
  const file = join(values.folder, `${name}.json`);
  writeFileSync(file, `${JSON.stringify(run.fixture, undefined, 2)}\n`);
  console.log(`${name}: ${run.ending}; the exchange is in ${file}`);
  process.exitCode = run.isTaken ? 0 : 1;
}
