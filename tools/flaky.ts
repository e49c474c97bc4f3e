// `npm run flaky -- PATH --times 50 --load 6`: repeats test files or whole folders until one fails, in another order
// each time, with the workers of CI, next to processes that keep the cores busy. Prints the output of the first failing
// run and the seed of its order, and exits with 1.
import { type ChildProcess, spawn } from 'node:child_process';
import { parseArgs } from 'node:util';

const USAGE = 'npm run flaky -- PATH [PATH …] [--times 50] [--load 6] [--seed 1] [--project unit|integration|browser]';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '50' },
    load: { type: 'string', default: '0' },
    /** Of the first run; each further run has the next one. */
    seed: { type: 'string', default: '1' },
    project: { type: 'string' },
  },
});

const [times, load, seed] = [Number(values.times), Number(values.load), Number(values.seed)];
const isCount = (value: number, least: number) => Number.isInteger(value) && value >= least;
if (positionals.length === 0 || !isCount(times, 1) || !isCount(load, 0) || !isCount(seed, 0)) {
  console.error(`usage: ${USAGE}`);
  process.exit(2);
}

/** Processes that only use a core; they end with this process. */
function startLoad(): ChildProcess[] {
  return Array.from({ length: load }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
}

type Run = { readonly ok: boolean; readonly output: string; readonly seconds: number };

function runOnce(order: number): Promise<Run> {
  const startedAt = performance.now();
  const project = values.project === undefined ? [] : ['--project', values.project];
  const shuffled = ['--sequence.shuffle.files=true', `--sequence.seed=${order}`];
  const child = spawn('vitest', ['run', ...project, ...shuffled, ...positionals], {
    env: { ...process.env, NO_COLOR: '1' },
  });
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

async function repeat(): Promise<boolean> {
  const what = positionals.join(' ');
  const seconds: number[] = [];
  for (let run = 1; run <= times; run += 1) {
    const order = seed + run - 1;
    const result = await runOnce(order);
    seconds.push(result.seconds);
    if (!result.ok) {
      console.log(result.output);
      console.log(
        `FAILED ${what}: run ${run} of ${times}, seed ${order}, ${result.seconds.toFixed(1)} s, load ${load}`,
      );
      return false;
    }
    console.log(`ok run ${run} of ${times}, seed ${order}, ${result.seconds.toFixed(1)} s`);
  }
  console.log(`ok ${what}: ${times} runs, slowest ${Math.max(...seconds).toFixed(1)} s, load ${load}`);
  return true;
}

const busy = startLoad();
const endLoad = () => {
  for (const process of busy) process.kill('SIGKILL');
};
process.once('SIGINT', () => process.exit(130)).once('exit', endLoad);
process.exit((await repeat()) ? 0 : 1);
