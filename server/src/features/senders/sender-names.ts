// Sender names of the messaging API, the same rows as in the partner API. A request arrives with its files and is
// complete, so it starts in review.
import type { KeyActor } from '@volley/domain/people/actor.ts';
import type { FaultCode } from '@volley/domain/refusals/fault.ts';
import { Refusal, refuseFaults } from '@volley/domain/refusals/refusal.ts';
import { senderNameFaults } from '@volley/domain/senders/sender-name.ts';
import { isSenderRequestComplete } from '@volley/domain/senders/sender-validity.ts';
import { read, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { getOwnCompany } from '../companies/find-company.ts';
import type { Upload } from '../documents/document.ts';
import { storeDocuments, withUploads } from '../documents/stage-uploads.ts';
import { findRegisteredSender } from './find-senders.ts';
import { refuseTwin } from './refuse-twin.ts';
import type { Sender, SenderChange, SenderDraft, SenderFilter } from './sender.ts';
import { countSendersOfCompany, findCountryId, insertSender, selectSendersOfCompany } from './senders.sql.ts';
import { changeSender } from './update-sender.ts';

type Parts = Pick<Platform, 'config' | 'db' | 'files' | 'log'>;

export type SenderNameDraft = Omit<SenderDraft, 'companyId' | 'countryId' | 'documentIds'> & {
  readonly countryCode: string;
};

/** Per name. */
const DOCUMENTS_MAX = 100;

export function createSenderName(
  platform: Parts,
  actor: KeyActor,
  { countryCode, ...request }: SenderNameDraft,
  uploads: AsyncIterable<Upload>,
): Promise<Sender> {
  const { companyId, partnerId } = actor;
  const draft = { ...request, senderName: request.senderName.trim() };
  return withUploads(platform, actor, checked(draft, uploads), async (tx, staged) => {
    const company = await getOwnCompany(tx, partnerId, companyId);
    if (company.status !== 'ACTIVE') throw new Refusal('company-disabled');
    const countryId = await findCountryId(tx, countryCode);
    if (countryId === undefined) throw refused('countryCode', 'is unknown', 'not-in-list');
    await refuseTwin(tx, { ...draft, companyId }, null);
    const documentIds = (await storeDocuments(tx, companyId, staged)).map(({ id }) => id);
    if (!isSenderRequestComplete({ ...draft, documentIds }))
      throw refused('file1', 'is required for PROMO', 'required');
    const id = await insertSender(tx, { ...draft, companyId, countryId, documentIds }, 'PRE_REVIEW');
    if (id === undefined) throw new Refusal('sender-duplicate');
    return getSenderOfCompany(tx, companyId, id);
  });
}

/** Checks the name before the first file is stored. */
async function* checked(
  { senderName, channelType, brand }: Pick<SenderDraft, 'senderName' | 'channelType' | 'brand'>,
  uploads: AsyncIterable<Upload>,
): AsyncGenerator<Upload> {
  refuseFaults(senderNameFaults(senderName, channelType, brand));
  yield* uploads;
}

/** Adds files to the documents of the change, or else to the current documents of the name. */
export function updateSenderName(
  platform: Parts,
  actor: KeyActor,
  { id, change }: { readonly id: number; readonly change: SenderChange },
  uploads: AsyncIterable<Upload>,
): Promise<Sender> {
  const { companyId } = actor;
  return withUploads(platform, actor, uploads, async (tx, staged) => {
    const added = (await storeDocuments(tx, companyId, staged)).map((document) => document.id);
    // Read after `storeDocuments`, which serializes uploads of the company: no file of a concurrent change is lost.
    const sender = await getSenderOfCompany(tx, companyId, id);
    const documentIds = [...(change.documentIds ?? sender.documentIds), ...added];
    if (documentIds.length > DOCUMENTS_MAX)
      throw refused('body', `would give a name over ${DOCUMENTS_MAX} documents`, 'too-many');
    await changeSender(tx, platform.config, id, added.length === 0 ? change : { ...change, documentIds });
    return getSenderOfCompany(tx, companyId, id);
  });
}

export function listSenderNames(
  { db }: Pick<Platform, 'db'>,
  { companyId }: KeyActor,
  { page, perPage, ...filter }: SenderFilter & { readonly page: number; readonly perPage: number },
): Promise<{ total: number; items: Sender[] }> {
  return read(db, async (tx) => ({
    total: await countSendersOfCompany(tx, companyId, filter),
    items: await selectSendersOfCompany(tx, companyId, filter, { limit: perPage, offset: (page - 1) * perPage }),
  }));
}

export function getSenderName({ db }: Pick<Platform, 'db'>, { companyId }: KeyActor, id: number): Promise<Sender> {
  return read(db, (tx) => getSenderOfCompany(tx, companyId, id));
}

async function getSenderOfCompany(tx: Tx, companyId: number, id: number): Promise<Sender> {
  const sender = await findRegisteredSender(tx, companyId, id);
  if (sender === undefined) throw new Refusal('not-found', { kind: 'Sender', id });
  return sender;
}

function refused(field: string, problem: string, code: FaultCode): Refusal {
  return new Refusal('bad-request', { field, problem, code });
}
