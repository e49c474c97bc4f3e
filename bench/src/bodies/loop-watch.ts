// Loaded into the server process: measures the longest block of its event loop. Reports processor time of the main
// thread and wall time, because on a busy machine a thread also waits for its turn.
import { createServer } from 'node:http';
import { isMainThread } from 'node:worker_threads';

const TICK_MS = 5;

export type LoopBlocks = { readonly cpuMs: number; readonly wallMs: number };

const cpuNowMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

function watchLoop(port: number): void {
  let longest = { cpuMs: 0, wallMs: 0 };
  let last = { cpuMs: cpuNowMs(), wallMs: performance.now() };
  const tick = () => {
    const now = { cpuMs: cpuNowMs(), wallMs: performance.now() };
    longest = {
      cpuMs: Math.max(longest.cpuMs, now.cpuMs - last.cpuMs),
      wallMs: Math.max(longest.wallMs, now.wallMs - last.wallMs - TICK_MS),
    };
    last = now;
    setTimeout(tick, TICK_MS).unref();
  };
  tick();
  // Every request starts a new measurement.
  createServer((_request, response) => {
    tick();
    const answer: LoopBlocks = longest;
    longest = { cpuMs: 0, wallMs: 0 };
    response.end(JSON.stringify(answer));
  })
    .listen(port, '127.0.0.1')
    .unref();
}

const port = Number(process.env['LOOP_WATCH_PORT'] ?? 0);
if (isMainThread && port > 0) watchLoop(port);
