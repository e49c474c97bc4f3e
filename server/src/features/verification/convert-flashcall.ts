import type { KeyActor } from '@volley/domain/actor.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { inTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type ConversionResult, selectCall, upsertConversion } from './conversions.sql.ts';

type Report = { readonly messageUuid: string; readonly result: ConversionResult; readonly code?: string };

/** What became of a flash call that the account made itself; said again, the last word holds. */
export function convertFlashcall(
  { db }: Pick<Platform, 'db'>,
  { companyId }: KeyActor,
  { messageUuid, result, code }: Report,
): Promise<{ messageUuid: string; result: ConversionResult }> {
  return inTransaction(db, async (tx) => {
    const message = await selectCall(tx, companyId, messageUuid);
    if (message === undefined) throw new Refusal('not-found', { kind: 'Message', id: messageUuid });
    if (message.channelType !== 'FLASHCALL')
      throw new Refusal('bad-request', { field: 'messageUuid', problem: 'is no message of FLASHCALL' });
    // The digits are a secret of the subscriber: kept is only whether they were those of the call.
    const codeMatches = code === undefined || message.text === null ? null : code === message.text;
    await upsertConversion(tx, { messageUuid, companyId, result, codeMatches });
    return { messageUuid, result };
  });
}
