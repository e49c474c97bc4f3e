// Takes a file of a company. It is looked at while it streams into the file store; whatever is wrong with it, neither
// file nor row stays. Order of things: the upload is noted, the file is stored, then one transaction makes the
// document and strikes the note. A crash in between leaves a note by which the sweep finds the file.
import { createHash, randomUUID } from 'node:crypto';
import type { Actor } from '@volley/domain/actor.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { inTransaction, onBehalfOf, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { openVirusScan, type VirusScan } from '../../platform/virus-scan.ts';
import { type Document, QUOTA, type Upload } from './document.ts';
import { endUpload, insertDocument, insertUpload, isOwnCompany, lockCompany, selectUse } from './documents.sql.ts';
import { agreesWith, type FileKind, fileKind } from './file-kind.ts';
import { cleanFileName, endingOf } from './file-name.ts';
import { giveUpUpload } from './sweep-uploads.ts';

type Parts = Pick<Platform, 'config' | 'db' | 'files' | 'log'>;
type Facts = { sizeBytes: number; sha256: Buffer };

const RETRY_AFTER_SECONDS = 5;

export async function addDocument(
  platform: Parts,
  { partnerId }: Actor,
  companyId: number,
  upload: Upload,
): Promise<Document> {
  const { db, files, log } = platform;
  const id = randomUUID();
  // Only the transaction that makes the document is the request's own; the notes around it are book-keeping.
  const aside = <T>(work: () => Promise<T>) => onBehalfOf(partnerId, undefined, work);
  const { filename, kind } = await aside(() =>
    inTransaction(db, async (tx) => {
      if (!(await isOwnCompany(tx, partnerId, companyId))) {
        throw new Refusal('not-found', { kind: 'Company', id: companyId });
      }
      const named = judgeName(upload);
      await checkQuota(tx, companyId, 0);
      await insertUpload(tx, id);
      return named;
    }),
  );
  try {
    const facts: Facts = { sizeBytes: 0, sha256: Buffer.alloc(0) };
    const scan = await openScan(platform);
    try {
      await files.put(id, inspected(upload.bytes, kind, scan, facts)).catch(unlessRefused);
    } finally {
      scan?.close();
    }
    return await inTransaction(db, async (tx) => {
      const { sizeBytes, sha256 } = facts;
      const document = { id, companyId, filename, mediaType: kind.mediaType, sizeBytes, createdAt: tx.now };
      await lockCompany(tx, companyId);
      await checkQuota(tx, companyId, sizeBytes);
      if (!(await endUpload(tx, id))) throw new Refusal('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
      await insertDocument(tx, document, sha256);
      return document;
    });
  } catch (error) {
    await aside(() => giveUpUpload(platform, id)).catch((trouble: unknown) =>
      log.warn({ err: trouble, documentId: id }, 'an upload is left to the sweep'),
    );
    throw error;
  }
}

function judgeName(upload: Upload): { filename: string; kind: FileKind } {
  const filename = cleanFileName(upload.filename);
  if (filename === undefined) throw refusedFile('must have a name of at most 255 characters');
  const kind = fileKind(endingOf(filename));
  if (kind === undefined) throw refusedFile('must be a PDF, JPG or PNG');
  if (!agreesWith(upload.declaredType, kind)) throw refusedFile('is declared to be of another type than its name says');
  return { filename, kind };
}

async function checkQuota(tx: Tx, companyId: number, moreBytes: number): Promise<void> {
  const { files, bytes } = await selectUse(tx, companyId);
  if (files < QUOTA.files && bytes + moreBytes <= QUOTA.bytes) return;
  throw refusedFile(`is more than a company may keep: ${QUOTA.files} files, ${QUOTA.bytes / 1024 / 1024} MB`);
}

/** Hands the bytes on and looks at them; ends only if there is nothing to complain about. */
async function* inspected(
  bytes: AsyncIterable<Buffer>,
  kind: FileKind,
  scan: VirusScan | undefined,
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
  if (problem !== undefined) throw refusedFile(problem);
  if ((await scan?.verdict()) === 'infected') throw refusedFile('is infected');
}

async function openScan({ config }: Parts): Promise<VirusScan | undefined> {
  return config.clamdSocket === '' ? undefined : openVirusScan(config.clamdSocket).catch(unlessRefused);
}

/** File store or scanner are away or full: nothing was decided, the client may come again. */
function unlessRefused(error: unknown): never {
  if (error instanceof Refusal) throw error;
  throw new Refusal('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS }, { cause: error });
}

function refusedFile(problem: string): Refusal {
  return new Refusal('bad-request', { field: 'file', problem });
}
