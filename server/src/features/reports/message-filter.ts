// What the list of messages may be asked for, and which stretch of time it looks at. Messages lie in partitions by the
// time in their ids, so a question that names neither a dispatch nor the client's own id is bounded by time.
import type { Brand } from '@volley/domain/brand.ts';
import { MESSAGE_STATES, type MessageState, stateOfStatus } from '@volley/domain/message-state.ts';
import type { MessageStatus } from '@volley/domain/message-status.ts';
import { readPhone } from '@volley/domain/written-phone.ts';

export type MessageListFilter = {
  readonly company?: number;
  readonly dispatch?: number;
  readonly state?: readonly MessageState[];
  readonly status?: readonly MessageStatus[];
  readonly channel?: readonly string[];
  readonly operator?: readonly (Brand | 'OTHER')[];
  readonly error?: number;
  /** In any form people write numbers in. */
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
  return MESSAGE_STATES.filter((one) => state?.includes(one) !== false && ofStatus?.includes(one) !== false);
}

/** The digits asked for; undefined when nothing was asked; no number has the digits of what is no number. */
export function wantedDigits({ destination }: MessageListFilter): string | undefined {
  if (destination === undefined) return undefined;
  const read = readPhone(destination);
  return 'digits' in read ? read.digits : '0';
}

/** Dispatches count by state; everything here has to be asked of the messages themselves. */
export function looksIntoMessages(filter: MessageListFilter): boolean {
  const { operator, error, destination, externalId, sender, tag, q, read, clicked } = filter;
  return [operator, error, destination, externalId, sender, tag, q, read, clicked].some((one) => one !== undefined);
}

/** What only a message that was sent can have leaves replies out. */
export function wantsInbound(filter: MessageListFilter): boolean {
  const { direction = 'outbound', dispatch, state, status, operator, error, externalId, tag, read, clicked } = filter;
  const sentOnly = [dispatch, state, status, operator, error, externalId, tag, read, clicked];
  return direction !== 'outbound' && sentOnly.every((one) => one === undefined);
}

export function wantsOutbound({ direction = 'outbound' }: MessageListFilter): boolean {
  return direction !== 'inbound';
}
