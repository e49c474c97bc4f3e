// A dispatch is filled while CREATED and started once. It ends stopped by its owner, or completed by the system when
// every message has its final status.

export const DISPATCH_STATUSES = ['CREATED', 'STARTED', 'STOPPED', 'COMPLETED'] as const;

export type DispatchStatus = (typeof DISPATCH_STATUSES)[number];

export type DispatchEvent = 'start' | 'stop' | 'complete';

const MOVES: Readonly<Record<DispatchStatus, Readonly<Partial<Record<DispatchEvent, DispatchStatus>>>>> = {
  CREATED: { start: 'STARTED' },
  STARTED: { stop: 'STOPPED', complete: 'COMPLETED' },
  STOPPED: {},
  COMPLETED: {},
};

export function nextDispatchStatus(from: DispatchStatus, event: DispatchEvent): DispatchStatus | undefined {
  return MOVES[from][event];
}

export function canAddMessages(status: DispatchStatus): boolean {
  return status === 'CREATED';
}
