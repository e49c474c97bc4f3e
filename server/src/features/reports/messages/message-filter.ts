// Filter and time range of the message list. Messages are partitioned by the time in their ids, so a filter with
// neither a dispatch nor an external id gets a default range.
import type { Brand } from '@volley/domain/numbers/brand.ts';
import { readPhone } from '@volley/domain/numbers/written-phone.ts';
import { MESSAGE_STATES, type MessageState, stateOfStatus } from '@volley/domain/sending/message-state.ts';
import type { MessageStatus } from '@volley/domain/sending/message-status.ts';

export type MessageListFilter = {
  readonly company?: number;
  readonly dispatch?: number;
  readonly state?: readonly MessageState[];
  readonly status?: readonly MessageStatus[];
  readonly channel?: readonly string[];
  readonly operator?: readonly (Brand | 'OTHER')[];
  readonly error?: number;
  /** Phone number in any written form. */
  readonly destination?: string;
  readonly externalId?: string;
  readonly sender?: string;
  readonly tag?: string;
  readonly q?: string;
  readonly read?: boolean;
  readonly clicked?: boolean;
  readonly direction?: 'outbound' | 'inbound' | 'all';
  readonly from?: Date;
  readonly to?: Date;
};

export type TimeRange = { readonly from: Date | undefined; readonly to: Date | undefined; readonly isDefault: boolean };

const DEFAULT_DAYS = 7;
const DAY_MS = 86_400_000;

export function rangeOf(filter: MessageListFilter, now: Date): TimeRange {
  const { from, to, dispatch, externalId } = filter;
  if (from !== undefined || dispatch !== undefined || externalId !== undefined) return { from, to, isDefault: false };
  return { from: new Date((to ?? now).getTime() - DEFAULT_DAYS * DAY_MS), to, isDefault: true };
}

/** Undefined: every state. */
export function wantedStates({ state, status }: MessageListFilter): readonly MessageState[] | undefined {
  if (state === undefined && status === undefined) return undefined;
  const ofStatus = status?.map(stateOfStatus);
  return MESSAGE_STATES.filter((each) => state?.includes(each) !== false && ofStatus?.includes(each) !== false);
}

/** Undefined: no filter. '0' for an unreadable number: it matches no message. */
export function wantedDigits({ destination }: MessageListFilter): string | undefined {
  if (destination === undefined) return undefined;
  const read = readPhone(destination);
  return 'digits' in read ? read.digits : '0';
}

/** The counters of dispatches cannot answer these filters; the messages must be read. */
export function looksIntoMessages(filter: MessageListFilter): boolean {
  const { operator, error, destination, externalId, sender, tag, q, read, clicked } = filter;
  return [operator, error, destination, externalId, sender, tag, q, read, clicked].some((value) => value !== undefined);
}

/** Filters that only outbound messages can match exclude replies. */
export function wantsInbound(filter: MessageListFilter): boolean {
  const { direction = 'outbound', dispatch, state, status, operator, error, externalId, tag, read, clicked } = filter;
  const sentOnly = [dispatch, state, status, operator, error, externalId, tag, read, clicked];
  return direction !== 'outbound' && sentOnly.every((value) => value === undefined);
}

export function wantsOutbound({ direction = 'outbound' }: MessageListFilter): boolean {
  return direction !== 'inbound';
}
