// Uploads of a company until they become documents. A file is inspected while it streams into the file store; a refused
// file leaves neither file nor row. Order: record the upload, store the file, then create the documents and delete the
// upload rows in the caller's transaction. A crash in between leaves an upload row by which the sweep finds the file.
import { createHash, randomUUID } from 'node:crypto';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { inTransaction, onBehalfOf, type Tx } from '../../platform/database/database.ts';
import { openVirusScan, type VirusScan } from '../../platform/files/virus-scan.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Document, QUOTA, type Upload } from './document.ts';
import { endUpload, insertDocument, insertUpload, isOwnCompany, lockCompany, selectUse } from './documents.sql.ts';
import { agreesWith, type FileKind, fileKind } from './file-kind.ts';
import { cleanFileName, endingOf } from './file-name.ts';
import { giveUpUpload } from './sweep-uploads.ts';

type Parts = Pick<Platform, 'config' | 'db' | 'files' | 'log'>;
type Facts = { sizeBytes: number; sha256: Buffer };
type Owner = { readonly partnerId: number; readonly companyId: number };

export type StagedUpload = Facts & {
  readonly id: string;
  readonly filename: string;
  readonly kind: FileKind;
  readonly part: string;
};

const RETRY_AFTER_SECONDS = 5;

/** Stores the files in sequence, then runs `work` in the request's transaction: all documents are created, or none. */
export async function withUploads<T>(
  platform: Parts,
  owner: Owner,
  uploads: AsyncIterable<Upload>,
  work: (tx: Tx, staged: readonly StagedUpload[]) => Promise<T>,
): Promise<T> {
  const staged: StagedUpload[] = [];
  try {
    for await (const upload of uploads) staged.push(await stageUpload(platform, owner, upload));
    return await inTransaction(platform.db, (tx) => work(tx, staged));
  } catch (error) {
    for (const { id } of staged) await giveUp(platform, owner, id);
    throw error;
  }
}

/** Creates documents of stored files in the transaction of `withUploads`. Serializes uploads of the company. */
export async function storeDocuments(tx: Tx, companyId: number, staged: readonly StagedUpload[]): Promise<Document[]> {
  if (staged.length === 0) return [];
  await lockCompany(tx, companyId);
  const documents: Document[] = [];
  for (const { id, filename, kind, sizeBytes, sha256, part } of staged) {
    const document = { id, companyId, filename, mediaType: kind.mediaType, sizeBytes, createdAt: tx.now };
    await checkQuota(tx, companyId, sizeBytes, part);
    if (!(await endUpload(tx, id))) throw new Refusal('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    await insertDocument(tx, document, sha256);
    documents.push(document);
  }
  return documents;
}

async function stageUpload(platform: Parts, owner: Owner, upload: Upload): Promise<StagedUpload> {
  const { partnerId, companyId } = owner;
  const { part = 'file' } = upload;
  const id = randomUUID();
  const { filename, kind } = await aside(owner, () =>
    inTransaction(platform.db, async (tx) => {
      if (!(await isOwnCompany(tx, partnerId, companyId))) {
        throw new Refusal('not-found', { kind: 'Company', id: companyId });
      }
      const named = checkName(upload, part);
      await checkQuota(tx, companyId, 0, part);
      await insertUpload(tx, id);
      return named;
    }),
  );
  try {
    const facts: Facts = { sizeBytes: 0, sha256: Buffer.alloc(0) };
    const scan = await openScan(platform);
    try {
      await platform.files.put(id, inspected(upload.bytes, { kind, scan, part }, facts)).catch(unlessRefused);
    } finally {
      scan?.close();
    }
    return { id, filename, kind, part, ...facts };
  } catch (error) {
    await giveUp(platform, owner, id);
    throw error;
  }
}

/** Upload rows are written outside of the request's guarded transaction. */
function aside<T>({ partnerId }: Owner, work: () => Promise<T>): Promise<T> {
  return onBehalfOf(partnerId, undefined, work);
}

async function giveUp(platform: Parts, owner: Owner, id: string): Promise<void> {
  await aside(owner, () => giveUpUpload(platform, id)).catch((trouble: unknown) =>
    platform.log.warn({ err: trouble, documentId: id }, 'upload left to the sweep'),
  );
}

function checkName(upload: Upload, part: string): { filename: string; kind: FileKind } {
  const filename = cleanFileName(upload.filename);
  if (filename === undefined) throw refusedFile(part, 'must have a name of at most 255 characters');
  const kind = fileKind(endingOf(filename));
  if (kind === undefined) throw refusedFile(part, 'must be a PDF, JPG or PNG');
  if (!agreesWith(upload.declaredType, kind)) {
    throw refusedFile(part, 'is declared to be of another type than its name says');
  }
  return { filename, kind };
}

async function checkQuota(tx: Tx, companyId: number, moreBytes: number, part: string): Promise<void> {
  const { files, bytes } = await selectUse(tx, companyId);
  if (files < QUOTA.files && bytes + moreBytes <= QUOTA.bytes) return;
  throw refusedFile(part, `is more than a company may keep: ${QUOTA.files} files, ${QUOTA.bytes / 1024 / 1024} MB`);
}

/** Passes the bytes on, inspects and scans them; throws if the file is refused. */
async function* inspected(
  bytes: AsyncIterable<Buffer>,
  { kind, scan, part }: { kind: FileKind; scan: VirusScan | undefined; part: string },
  facts: Facts,
): AsyncGenerator<Buffer> {
  const inspection = kind.inspect();
  const hash = createHash('sha256');
  for await (const chunk of bytes) {
    facts.sizeBytes += chunk.length;
    hash.update(chunk);
    inspection.push(chunk);
    await scan?.write(chunk);
    yield chunk;
  }
  facts.sha256 = hash.digest();
  const problem = inspection.problem();
  if (problem !== undefined) throw refusedFile(part, problem);
  if ((await scan?.verdict()) === 'infected') throw refusedFile(part, 'is infected');
}

async function openScan({ config }: Parts): Promise<VirusScan | undefined> {
  return config.clamdSocket === '' ? undefined : openVirusScan(config.clamdSocket).catch(unlessRefused);
}

/** File store or scanner is unavailable: the client may retry. */
function unlessRefused(error: unknown): never {
  if (error instanceof Refusal) throw error;
  throw new Refusal('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS }, { cause: error });
}

function refusedFile(part: string, problem: string): Refusal {
  return new Refusal('bad-request', { field: part, problem });
}
