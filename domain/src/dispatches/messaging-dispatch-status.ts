// Status of a dispatch in the messaging API. Splits the status STARTED by further facts; derived on reading, never
// stored.
import { DISPATCH_STATUSES, type DispatchStatus } from './dispatch-status.ts';

export const MESSAGING_DISPATCH_STATUSES = [
  'initiated',
  'changing',
  'scheduled',
  'sending',
  'awaiting',
  'done',
  'paused',
  'stopped',
] as const;

export type MessagingDispatchStatus = (typeof MESSAGING_DISPATCH_STATUSES)[number];

export type DispatchFacts = {
  readonly status: DispatchStatus;
  /** Some messages are neither handed over nor final. */
  readonly isUnsent: boolean;
  /** The start has passed for at least some recipients. */
  readonly isBegun: boolean;
  /** No message may leave: its sender names are suspended or closed, or the company is disabled. */
  readonly isHeld: boolean;
  /** The messages not handed over have expired and are about to fail. */
  readonly isOverdue: boolean;
};

const OF_ENGINE = { CREATED: 'initiated', STOPPED: 'stopped', COMPLETED: 'done' } as const;

export function messagingStatusOf(facts: DispatchFacts): MessagingDispatchStatus {
  if (facts.status !== 'STARTED') return OF_ENGINE[facts.status];
  if (!facts.isUnsent) return 'awaiting';
  if (facts.isOverdue) return 'changing';
  if (!facts.isBegun) return 'scheduled';
  return facts.isHeld ? 'paused' : 'sending';
}

const BOTH = [false, true];

/** All combinations of facts with one of these statuses, for a database filter by status. */
export function factsOfStatuses(names: readonly MessagingDispatchStatus[]): DispatchFacts[] {
  const all = DISPATCH_STATUSES.flatMap((status) =>
    BOTH.flatMap((isUnsent) =>
      BOTH.flatMap((isBegun) =>
        BOTH.flatMap((isHeld) => BOTH.map((isOverdue) => ({ status, isUnsent, isBegun, isHeld, isOverdue }))),
      ),
    ),
  );
  return all.filter((facts) => names.includes(messagingStatusOf(facts)));
}
