// A check takes one of the checks that a code has before anything is compared, so however many come at once, no more
// are compared than were allowed; and a code that was right once is never right again. A code that cannot be entered any
// more is wiped in the same transaction.
import { countingDay } from '@volley/domain/verification-limit.ts';
import type { CheckStatus } from '@volley/domain/verification-status.ts';
import { inTransaction, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteCode } from '../messages/message-codes.ts';
import { countEntered, countWrong } from './limits.sql.ts';
import { codeText } from './send-code.ts';
import { confirmVerification, isVerification, takeCheck } from './verifications.sql.ts';

type Needs = Pick<Platform, 'db' | 'secrets'>;
type Typed = { readonly uuid: string; readonly code: string };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function checkVerification(platform: Needs, companyId: number, typed: Typed): Promise<{ status: CheckStatus }> {
  return inTransaction(platform.db, async (tx) => ({ status: await checkCode(tx, platform, companyId, typed) }));
}

export async function checkCode(tx: Tx, { secrets }: Needs, companyId: number, typed: Typed): Promise<CheckStatus> {
  const { uuid } = typed;
  if (!UUID.test(uuid)) return 'NOT_FOUND';
  const open = await takeCheck(tx, uuid, companyId);
  if (open === undefined) return (await isVerification(tx, uuid, companyId)) ? 'EXPIRED' : 'NOT_FOUND';
  // People type a code in groups.
  const code = typed.code.replaceAll(/[\s-]/g, '');
  const isRight = secrets.isMacOf(codeText(uuid.toLowerCase(), code), open.codeMac);
  if (isRight || open.isLast) await deleteCode(tx, open.messageUuid);
  if (!isRight) {
    const { day } = countingDay(tx.now);
    if (open.numberMac !== null) await countWrong(tx, { companyId, numberMac: open.numberMac, day });
    return 'WRONG_CODE';
  }
  await confirmVerification(tx, uuid);
  await countEntered(tx, open.gatewayId, open.prefix, open.day);
  return 'CONFIRMED';
}
