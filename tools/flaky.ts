// `npm run flaky -- FILE --times 50 --load 6`: repeats a test file until it fails, next to processes that keep the
// cores busy. Prints the output of the first failing run and exits with 1.
import { type ChildProcess, spawn } from 'node:child_process';
import { parseArgs } from 'node:util';

const USAGE = 'npm run flaky -- FILE [FILE …] [--times 50] [--load 6] [--project unit|integration|browser]';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '50' },
    load: { type: 'string', default: '0' },
    project: { type: 'string' },
  },
});

const times = Number(values.times);
const load = Number(values.load);
if (positionals.length === 0 || !Number.isInteger(times) || times < 1 || !Number.isInteger(load) || load < 0) {
  console.error(`usage: ${USAGE}`);
  process.exit(2);
}

/** Processes that only use a core; they end with this process. */
function startLoad(): ChildProcess[] {
  return Array.from({ length: load }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
}

function runFile(file: string): Promise<{ ok: boolean; output: string; seconds: number }> {
  const startedAt = performance.now();
  const project = values.project === undefined ? [] : ['--project', values.project];
  const child = spawn('vitest', ['run', ...project, file], { env: { ...process.env, NO_COLOR: '1' } });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) =>
      resolve({ ok: status === 0, output, seconds: (performance.now() - startedAt) / 1_000 }),
    );
  });
}

async function repeat(file: string): Promise<boolean> {
  const seconds: number[] = [];
  for (let run = 1; run <= times; run += 1) {
    const result = await runFile(file);
    seconds.push(result.seconds);
    if (result.ok) continue;
    console.log(result.output);
    console.log(`FAILED ${file}: run ${run} of ${times}, ${result.seconds.toFixed(1)} s, load ${load}`);
    return false;
  }
  console.log(`ok ${file}: ${times} runs, slowest ${Math.max(...seconds).toFixed(1)} s, load ${load}`);
  return true;
}

const busy = startLoad();
const endLoad = () => {
  for (const process of busy) process.kill('SIGKILL');
};
process.once('SIGINT', () => process.exit(130)).once('exit', endLoad);
let failed = 0;
for (const file of positionals) failed += (await repeat(file)) ? 0 : 1;
process.exit(failed === 0 ? 0 : 1);
