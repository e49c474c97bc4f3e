import { read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Document } from '../documents/document.ts';
import { findDocuments } from '../documents/find-documents.ts';
import { getAnySender, listAllSenders } from '../senders/all-senders.ts';
import { moderateSender, type SenderVerdict } from '../senders/moderate-sender.ts';
import type { Sender } from '../senders/sender.ts';
import { changeAs, type Who } from './staff-actions.ts';

export function listSendersAs({ db }: Pick<Platform, 'db'>, filter: Parameters<typeof listAllSenders>[1]) {
  return read(db, (tx) => listAllSenders(tx, filter));
}

export function getSenderAs(
  { db }: Pick<Platform, 'db'>,
  id: number,
): Promise<{ sender: Sender; documents: readonly Document[] }> {
  return read(db, async (tx) => {
    const sender = await getAnySender(tx, id);
    return { sender, documents: await findDocuments(tx, sender.companyId, sender.documentIds) };
  });
}

export async function judgeSenderAs(
  platform: Pick<Platform, 'db' | 'bus'>,
  who: Who,
  id: number,
  verdict: SenderVerdict,
): Promise<Sender> {
  const judged = await changeAs(platform, who, async (tx) => {
    const { from, sender } = await moderateSender(tx, id, verdict);
    const details = { from, to: sender.status, ...('plan' in verdict && { plan: verdict.plan }) };
    return { action: 'sender.status', subject: { kind: 'sender', id }, details, reply: sender };
  });
  // A denied name stops at once; an approved name releases its waiting messages.
  for (const subject of ['control.marks', 'pace']) platform.bus.wake(subject);
  return judged;
}
