// Claims a check before it compares the code, so concurrent requests never exceed the allowed number of checks. The
// code of any message of the verification is right, and wrong codes count together. A confirmed code is never accepted
// again. A confirmed or exhausted code is deleted in the same transaction, which also records the event.
import { countingDay } from '@volley/domain/verification/verification-limit.ts';
import type { CheckStatus } from '@volley/domain/verification/verification-status.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { deleteCodes } from '../../messages/message-codes.sql.ts';
import { upsertKnownNumber } from '../limits/known-numbers.sql.ts';
import { countEntered, countWrong } from '../limits/limits.sql.ts';
import { relieveUnconfirmed } from '../limits/unconfirmed.sql.ts';
import { codeText } from './code-message.ts';
import { recordEnds } from './verification-events.ts';
import {
  claimCheck,
  confirmVerification,
  isVerification,
  markExpired,
  type OpenVerification,
} from './verifications.sql.ts';

type Needs = Pick<Platform, 'db' | 'secrets'>;
type Typed = { readonly uuid: string; readonly code: string };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function checkVerification(platform: Needs, companyId: number, typed: Typed): Promise<{ status: CheckStatus }> {
  return inTransaction(platform.db, async (tx) => ({ status: await checkCode(tx, platform, companyId, typed) }));
}

export async function checkCode(tx: Tx, { secrets }: Needs, companyId: number, typed: Typed): Promise<CheckStatus> {
  if (!UUID.test(typed.uuid)) return 'NOT_FOUND';
  const uuid = typed.uuid.toLowerCase();
  const open = await claimCheck(tx, uuid, companyId);
  if (open === undefined) return (await isVerification(tx, uuid, companyId)) ? 'EXPIRED' : 'NOT_FOUND';
  // Visitors type codes in groups of digits.
  const text = codeText(uuid, typed.code.replaceAll(/[\s-]/g, ''));
  const entered = open.messages.findLast(({ codeMac }) => secrets.isMacOf(text, codeMac));
  if (entered !== undefined || open.isLast) await deleteCodes(tx, messagesOf(open));
  if (entered === undefined) {
    await countWrongCheck(tx, companyId, uuid, open);
    return 'WRONG_CODE';
  }
  await confirmVerification(tx, uuid);
  await countEntered(tx, open.gatewayId, open.prefix, open.day);
  await relieveUnconfirmed(tx, open.gatewayId, uuid);
  if (open.numberMac !== null) await upsertKnownNumber(tx, companyId, open.numberMac);
  await recordEnds(tx, 'confirmed', [{ id: uuid, messageUuid: entered.messageUuid, at: tx.now }]);
  return 'CONFIRMED';
}

async function countWrongCheck(tx: Tx, companyId: number, uuid: string, open: OpenVerification): Promise<void> {
  const { day } = countingDay(tx.now);
  if (open.numberMac !== null) await countWrong(tx, { companyId, numberMac: open.numberMac, day });
  const newest = messagesOf(open).at(-1);
  if (!open.isLast || newest === undefined) return;
  await markExpired(tx, uuid);
  await recordEnds(tx, 'expired', [{ id: uuid, messageUuid: newest, at: tx.now }]);
}

const messagesOf = ({ messages }: OpenVerification) => messages.map(({ messageUuid }) => messageUuid);
