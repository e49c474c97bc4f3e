// Files in a bucket of S3 or a compatible store. An upload is spooled to the local disk first, because its length and
// digest must be known before the first byte is sent; the object then appears complete or not at all.
// The three requests are idempotent, so a transient failure is retried.
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, type Dispatcher, request } from 'undici';
import { type AwsCredentials, signRequest } from './aws-signature.ts';
import type { FileStore } from './file-store.ts';
import { spoolFile, spoolPath } from './spool-file.ts';

export type S3Settings = AwsCredentials & {
  readonly endpoint: string;
  readonly bucket: string;
  /** Folder of the spooled uploads. */
  readonly folder: string;
};

type Call = {
  readonly method: 'PUT' | 'GET' | 'DELETE';
  readonly id: string;
  readonly bodySha256: string;
  readonly sizeBytes?: number;
  readonly body?: () => Readable;
};

const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const TRIES_MAX = 3;
const TRY_WAIT_MS = 200;
const TIMEOUT_MS = 20_000;

export function openS3FileStore(settings: S3Settings): FileStore {
  const agent = new Agent({ headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS, connect: { timeout: 5_000 } });
  const call = (what: Call) => callWithRetries(settings, agent, what);
  return {
    put: async (id, bytes) => {
      const { path, sizeBytes, sha256 } = await spoolFile(settings.folder, id, bytes);
      try {
        const answer = await call({
          method: 'PUT',
          id,
          sizeBytes,
          bodySha256: sha256,
          body: () => createReadStream(path),
        });
        await answer.body.dump();
      } finally {
        await rm(path, { force: true });
      }
    },
    get: async (id) => (await call({ method: 'GET', id, bodySha256: EMPTY_SHA256 })).body,
    remove: async (id) => {
      await rm(spoolPath(settings.folder, id), { force: true });
      await (await call({ method: 'DELETE', id, bodySha256: EMPTY_SHA256 })).body.dump();
    },
    close: () => agent.destroy(),
  };
}

async function callWithRetries(settings: S3Settings, agent: Agent, what: Call): Promise<Dispatcher.ResponseData> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await callOnce(settings, agent, what);
      const isGone = what.method === 'DELETE' && answer.statusCode === 404;
      if ((answer.statusCode >= 200 && answer.statusCode < 300) || isGone) return answer;
      await answer.body.dump();
      if (answer.statusCode < 500) throw new S3Refused(what, answer.statusCode);
      if (attempt === TRIES_MAX)
        throw new Error(`file store: ${what.method} ${what.id} failed with status ${answer.statusCode}`);
    } catch (error) {
      if (error instanceof S3Refused || attempt === TRIES_MAX) throw error;
    }
    await wait(TRY_WAIT_MS * attempt);
  }
}

/** A 4xx answer; retrying does not help. */
class S3Refused extends Error {
  constructor({ method, id }: Call, status: number) {
    super(`file store: ${method} ${id} refused with status ${status}`);
  }
}

function callOnce(settings: S3Settings, agent: Agent, what: Call): Promise<Dispatcher.ResponseData> {
  const { method, id, bodySha256, sizeBytes, body } = what;
  const base = settings.endpoint.replace(/\/+$/, '');
  const url = new URL(`${base}/${encodeURIComponent(settings.bucket)}/${encodeURIComponent(id)}`);
  const length = sizeBytes === undefined ? {} : { 'content-length': String(sizeBytes) };
  const headers = signRequest({ method, url, bodySha256, headers: length, at: new Date() }, settings);
  return request(url, { method, headers, dispatcher: agent, body: body?.() ?? null });
}
