// Ends a code before its time. Messages that were not handed over are stopped and cost nothing; a message on its way
// arrives with a code that no check accepts.
import type { KeyActor } from '@volley/domain/people/actor.ts';
import { type VerificationStatus, verificationStatus } from '@volley/domain/verification/verification-status.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { deleteCodes } from '../../messages/message-codes.sql.ts';
import { stopWithin } from '../../sends/stop-messages.ts';
import { unknownVerification } from './get-verification.ts';
import { selectSteps } from './verification-messages.sql.ts';
import { lockVerification, markCancelled } from './verifications.sql.ts';

/** May be repeated. A confirmed or expired verification keeps its status. */
export function cancelVerification(
  { db }: Pick<Platform, 'db'>,
  { companyId }: Pick<KeyActor, 'companyId'>,
  uuid: string,
): Promise<{ status: VerificationStatus }> {
  return inTransaction(db, async (tx) => {
    const verification = await lockVerification(tx, uuid, companyId);
    if (verification === undefined) throw unknownVerification(uuid);
    const status = verificationStatus(verification, tx.now);
    if (status !== 'PENDING') return { status };
    await markCancelled(tx, uuid);
    const messageUuids = (await selectSteps(tx, uuid)).map(({ messageUuid }) => messageUuid);
    await deleteCodes(tx, messageUuids);
    await stopWithin(tx, companyId, messageUuids);
    return { status: 'CANCELLED' };
  });
}
