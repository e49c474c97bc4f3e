// The steps of a request: done, current and ahead.
import type { SenderStatus } from '@volley/domain/senders/sender-status.ts';

export type SenderStep = {
  readonly status: SenderStatus;
  readonly place: 'done' | 'now' | 'ahead';
  /** The last time the step was reached. */
  readonly at: string | undefined;
};

const WAY: readonly SenderStatus[] = [
  'DRAFT',
  'PRE_REVIEW',
  'INTERNAL_REVIEW',
  'EXTERNAL_REVIEW',
  'AWAITING',
  'APPROVED',
];

type Move = { readonly at: string; readonly status: SenderStatus };

/** `history` is newest first. Only scheduled names have the step AWAITING. */
export function senderSteps(status: SenderStatus, history: readonly Move[]): SenderStep[] {
  const reached = (step: SenderStatus) => latest(step, history);
  const way = WAY.filter((step) => step !== 'AWAITING' || status === 'AWAITING' || reached(step) !== undefined);
  if (way.includes(status)) {
    const here = way.indexOf(status);
    return way.map((step, at) => ({
      status: step,
      place: at < here ? 'done' : at === here ? 'now' : 'ahead',
      at: at > here ? undefined : reached(step),
    }));
  }
  const behind = way.filter((step) => reached(step) !== undefined);
  const ahead: readonly SenderStatus[] = status === 'REJECTED' ? ['APPROVED'] : [];
  return [
    ...behind.map((step): SenderStep => ({ status: step, place: 'done', at: reached(step) })),
    { status, place: 'now', at: latest(status, history) },
    ...ahead
      .filter((step) => !behind.includes(step))
      .map((step): SenderStep => ({ status: step, place: 'ahead', at: undefined })),
  ];
}

/** The start of the last stay in the status; a suspension in between does not restart it. */
function latest(step: SenderStatus, history: readonly Move[]): string | undefined {
  const first = history.findIndex((move) => move.status === step);
  if (first < 0) return undefined;
  const after = history.slice(first);
  const other = after.findIndex((move) => move.status !== step);
  return (other < 0 ? after : after.slice(0, other)).at(-1)?.at;
}
