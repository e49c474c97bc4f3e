// Asks clamd about bytes while they pass, over its INSTREAM command: each chunk goes out behind its length, a length of
// zero ends the stream, and one line comes back. Anything but a clear answer is a failure, never a pass.
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';

export type VirusScan = {
  write(chunk: Buffer): Promise<void>;
  /** After the last chunk. */
  verdict(): Promise<'clean' | 'infected'>;
  close(): void;
};

const TIMEOUT_MS = 20_000;
const ANSWER_BYTES_MAX = 4_096;

/** `address` is the path of clamd's socket, or `host:port`. */
export async function openVirusScan(address: string): Promise<VirusScan> {
  const socket = connect(address);
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('the virus scanner is silent')));
  const answer = readAnswer(socket);
  // Whoever waits for the verdict hears of the failure; nobody may be waiting yet.
  answer.catch(() => undefined);
  await Promise.race([once(socket, 'connect'), answer]);
  const write = async (bytes: Buffer) => {
    if (socket.destroyed || !socket.writable) await answer.then(unasked);
    if (!socket.write(bytes)) await Promise.race([once(socket, 'drain'), answer.then(unasked)]);
  };
  await write(Buffer.from('zINSTREAM\0'));
  return {
    write: async (chunk) => {
      if (chunk.length > 0) await write(Buffer.concat([lengthOf(chunk), chunk]));
    },
    verdict: async () => {
      await write(lengthOf(Buffer.alloc(0)));
      return judge(await answer);
    },
    close: () => socket.destroy(),
  };
}

function connect(address: string): Socket {
  const tcp = /^([^/]+):(\d+)$/.exec(address);
  return tcp === null ? createConnection(address) : createConnection(Number(tcp[2]), tcp[1]);
}

function lengthOf(chunk: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.length);
  return length;
}

function readAnswer(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => {
      text += part;
      if (text.includes('\0')) resolve(text.slice(0, text.indexOf('\0')));
      if (text.length > ANSWER_BYTES_MAX) socket.destroy(new Error('the virus scanner talks too much'));
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the virus scanner hung up')));
  });
}

function unasked(answer: string): never {
  throw new Error(`the virus scanner answered before the end: ${answer}`);
}

function judge(answer: string): 'clean' | 'infected' {
  if (answer.endsWith(': OK')) return 'clean';
  if (answer.endsWith(' FOUND')) return 'infected';
  throw new Error(`the virus scanner answered: ${answer}`);
}
