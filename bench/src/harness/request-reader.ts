// Extracts whole HTTP/1.1 requests from a byte stream, for a receiver that must cost almost nothing because it
// simulates a remote machine. Bodies need a Content-Length; all else is refused.

export type ReadRequest = { body: Buffer; mayClose: boolean };

const HEAD_END = Buffer.from('\r\n\r\n');
const HEAD_BYTES_MAX = 65_536;

export class RequestReader {
  #rest: Buffer | undefined;

  /** Calls back once per whole request, in order. Throws for unreadable input; the connection is lost then. */
  push(chunk: Buffer, onRequest: (request: ReadRequest) => void): void {
    const data = this.#rest === undefined ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    for (;;) {
      const headEnd = data.indexOf(HEAD_END, at);
      if (headEnd < 0) break;
      const head = data.toString('latin1', at, headEnd);
      const from = headEnd + HEAD_END.length;
      const to = from + bodyLength(head);
      if (to > data.length) break;
      onRequest({ body: data.subarray(from, to), mayClose: /^connection: *close/im.test(head) });
      at = to;
    }
    this.#rest = at === data.length ? undefined : data.subarray(at);
    if (this.#rest !== undefined && this.#rest.indexOf(HEAD_END) < 0 && this.#rest.length > HEAD_BYTES_MAX) {
      throw new RangeError(`head of a request exceeds ${HEAD_BYTES_MAX} bytes`);
    }
  }
}

function bodyLength(head: string): number {
  if (/^transfer-encoding:/im.test(head))
    throw new RangeError('Transfer-Encoding is not supported: send Content-Length');
  return Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
}
