// A virus scanner that speaks clamd's INSTREAM over a Unix socket and knows one virus: the word EICAR.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Clamd = {
  readonly socketPath: string;
  /** Bytes of each stream that was scanned. */
  readonly scanned: number[];
  /** What it does with the next streams: scan, complain about the size, hang up in the middle. */
  behave(how: 'scan' | 'complain' | 'hang-up'): void;
  stop(): Promise<void>;
};

const COMMAND = 'zINSTREAM\0';

export async function startClamd(): Promise<Clamd> {
  const folder = await mkdtemp(join(tmpdir(), 'volley-clamd-'));
  const socketPath = join(folder, 'clamd.ctl');
  const scanned: number[] = [];
  const open = new Set<Socket>();
  let behaviour: 'scan' | 'complain' | 'hang-up' = 'scan';
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
    let received = Buffer.alloc(0);
    socket.on('data', (part) => {
      received = Buffer.concat([received, part]);
      if (behaviour === 'hang-up' && received.length > COMMAND.length) return socket.destroy();
      const stream = wholeStream(received);
      if (stream === undefined) return undefined;
      scanned.push(stream.length);
      const verdict = stream.includes('EICAR') ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK';
      return socket.end(`${behaviour === 'complain' ? 'INSTREAM size limit exceeded. ERROR' : verdict}\0`);
    });
  });
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  return {
    socketPath,
    scanned,
    behave: (how) => {
      behaviour = how;
    },
    stop: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true });
    },
  };
}

/** The chunks joined, once the chunk of length zero has come. */
function wholeStream(received: Buffer): Buffer | undefined {
  if (received.subarray(0, COMMAND.length).toString() !== COMMAND) return undefined;
  const chunks: Buffer[] = [];
  for (let at = COMMAND.length; at + 4 <= received.length; ) {
    const length = received.readUInt32BE(at);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}
