import type { VerificationChannel } from '@volley/domain/verification/verification-channel.ts';
import { NUMBER_WINDOW_SECONDS, waitSeconds } from '@volley/domain/verification/verification-limit.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { type Delivery, selectFacts } from './facts.sql.ts';

/** Facts of a sent code that its visitor and its account may see. */
export type CodeFacts = {
  /** Of the newest message. */
  readonly channelType: VerificationChannel;
  /** Of the newest message: a flash call has four digits. Null for codes of earlier versions. */
  readonly codeLength: number | null;
  readonly expiresAt: Date;
  /** When the limits of the number allow the next code; not before now. */
  readonly resendAt: Date;
  readonly attemptsLeft: number;
  readonly delivery: Delivery;
};

export async function codeFacts(tx: Tx, verificationId: string): Promise<CodeFacts | undefined> {
  const row = await selectFacts(tx, verificationId);
  if (row === undefined) return undefined;
  const { channelType, codeLength, expiresAt, checks, checksMax, delivery } = row;
  const rate = {
    most: row.sendsPerNumber,
    windowSeconds: NUMBER_WINDOW_SECONDS,
    pauseSeconds: row.resendPauseSeconds,
  };
  const waitMs = waitSeconds(row.times ?? [], rate, tx.now) * 1000;
  const resendAt = new Date(tx.now.getTime() + waitMs);
  return { channelType, codeLength, expiresAt, resendAt, attemptsLeft: Math.max(0, checksMax - checks), delivery };
}
