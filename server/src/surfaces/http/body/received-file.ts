// Streams a form with one file. Chunks wait for their reader, so an upload costs a few hundred kilobytes of memory at
// any size. The stream ends without an error only when the complete form held exactly one part with the right name and
// size; the parser alone would ignore a second file and truncate a long one silently. The rest of a refused form is
// read and dropped, so that the client receives the answer.

import { createHash } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { finished, Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import type { Multipart } from '@volley/contract/endpoint.ts';
import { PROBLEM } from '@volley/domain/refusals/problems.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { FastifyRequest } from 'fastify';
import { recordDigest } from '../idempotency.ts';

export type ReceivedFile = {
  /** As sent by the client; not trusted. */
  readonly filename: string;
  readonly declaredType: string;
  readonly bytes: AsyncIterable<Buffer>;
  /** Must be called when no more bytes will be read. */
  discard(): void;
};

/** Allowance for the boundaries and headers around the largest file. */
const WRAPPING_BYTES_MAX = 64 * 1024;
const HEADER_BYTES_MAX = 16 * 1024;
const DISCARDED_BYTES_MAX = 32 * 1024 * 1024;

export async function receiveFile(form: Multipart, request: FastifyRequest): Promise<ReceivedFile> {
  const payload = request.body;
  if (!(payload instanceof Readable)) throw refused(form.part, PROBLEM.required);
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
    if (error) fail(refused('body', 'was incomplete'));
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
    tolerateBrokenParts(parser);
    return parser;
  } catch {
    throw refused('body', 'must be multipart/form-data with a boundary');
  }
}

/**
 * The parser skips unwanted parts without an error listener, and a form that breaks off inside such a part would end
 * the process. Only the inner parser announces every part.
 */
export function tolerateBrokenParts(parser: BusboyInstance): void {
  const { parser: inner } = (parser as unknown as { _parser: { parser: EventEmitter } })._parser; // as of the pinned version
  inner.on('part', (part: EventEmitter) => part.on('error', () => undefined));
}

type OpenedPart = { readonly stream: BusboyFileStream; readonly filename: string; readonly declaredType: string };

/** `first`: the file has begun. `whole`: the form is complete and valid. Both reject with the first fault. */
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
  const onlyOne = () => fail(refused('body', `must have exactly one part: the file ${form.part}`));
  parser.on('file', (name, stream, filename, ...[, declaredType]) => {
    stream.on('error', () => undefined);
    file = stream;
    // The types promise a text, but the parser passes undefined without a file name.
    const given: string | undefined = filename;
    if (name !== form.part || given === undefined) onlyOne();
    else first.resolve({ stream, filename, declaredType });
  });
  parser.on('partsLimit', onlyOne);
  parser.on('fieldsLimit', onlyOne);
  parser.on('error', () => fail(refused('body', 'must be a complete multipart form')));
  parser.on('finish', () => {
    first.reject(refused(form.part, PROBLEM.required));
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

/** Uploads are the same request when their files are the same. */
async function* digested(chunks: AsyncIterable<Buffer>, request: FastifyRequest): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
  recordDigest(request, hash.digest());
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
