// A dispatch before it exists. Stored in the browser at every step, with its file.
import type { ChannelType } from '@volley/domain/sending/channel.ts';
import type { Mapping } from './file/columns.ts';
import type { FormatChoice, ScanWish } from './file/import-protocol.ts';

export const STEPS = ['recipients', 'text', 'cost', 'review'] as const;
export type Step = (typeof STEPS)[number];

export const TIMING_MODES = ['now', 'at', 'window'] as const;

export type Timing = {
  readonly mode: (typeof TIMING_MODES)[number];
  /** The value of a datetime-local field in the reader's zone; empty: immediately. */
  readonly startAt: string;
  readonly hours: readonly number[];
  readonly days: readonly number[];
};

/** Progress of the upload; a reopened tab continues from here. */
export type Upload = {
  readonly dispatchId?: number;
  readonly nextRow: number;
  readonly batches: number;
  readonly accepted: number;
  readonly refused: number;
  readonly isFilled: boolean;
  /** Constant across retries of the first request, otherwise its body would differ. */
  readonly startedAt?: string;
};

export type Draft = {
  readonly id: string;
  readonly step: Step;
  readonly companyId?: number | undefined;
  readonly name: string;
  readonly file?: Blob | undefined;
  readonly fileName: string;
  readonly choice: FormatChoice;
  readonly mapping?: Mapping | undefined;
  readonly addSeven: boolean;
  readonly keepDuplicates: boolean;
  readonly edits: ScanWish['edits'];
  /** The person chose to skip rows with errors. */
  readonly goodOnly: boolean;
  readonly text: string;
  readonly channelType: ChannelType;
  readonly senderIds: readonly number[];
  /** The person chose to skip recipients of operators without a sender name. */
  readonly dropUnserved: boolean;
  readonly timing: Timing;
  readonly checked: boolean;
  readonly upload?: Upload | undefined;
};

export const ALL_HOURS: readonly number[] = Array.from({ length: 24 }, (_, hour) => hour);
export const ALL_DAYS: readonly number[] = [1, 2, 3, 4, 5, 6, 7];
const OFFICE_HOURS = ALL_HOURS.filter((hour) => hour >= 10 && hour < 20);

export function newDraft(): Draft {
  return {
    id: randomName(),
    step: 'recipients',
    name: '',
    fileName: '',
    choice: {},
    addSeven: true,
    keepDuplicates: false,
    edits: [],
    goodOnly: false,
    text: '',
    channelType: 'SMS',
    senderIds: [],
    dropUnserved: false,
    timing: { mode: 'now', startAt: '', hours: OFFICE_HOURS, days: ALL_DAYS.slice(0, 5) },
    checked: false,
  };
}

/** Part of every idempotency key. Works on insecure origins, too. */
function randomName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The timing fields of the request: none, or all three. */
export function scheduleOf({ mode, startAt, hours, days }: Timing, now: Date) {
  if (mode === 'now') return undefined;
  const at = startAt === '' ? now : new Date(startAt);
  const begin = Number.isNaN(at.getTime()) ? now : at;
  return {
    startAt: begin.toISOString(),
    hours: [...(mode === 'window' ? hours : ALL_HOURS)],
    days: [...(mode === 'window' ? days : ALL_DAYS)],
  };
}
