import type { KeyActor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type ConversionResult, selectCall, upsertConversion } from './conversions.sql.ts';

type Report = { readonly messageUuid: string; readonly result: ConversionResult; readonly code?: string };

/** Records the result of a flash call of the account; last write wins. */
export function convertFlashcall(
  { db }: Pick<Platform, 'db'>,
  { companyId }: KeyActor,
  { messageUuid, result, code }: Report,
): Promise<{ messageUuid: string; result: ConversionResult }> {
  return inTransaction(db, async (tx) => {
    const message = await selectCall(tx, companyId, messageUuid);
    if (message === undefined) throw new Refusal('not-found', { kind: 'Message', id: messageUuid });
    if (message.channelType !== 'FLASHCALL')
      throw new Refusal('bad-request', { field: 'messageUuid', problem: 'must be a FLASHCALL message' });
    // The digits are a secret of the subscriber: stores only whether they match.
    const codeMatches = code === undefined || message.text === null ? null : code === message.text;
    await upsertConversion(tx, { messageUuid, companyId, result, codeMatches });
    return { messageUuid, result };
  });
}
