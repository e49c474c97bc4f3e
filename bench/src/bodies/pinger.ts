// Another caller in its own thread: requests `/api/v1/ping` at a fixed rate, independent of answers, so that a blocked
// server delays many pings.
import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { Pool } from 'undici';

const EVERY_MS = 10;
const CONNECTIONS = 64;

export type Pinger = {
  /** Latencies of the pings during `work`, in milliseconds. */
  during(work: () => Promise<void>): Promise<number[]>;
  close(): Promise<void>;
};

export function startPinger(url: string): Pinger {
  const worker = new Worker(new URL(import.meta.url), { workerData: url });
  return {
    during: async (work) => {
      worker.postMessage('begin');
      await work();
      worker.postMessage('end');
      const [waitsMs] = (await once(worker, 'message')) as [number[]]; // what `pingAlways` posts
      return waitsMs;
    },
    close: async () => void (await worker.terminate()),
  };
}

function pingAlways(url: string): void {
  const pool = new Pool(url, { connections: CONNECTIONS });
  let waits: Promise<number>[] = [];
  const ping = async (): Promise<number> => {
    const beganMs = performance.now();
    const { body } = await pool.request({ method: 'GET', path: '/api/v1/ping' });
    await body.dump();
    return performance.now() - beganMs;
  };
  setInterval(() => void waits.push(ping()), EVERY_MS);
  parentPort?.on('message', (word: 'begin' | 'end') => {
    const before = Promise.all(waits);
    waits = [];
    if (word === 'end') void before.then((told) => parentPort?.postMessage(told));
  });
}

if (!isMainThread && typeof workerData === 'string') pingAlways(workerData);
