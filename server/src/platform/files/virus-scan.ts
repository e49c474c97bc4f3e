// Streams bytes to clamd (INSTREAM): each chunk is prefixed with its length, length zero ends the stream, and clamd
// returns one line. Any answer but OK or FOUND is a failure, never a pass.
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';

export type VirusScan = {
  write(chunk: Buffer): Promise<void>;
  /** Call after the last chunk. */
  verdict(): Promise<'clean' | 'infected'>;
  close(): void;
};

const TIMEOUT_MS = 20_000;
const ANSWER_BYTES_MAX = 4_096;

/** `address` is the path of clamd's socket, or `host:port`. */
export async function openVirusScan(address: string): Promise<VirusScan> {
  const socket = connect(address);
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error(`clamd did not answer within ${TIMEOUT_MS} ms`)));
  const answer = readAnswer(socket);
  // `verdict` rethrows the failure; before that call the rejection would be unhandled.
  answer.catch(() => undefined);
  await Promise.race([once(socket, 'connect'), answer]);
  const write = async (bytes: Buffer) => {
    if (socket.destroyed || !socket.writable) await answer.then(rejectEarly);
    if (!socket.write(bytes)) await Promise.race([once(socket, 'drain'), answer.then(rejectEarly)]);
  };
  await write(Buffer.from('zINSTREAM\0'));
  return {
    write: async (chunk) => {
      if (chunk.length > 0) await write(Buffer.concat([lengthOf(chunk), chunk]));
    },
    verdict: async () => {
      await write(lengthOf(Buffer.alloc(0)));
      return parseVerdict(await answer);
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
      if (text.length > ANSWER_BYTES_MAX) socket.destroy(new Error(`clamd response exceeds ${ANSWER_BYTES_MAX} bytes`));
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('clamd closed the connection without a verdict')));
  });
}

function rejectEarly(answer: string): never {
  throw new Error(`clamd answered before the end of the stream: ${answer}`);
}

function parseVerdict(answer: string): 'clean' | 'infected' {
  if (answer.endsWith(': OK')) return 'clean';
  if (answer.endsWith(' FOUND')) return 'infected';
  throw new Error(`clamd returned no verdict: ${answer}`);
}
