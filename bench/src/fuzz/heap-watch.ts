// Loaded into the API's process beside it: what it still holds when everything it has dropped was collected. Resident
// memory alone says little: the young generation is resized by tens of megabytes as requests come, and malloc keeps what
// was freed.
import { subscribe } from 'node:diagnostics_channel';
import { createServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/** In bytes: of objects, code and buffers; and of the process without its heap, whose size says nothing. */
export type HeldMemory = { readonly heldBytes: number; readonly outsideBytes: number };

/** Pages that a collection has emptied are given back by another thread. */
const RELEASE_MS = 50;

function watchHeap(port: number): void {
  setFlagsFromString('--expose-gc');
  // Else the code of the start, megabytes that nobody calls any more, goes some time and hides a leak.
  setFlagsFromString('--no-flush-bytecode');
  const collect = runInNewContext('gc') as () => void; // what the flag makes
  createServer((_request, response) => {
    // What finalizers let go of is collected the second time.
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
/** Of a list without its items, and of its place in the list of all. */
const LIST_WORDS = 7;

/** A leak on purpose, to see that it is found. */
function leak(bytesPerRequest: number): void {
  const kept: number[][] = [];
  const words = Math.max(0, Math.round(bytesPerRequest / WORD_BYTES) - LIST_WORDS);
  subscribe('http.server.request.start', () => void kept.push(Array.from({ length: words }, () => 0)));
}

const port = Number(process.env['HEAP_WATCH_PORT'] ?? 0);
const leakBytes = Number(process.env['HEAP_WATCH_LEAK'] ?? 0);
if (isMainThread && port > 0) watchHeap(port);
if (isMainThread && leakBytes > 0) leak(leakBytes);
