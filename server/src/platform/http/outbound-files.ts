// Files at addresses that clients write, and uploads to addresses that providers name. The addresses are guarded like
// those of callbacks: no private networks, no redirects. "Forbidden" and "unreachable" look the same, so that files
// cannot scan ports.
import { Pool } from 'undici';
import type { UploadForm } from './multipart.ts';
import { guardedConnector, type OutboundRules } from './outbound-http.ts';
import { openProvider, type ProviderReply } from './provider-http.ts';

export type FileRules = Pick<OutboundRules, 'allow' | 'sourceAddress' | 'resolve'> & {
  readonly bytesMax: number;
  /** For the whole of a call. */
  readonly timeoutMs: number;
};

/** `contentType`: as the host names it; empty: it names none. */
export type FetchedFile = { readonly bytes: Buffer; readonly contentType: string };
export type FileProblem = { readonly problem: string };

const HEADER_BYTES_MAX = 16 * 1024;

/** A problem is `unreachable`, `too-big`, `empty`, or an HTTP status. */
export async function fetchFile(address: string, rules: FileRules): Promise<FetchedFile | FileProblem> {
  const { origin, pathname, search } = new URL(address);
  const { timeoutMs, bytesMax } = rules;
  const pool = new Pool(origin, {
    connections: 1,
    connect: guardedConnector({ ...rules, connections: 1 }),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxHeaderSize: HEADER_BYTES_MAX,
  });
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const { statusCode, headers, body } = await pool.request({ method: 'GET', path: `${pathname}${search}`, signal });
    // The end of the pool ends an unread body with an error.
    body.on('error', () => {});
    if (statusCode !== 200) return { problem: String(statusCode) };
    const bytes = await collected(body, bytesMax);
    if (bytes === undefined) return { problem: 'too-big' };
    return bytes.length === 0 ? { problem: 'empty' } : { bytes, contentType: String(headers['content-type'] ?? '') };
  } catch {
    return { problem: 'unreachable' };
  } finally {
    await pool.destroy();
  }
}

/** Undefined: more than `bytesMax`. */
async function collected(body: AsyncIterable<unknown>, bytesMax: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    // A body without an encoding yields Buffers.
    const part = chunk as Buffer;
    bytes += part.length;
    if (bytes > bytesMax) return undefined;
    chunks.push(part);
  }
  return Buffer.concat(chunks);
}

/** Posts to an address that a provider has named. */
export async function postUpload(address: string, form: UploadForm, rules: FileRules): Promise<ProviderReply> {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    return { kind: 'unreached', reason: 'the provider named no address' };
  const { origin, pathname, search } = new URL(address);
  const connect = guardedConnector({ ...rules, connections: 1 });
  const provider = openProvider(origin, { connections: 1, timeoutMs: rules.timeoutMs, connect });
  try {
    return await provider.ask({ method: 'POST', path: `${pathname}${search}`, ...form });
  } finally {
    await provider.close();
  }
}
