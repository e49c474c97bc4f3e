// Loaded into the API process: reports the memory still held after garbage collection. Resident memory is not a good
// measure: the young generation is resized by tens of megabytes with the load, and malloc keeps freed memory.
import { subscribe } from 'node:diagnostics_channel';
import { createServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/** Bytes held by objects, code and buffers; and bytes of the process outside its heap. */
export type HeldMemory = { readonly heldBytes: number; readonly outsideBytes: number };

/** Another thread returns the pages freed by a collection. */
const RELEASE_MS = 50;

function watchHeap(port: number): void {
  setFlagsFromString('--expose-gc');
  // Otherwise the bytecode of the start-up is flushed at some point: megabytes that would hide a leak.
  setFlagsFromString('--no-flush-bytecode');
  const collect = runInNewContext('gc') as () => void; // what the flag makes
  createServer((_request, response) => {
    // The second collection frees objects released by finalizers.
    collect();
    collect();
    const { heapUsed, external } = process.memoryUsage();
    setTimeout(() => {
      const { rss, heapTotal } = process.memoryUsage();
      const held: HeldMemory = { heldBytes: heapUsed + external, outsideBytes: rss - heapTotal };
      response.end(JSON.stringify(held));
    }, RELEASE_MS);
  })
    .listen(port, '127.0.0.1')
    .unref();
}

const WORD_BYTES = 8;
/** Words of an array without its items, plus its slot in the outer array. */
const LIST_WORDS = 7;

/** A deliberate leak, to prove that leaks are found. */
function leak(bytesPerRequest: number): void {
  const kept: number[][] = [];
  const words = Math.max(0, Math.round(bytesPerRequest / WORD_BYTES) - LIST_WORDS);
  subscribe('http.server.request.start', () => void kept.push(Array.from({ length: words }, () => 0)));
}

const port = Number(process.env['HEAP_WATCH_PORT'] ?? 0);
const leakBytes = Number(process.env['HEAP_WATCH_LEAK'] ?? 0);
if (isMainThread && port > 0) watchHeap(port);
if (isMainThread && leakBytes > 0) leak(leakBytes);
