// A verification as its account sees it. The number and the code are never shown.
import { must } from '@volley/domain/must.ts';
import type { KeyActor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { type VerificationStatus, verificationStatus } from '@volley/domain/verification/verification-status.ts';
import { read } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type CodeFacts, codeFacts } from './facts.ts';
import { type Step, selectSteps } from './verification-messages.sql.ts';
import { selectVerification } from './verifications.sql.ts';

export type ShownVerification = Pick<CodeFacts, 'channelType' | 'delivery' | 'attemptsLeft' | 'expiresAt'> & {
  readonly uuid: string;
  readonly status: VerificationStatus;
  readonly createdAt: Date;
  readonly confirmedAt: Date | null;
  readonly externalMessageId: string | null;
  readonly priceMicros: bigint;
  /** False: the price of a message may still change. */
  readonly isPriceFinal: boolean;
  readonly steps: readonly Step[];
};

export function getVerification(
  { db }: Pick<Platform, 'db'>,
  { companyId }: Pick<KeyActor, 'companyId'>,
  uuid: string,
): Promise<ShownVerification> {
  return read(db, async (tx) => {
    const verification = await selectVerification(tx, uuid, companyId);
    if (verification === undefined) throw unknownVerification(uuid);
    const facts = must(await codeFacts(tx, uuid), `facts of verification ${uuid}`);
    const { id, createdAt, confirmedAt } = verification;
    const { channelType, delivery, attemptsLeft, expiresAt } = facts;
    const status = verificationStatus(verification, tx.now);
    const steps = await selectSteps(tx, uuid);
    return {
      uuid: id,
      status,
      channelType,
      delivery,
      attemptsLeft: status === 'PENDING' ? attemptsLeft : 0,
      createdAt,
      expiresAt,
      confirmedAt,
      externalMessageId: steps[0]?.externalMessageId ?? null,
      priceMicros: steps.reduce((sum, { priceMicros }) => sum + priceMicros, 0n),
      isPriceFinal: steps.every(({ isFinal }) => isFinal),
      steps,
    };
  });
}

export const unknownVerification = (uuid: string) => new Refusal('not-found', { kind: 'Verification', id: uuid });
