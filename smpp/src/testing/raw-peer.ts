// A peer of plain bytes for tests: sends given bytes and collects received bytes, without this codec.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Ends a hanging test. */
const UNTIL_MS_MAX = 120_000;

export class RawPeer {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  closed = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.closed = true;
    });
  }

  send(...bytes: (Buffer | string)[]): void {
    for (const part of bytes) this.#socket.write(typeof part === 'string' ? hex(part) : part);
  }

  pause(): void {
    this.#socket.pause();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** PDUs received so far, split by their length fields. */
  get pdus(): Buffer[] {
    const found: Buffer[] = [];
    for (let at = 0; at + 16 <= this.#received.length; ) {
      const length = this.#received.readUInt32BE(at);
      found.push(this.#received.subarray(at, at + length));
      at += length;
    }
    return found;
  }

  async pdu(index: number): Promise<Buffer> {
    await until(() => this.pdus.length > index);
    return this.pdus[index] ?? Buffer.alloc(0);
  }
}

export function hex(text: string): Buffer {
  return Buffer.from(text.replaceAll(/\s/g, ''), 'hex');
}

/** Waits in real time, even if a test has replaced the timers. */
export async function until(condition: () => boolean): Promise<void> {
  const limit = AbortSignal.timeout(UNTIL_MS_MAX);
  while (!condition()) {
    if (limit.aborted) throw new Error(`not reached in ${UNTIL_MS_MAX} ms: ${condition.toString()}`);
    await sleep(1);
  }
}

/** A server that wraps each connection in a RawPeer. */
export async function rawServer(onPeer: (peer: RawPeer) => void) {
  const server = createServer((socket) => onPeer(new RawPeer(socket)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The server listens on a port, so the address is an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return { port, close: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

export async function rawClient(port: number): Promise<RawPeer> {
  const socket = connect({ host: '127.0.0.1', port });
  await new Promise((resolve) => socket.once('connect', resolve));
  return new RawPeer(socket);
}

/** A PDU with a hexadecimal body. */
export function pduBytes(command: number, status: number, sequence: number, body = ''): Buffer {
  const bytes = hex(body);
  const pdu = Buffer.alloc(16 + bytes.length);
  pdu.writeUInt32BE(pdu.length, 0);
  pdu.writeUInt32BE(command, 4);
  pdu.writeUInt32BE(status, 8);
  pdu.writeUInt32BE(sequence, 12);
  bytes.copy(pdu, 16);
  return pdu;
}
