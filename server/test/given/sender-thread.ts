// Posts bodies from its own thread, so that building and sending them costs the event loop under test nothing. An
// expression describes the body: handing over forty megabytes would be work of that loop too.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

const PROGRAM = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { request } = require('node:http');
  const body = Buffer.from(JSON.stringify(eval(workerData.expression)(workerData.given)));
  const post = () => new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': body.length, ...workerData.headers };
    const sent = request(workerData.url, { method: 'POST', headers }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => { if (chunks.length < 4) chunks.push(chunk); });
      response.on('end', () => resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString().slice(0, 2000) }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
  parentPort.on('message', () => post().then((answer) => parentPort.postMessage(answer)));
  parentPort.postMessage('ready');
`;

export type Answer = { readonly status: number; readonly text: string };

export type SenderThread = { post(): Promise<Answer>; close(): Promise<void> };

export async function givenSenderThread<Given>(
  { url, token, given }: { readonly url: string; readonly token: string; readonly given: Given },
  body: (given: Given) => unknown,
): Promise<SenderThread> {
  const headers = { authorization: `Bearer ${token}` };
  const worker = new Worker(PROGRAM, { eval: true, workerData: { url, headers, given, expression: String(body) } });
  await once(worker, 'message');
  return {
    post: async () => {
      worker.postMessage('post');
      const [answer] = (await once(worker, 'message')) as [Answer]; // the program below posts an Answer
      return answer;
    },
    close: async () => void (await worker.terminate()),
  };
}
