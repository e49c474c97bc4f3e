// A form with one file, read as it comes. The file is handed on in chunks that wait for their reader, so an upload
// costs a few hundred kilobytes whatever its size. Its stream ends well only when the whole form has come and held
// exactly one part, of the right name and not too large; the parser itself would pass over a second file and cut a
// long one without a word. The rest of a refused form is read and thrown away, so that the client sees the answer.
import { createHash } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { finished, Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import type { Multipart } from '@volley/contract/endpoint.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import type { FastifyRequest } from 'fastify';
import { noteDigest } from './idempotency.ts';

export type ReceivedFile = {
  /** As the client wrote it; never to be trusted. */
  readonly filename: string;
  readonly declaredType: string;
  readonly bytes: AsyncIterable<Buffer>;
  /** To be called when nothing more will be read. */
  discard(): void;
};

/** Room for boundaries and headers of the part around the largest file. */
const WRAPPING_BYTES_MAX = 64 * 1024;
const HEADER_BYTES_MAX = 16 * 1024;
const DISCARDED_BYTES_MAX = 32 * 1024 * 1024;

export async function receiveFile(form: Multipart, request: FastifyRequest): Promise<ReceivedFile> {
  const payload = request.body;
  if (!(payload instanceof Readable)) throw refused(form.part, 'is required');
  try {
    return await openForm(form, request, payload);
  } catch (error) {
    discard(payload);
    throw error;
  }
}

async function openForm(form: Multipart, request: FastifyRequest, payload: Readable): Promise<ReceivedFile> {
  const { headers } = request;
  if (Number(headers['content-length'] ?? 0) > form.fileBytesMax + WRAPPING_BYTES_MAX) throw tooLarge(form);
  const parser = createParser(form, headers['content-type'] ?? '');
  const { first, whole, fail } = followParts(form, parser);
  finished(payload, { writable: false }, (error) => {
    if (error) fail(refused('body', 'was cut off'));
  });
  payload.pipe(parser);
  const { stream, filename, declaredType } = await first;
  const chunks = chunksOf(form, stream, whole);
  return {
    filename,
    declaredType,
    bytes: headers['idempotency-key'] === undefined ? chunks : digested(chunks, request),
    discard: () => {
      payload.unpipe(parser);
      discard(payload);
    },
  };
}

function createParser(form: Multipart, type: string): BusboyInstance {
  if (!/^multipart\/form-data\s*;/i.test(type)) throw refused('body', 'must be multipart/form-data');
  try {
    const parser = new Busboy({
      headers: { 'content-type': type },
      preservePath: true,
      limits: { parts: 1, fields: 0, fileSize: form.fileBytesMax + 1, headerPairs: 20, headerSize: HEADER_BYTES_MAX },
    });
    bearCutParts(parser);
    return parser;
  } catch {
    throw refused('body', 'must be multipart/form-data with a boundary');
  }
}

/**
 * The parser passes over parts it does not want without listening for their errors, and a form that is cut off
 * in one of them would end the process. Its inner parser announces every part; there is no other way to them.
 */
export function bearCutParts(parser: BusboyInstance): void {
  const { parser: inner } = (parser as unknown as { _parser: { parser: EventEmitter } })._parser; // as of the pinned version
  inner.on('part', (part: EventEmitter) => part.on('error', () => undefined));
}

type OpenedPart = { readonly stream: BusboyFileStream; readonly filename: string; readonly declaredType: string };

/** `first`: the file has begun. `whole`: the form has ended and was right. Either fails with the first thing wrong. */
function followParts(form: Multipart, parser: BusboyInstance) {
  const first = Promise.withResolvers<OpenedPart>();
  const whole = Promise.withResolvers<void>();
  whole.promise.catch(() => undefined);
  let file: BusboyFileStream | undefined;
  const fail = (problem: Refusal) => {
    first.reject(problem);
    whole.reject(problem);
    file?.destroy(problem);
  };
  const onlyOne = () => fail(refused('body', `must have exactly one part, the file ${form.part}`));
  parser.on('file', (name, stream, filename, _encoding, declaredType) => {
    stream.on('error', () => undefined);
    file = stream;
    // The parser says text where there is none, whatever its types say.
    const given: string | undefined = filename;
    if (name !== form.part || given === undefined) onlyOne();
    else first.resolve({ stream, filename, declaredType });
  });
  parser.on('partsLimit', onlyOne);
  parser.on('fieldsLimit', onlyOne);
  parser.on('error', () => fail(refused('body', 'is not a whole form')));
  parser.on('finish', () => {
    first.reject(refused(form.part, 'is required'));
    whole.resolve();
  });
  return { first: first.promise, whole: whole.promise, fail };
}

async function* chunksOf(form: Multipart, stream: BusboyFileStream, whole: Promise<void>): AsyncGenerator<Buffer> {
  let sizeBytes = 0;
  for await (const chunk of stream) {
    const bytes: Buffer = chunk;
    sizeBytes += bytes.length;
    if (sizeBytes > form.fileBytesMax) throw tooLarge(form);
    yield bytes;
  }
  await whole;
}

/** An upload is the same as before when the file is. */
async function* digested(chunks: AsyncIterable<Buffer>, request: FastifyRequest): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
  noteDigest(request, hash.digest());
}

export function discard(payload: Readable): void {
  let leftBytes = DISCARDED_BYTES_MAX;
  payload.on('data', (chunk: Buffer) => {
    leftBytes -= chunk.length;
    if (leftBytes < 0) payload.destroy();
  });
  payload.on('error', () => undefined);
  payload.resume();
}

function tooLarge({ part, fileBytesMax }: Multipart): Refusal {
  return refused(part, `must be at most ${fileBytesMax} bytes`);
}

function refused(field: string, problem: string): Refusal {
  return new Refusal('bad-request', { field, problem });
}
