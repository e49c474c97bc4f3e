// Repeats one request from a thread of its own, over connections that stay open, one request at a time on each. The CPU
// time of the test's own thread is then that of the server under test.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

const PROGRAM = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { connect } = require('node:net');
  const run = ({ port, request, calls, connections }) => new Promise((resolve, reject) => {
    const bytes = Buffer.from(request);
    const answers = [];
    let asked = 0;
    let open = connections;
    for (let at = 0; at < connections; at += 1) {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      let text = '';
      const ask = () => {
        if (asked === calls) return socket.end();
        asked += 1;
        socket.write(bytes);
      };
      socket.on('connect', ask);
      socket.on('error', reject);
      socket.on('close', () => { if ((open -= 1) === 0) resolve(answers); });
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1');
        for (;;) {
          const end = text.indexOf('\\r\\n\\r\\n');
          if (end < 0) return;
          const head = text.slice(0, end).toLowerCase();
          const length = Number(/content-length: (\\d+)/.exec(head)?.[1] ?? 0);
          if (text.length < end + 4 + length) return;
          text = text.slice(end + 4 + length);
          answers.push({ status: Number(head.slice(9, 12)), retryAfter: /retry-after: (\\d+)/.exec(head)?.[1] ?? null });
          ask();
        }
      });
    }
  });
  parentPort.on('message', (task) => run(task).then((answers) => parentPort.postMessage(answers)));
  parentPort.postMessage('ready');
`;

export type Flood = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly calls: number;
  readonly connections: number;
};

export type FloodAnswer = { readonly status: number; readonly retryAfter: string | null };

export type CallerThread = { flood(flood: Flood): Promise<readonly FloodAnswer[]>; close(): Promise<void> };

export async function givenCallerThread(): Promise<CallerThread> {
  const worker = new Worker(PROGRAM, { eval: true });
  await once(worker, 'message');
  return {
    flood: async ({ url, headers, body, calls, connections }) => {
      const { port, host, pathname } = new URL(url);
      const lines = Object.entries({ host, 'content-length': String(Buffer.byteLength(body)), ...headers });
      const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      worker.postMessage({ port, calls, connections, request: `POST ${pathname} HTTP/1.1\r\n${head}\r\n${body}` });
      const [answers] = (await once(worker, 'message')) as [FloodAnswer[]]; // the program above posts them
      return answers;
    },
    close: async () => void (await worker.terminate()),
  };
}
