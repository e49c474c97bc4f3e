// A virus scanner that speaks clamd's INSTREAM over a Unix socket. Its only virus is the word EICAR.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Clamd = {
  readonly socketPath: string;
  /** Size in bytes of each scanned stream. */
  readonly scanned: number[];
  /** The answer to the next streams: scan, complain about the size, or hang up in the middle. */
  behave(how: 'scan' | 'complain' | 'hang-up'): void;
  stop(): Promise<void>;
};

const COMMAND = 'zINSTREAM\0';

export async function startClamd(): Promise<Clamd> {
  const folder = await mkdtemp(join(tmpdir(), 'volley-clamd-'));
  const socketPath = join(folder, 'clamd.ctl');
  const scanned: number[] = [];
  const open = new Set<Socket>();
  let behavior: 'scan' | 'complain' | 'hang-up' = 'scan';
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
    const take = streamReader();
    socket.on('data', (part) => {
      if (behavior === 'hang-up') return socket.destroy();
      const stream = take(part);
      if (stream === undefined) return undefined;
      scanned.push(stream.length);
      const verdict = stream.includes('EICAR') ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK';
      return socket.end(`${behavior === 'complain' ? 'INSTREAM size limit exceeded. ERROR' : verdict}\0`);
    });
  });
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  return {
    socketPath,
    scanned,
    behave: (how) => {
      behavior = how;
    },
    stop: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true });
    },
  };
}

/** Reads the chunks of a connection; resolves with the joined chunks after the chunk of length zero. */
function streamReader(): (part: Buffer) => Buffer | undefined {
  const chunks: Buffer[] = [];
  let [head, wanted, left] = [Buffer.alloc(0), COMMAND.length, 0];
  return (part) => {
    for (let at = 0; at < part.length; ) {
      const piece = part.subarray(at, at + (left > 0 ? left : wanted - head.length));
      at += piece.length;
      if (left > 0) {
        chunks.push(piece);
        left -= piece.length;
        continue;
      }
      head = Buffer.concat([head, piece]);
      if (head.length < wanted) continue;
      if (wanted === COMMAND.length && head.toString() !== COMMAND) return undefined;
      left = wanted === COMMAND.length ? 0 : head.readUInt32BE();
      if (wanted === 4 && left === 0) return Buffer.concat(chunks);
      [head, wanted] = [Buffer.alloc(0), 4];
    }
    return undefined;
  };
}
