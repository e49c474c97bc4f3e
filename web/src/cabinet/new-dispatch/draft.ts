// Everything a new dispatch is made of until it exists. Kept in the browser at every step, its file included.
import type { ChannelType } from '@volley/domain/channel.ts';
import type { Mapping } from './file/columns.ts';
import type { FormatChoice, ScanWish } from './file/import-protocol.ts';

export const STEPS = ['recipients', 'text', 'cost', 'review'] as const;
export type Step = (typeof STEPS)[number];

export const TIMING_MODES = ['now', 'at', 'window'] as const;

export type Timing = {
  readonly mode: (typeof TIMING_MODES)[number];
  /** As a field of date and time holds it, in the reader's zone; empty: at once. */
  readonly startAt: string;
  readonly hours: readonly number[];
  readonly days: readonly number[];
};

/** How far the dispatch has come on the server; a closed tab goes on from here. */
export type Upload = {
  readonly dispatchId?: number;
  readonly nextRow: number;
  readonly batches: number;
  readonly accepted: number;
  readonly refused: number;
  readonly isFilled: boolean;
  /** The same in every repetition of the first call, or its body would differ. */
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
  /** Bad rows are there and it is said that they be left out. */
  readonly goodOnly: boolean;
  readonly text: string;
  readonly channelType: ChannelType;
  readonly senderIds: readonly number[];
  /** Operators without a sender are there and it is said that their subscribers be left out. */
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

/** Part of every idempotency key; also where the origin is not secure. */
function randomName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What the service is sent: nothing, or all three of its fields. */
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
