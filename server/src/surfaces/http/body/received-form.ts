// Streams a form with JSON and files. The JSON is in the part `body`, the files in the parts file1, file2 and so on;
// files are passed on in sequence, in chunks that wait for their reader. Files before the JSON are set aside, because
// the request must be validated before its files are stored.

import { createHash } from 'node:crypto';
import { finished, Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import type { FormWithFiles } from '@volley/contract/endpoint.ts';
import { PROBLEM } from '@volley/domain/refusals/problems.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { FastifyRequest } from 'fastify';
import { BODY_BYTES_MAX } from '../http-server.ts';
import { recordDigest } from '../idempotency.ts';
import { discard, type ReceivedFile, tolerateBrokenParts } from './received-file.ts';
import { type SetAside, setAside } from './set-aside.ts';

export type ReceivedForm = {
  readonly json: Buffer;
  readonly files: AsyncIterable<FormFile>;
  /** Must be called when no more bytes will be read. */
  discard(): void;
};

export type FormFile = Omit<ReceivedFile, 'discard'> & { readonly part: string };

const JSON_PART = 'body';
const HEADER_BYTES_MAX = 16 * 1024;
/** Allowance for the boundaries and headers of a part. */
const WRAPPING_BYTES_MAX = 64 * 1024;

type FilePart = { name: string; stream: BusboyFileStream; filename: string | undefined; declaredType: string };
type Part = { readonly field: string; readonly value: Buffer } | FilePart;

export function isForm({ headers }: FastifyRequest): boolean {
  return /^multipart\/form-data\s*(?:;|$)/i.test(headers['content-type'] ?? '');
}

export async function receiveForm(form: FormWithFiles, request: FastifyRequest): Promise<ReceivedForm> {
  const payload = request.body;
  if (!(payload instanceof Readable)) throw refused(JSON_PART, PROBLEM.required);
  try {
    return await openForm(form, request, payload);
  } catch (error) {
    discard(payload);
    throw error;
  }
}

async function openForm(form: FormWithFiles, request: FastifyRequest, payload: Readable): Promise<ReceivedForm> {
  const wholeMax = form.filesMax * (form.fileBytesMax + WRAPPING_BYTES_MAX) + BODY_BYTES_MAX.plain + WRAPPING_BYTES_MAX;
  if (Number(request.headers['content-length'] ?? 0) > wholeMax)
    throw refused('body', `must be at most ${wholeMax} bytes`);
  const parser = createParser(form, request.headers['content-type'] ?? '');
  const parts = new PartQueue(parser, form.filesMax);
  finished(payload, { writable: false }, (error) => {
    if (error) parts.fail(refused('body', 'was incomplete'));
  });
  payload.pipe(parser);
  const early: EarlyFile[] = [];
  const closeEarly = () => void Promise.all(early.map(({ close }) => close())).catch(() => undefined);
  try {
    const fileOf = fileReader(form);
    const json = await readToJson(parts, fileOf, early);
    const isKeyed = request.headers['idempotency-key'] !== undefined;
    const files = filesOf(parts, fileOf, early);
    return {
      json,
      files: isKeyed ? digested(files, json, request) : files,
      discard: () => {
        closeEarly();
        payload.unpipe(parser);
        discard(payload);
      },
    };
  } catch (error) {
    closeEarly();
    throw error;
  }
}

function createParser(form: FormWithFiles, type: string): BusboyInstance {
  try {
    const parser = new Busboy({
      headers: { 'content-type': type },
      preservePath: true,
      limits: {
        parts: form.filesMax + 1,
        fields: 1,
        fieldNameSize: 100,
        fieldSize: BODY_BYTES_MAX.plain + 1,
        fileSize: form.fileBytesMax + 1,
        headerPairs: 20,
        headerSize: HEADER_BYTES_MAX,
      },
    });
    tolerateBrokenParts(parser);
    return parser;
  } catch {
    throw refused('body', 'must be multipart/form-data with a boundary');
  }
}

/** Small parts arrive faster than they are read; large ones wait in the parser. */
class PartQueue {
  readonly #parts: Part[] = [];
  readonly #streams: BusboyFileStream[] = [];
  #end: { readonly problem?: Refusal } | undefined;
  #wake: () => void = () => undefined;

  constructor(parser: BusboyInstance, filesMax: number) {
    const tooMany = () => this.fail(refused('body', `must have the part ${JSON_PART} and at most ${filesMax} files`));
    parser.on('field', (field, value) => this.#add({ field, value: Buffer.from(value) }));
    parser.on('file', (name, stream, filename, ...[, declaredType]) => {
      stream.on('error', () => undefined);
      this.#streams.push(stream);
      this.#add({ name, stream, filename, declaredType });
    });
    parser.on('partsLimit', tooMany);
    parser.on('fieldsLimit', tooMany);
    parser.on('error', () => this.fail(refused('body', 'must be a complete multipart form')));
    parser.on('finish', () => this.#finish({}));
  }

  /** Keeps the first fault and passes it to the reader of the current file. */
  fail(problem: Refusal): void {
    if (this.#end?.problem !== undefined) return;
    this.#finish({ problem });
    for (const stream of this.#streams) stream.destroy(problem);
  }

  /** Undefined: end of the form. */
  async next(): Promise<Part | undefined> {
    for (;;) {
      if (this.#end?.problem !== undefined) throw this.#end.problem;
      const part = this.#parts.shift();
      if (part !== undefined || this.#end !== undefined) return part;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  #add(part: Part): void {
    this.#parts.push(part);
    this.#wake();
  }

  #finish(end: { readonly problem?: Refusal }): void {
    this.#end = end;
    this.#wake();
  }
}

type EarlyFile = FormFile & Pick<SetAside, 'close'>;

const nameOf = (part: Part) => ('field' in part ? part.field : part.name);

/** Adds the files before the JSON to `early`. */
async function readToJson(parts: PartQueue, fileOf: (part: Part) => FormFile, early: EarlyFile[]): Promise<Buffer> {
  for (let part = await parts.next(); part !== undefined; part = await parts.next()) {
    if (nameOf(part) === JSON_PART) return readJson(part);
    const file = fileOf(part);
    early.push({ ...file, ...(await setAside(file.bytes)) });
  }
  throw refused(JSON_PART, PROBLEM.required);
}

/** The part may be a field, or a file: some clients give every part a file name. */
async function readJson(part: Part): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of 'field' in part ? [part.value] : part.stream) {
    const bytes: Buffer = chunk;
    sizeBytes += bytes.length;
    if (sizeBytes > BODY_BYTES_MAX.plain)
      throw new Refusal('payload-too-large', { problem: `must be at most ${BODY_BYTES_MAX.plain} bytes` });
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

function fileReader(form: FormWithFiles): (part: Part) => FormFile {
  const known = new Set(Array.from({ length: form.filesMax }, (_, at) => `file${at + 1}`));
  return (part) => {
    const name = nameOf(part);
    // A repeated name is refused like an unknown one.
    if ('field' in part || part.filename === undefined || !known.delete(name)) {
      throw refused('body', `must have its files in the parts file1 to file${form.filesMax}, each at most once`);
    }
    const { stream, filename, declaredType } = part;
    return { part: name, filename, declaredType, bytes: chunksOf(form, name, stream) };
  };
}

async function* filesOf(
  parts: PartQueue,
  fileOf: (part: Part) => FormFile,
  early: readonly EarlyFile[],
): AsyncGenerator<FormFile> {
  yield* early;
  for (let part = await parts.next(); part !== undefined; part = await parts.next()) yield fileOf(part);
}

async function* chunksOf(
  { fileBytesMax }: FormWithFiles,
  part: string,
  stream: BusboyFileStream,
): AsyncGenerator<Buffer> {
  let sizeBytes = 0;
  for await (const chunk of stream) {
    const bytes: Buffer = chunk;
    sizeBytes += bytes.length;
    if (sizeBytes > fileBytesMax) throw refused(part, `must be at most ${fileBytesMax} bytes`);
    yield bytes;
  }
}

/** Forms are the same request when their JSON and their files are the same. */
async function* digested(
  files: AsyncIterable<FormFile>,
  json: Buffer,
  request: FastifyRequest,
): AsyncGenerator<FormFile> {
  const whole = createHash('sha256').update(createHash('sha256').update(json).digest());
  for await (const file of files) {
    const hash = createHash('sha256').update(file.part);
    yield {
      ...file,
      bytes: (async function* hashed() {
        for await (const chunk of file.bytes) {
          hash.update(chunk);
          yield chunk;
        }
      })(),
    };
    whole.update(hash.digest());
  }
  recordDigest(request, whole.digest());
}

function refused(field: string, problem: string): Refusal {
  return new Refusal('bad-request', { field, problem });
}
