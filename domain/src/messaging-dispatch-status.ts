// What the messaging interface calls the state of a dispatch. It tells apart what the engine only knows as STARTED,
// and is worked out from what is known, never stored.
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
  /** Some of its messages have neither been handed over nor ended. */
  readonly isUnsent: boolean;
  /** Its start has come for at least some recipients. */
  readonly isBegun: boolean;
  /** Nothing of it may flow: its names are suspended or closed, or the company is disabled. */
  readonly isHeld: boolean;
  /** Its time is over for all that was not handed over; those messages are about to end. */
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

/** Every combination of facts that is called by one of these names: for asking a database by status. */
export function factsCalled(names: readonly MessagingDispatchStatus[]): DispatchFacts[] {
  const all = DISPATCH_STATUSES.flatMap((status) =>
    BOTH.flatMap((isUnsent) =>
      BOTH.flatMap((isBegun) =>
        BOTH.flatMap((isHeld) => BOTH.map((isOverdue) => ({ status, isUnsent, isBegun, isHeld, isOverdue }))),
      ),
    ),
  );
  return all.filter((facts) => names.includes(messagingStatusOf(facts)));
}
