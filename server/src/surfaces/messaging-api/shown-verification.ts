import { formatDatetime } from '@volley/contract/datetime.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import type * as contract from '@volley/contract/messaging/verifier.ts';
import { decimalFromMicros } from '@volley/domain/money/money.ts';
import type { ShownVerification } from '../../features/verification/codes/get-verification.ts';

/** Absent values are left out, never null. */
export function shownVerification(
  verification: ShownVerification,
  currency: string,
): ReplyOf<typeof contract.getVerification> {
  const { uuid, status, channelType, delivery, attemptsLeft, confirmedAt, externalMessageId } = verification;
  return {
    uuid,
    status,
    channelType,
    delivery,
    attemptsLeft,
    price: { totalPrice: decimalFromMicros(verification.priceMicros), currency, final: verification.isPriceFinal },
    createdAt: formatDatetime(verification.createdAt),
    expiresAt: formatDatetime(verification.expiresAt),
    ...(confirmedAt !== null && { confirmedAt: formatDatetime(confirmedAt) }),
    ...(externalMessageId !== null && { externalMessageId }),
    steps: verification.steps.map((step) => ({
      channelType: step.channelType,
      messageUuid: step.messageUuid,
      delivery: step.delivery,
      at: formatDatetime(step.at),
    })),
  };
}
