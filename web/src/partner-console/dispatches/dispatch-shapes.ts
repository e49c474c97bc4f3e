// Shapes of a dispatch in the API, and the lists that its numbers open.
import type * as contract from '@volley/contract/console/dispatches.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import type { DispatchStatus } from '@volley/domain/dispatches/dispatch-status.ts';
import type { MessageState } from '@volley/domain/sending/message-state.ts';
import type { Segment } from '../../kit/chart/segmented-bar.tsx';
import type { ListAddress } from '../../kit/table/list-link.tsx';
import type { Text } from '../../kit/text.tsx';
import type { Tone } from '../../shell/theme.ts';

export type DispatchRow = ReplyOf<typeof contract.listConsoleDispatches>['items'][number];
export type DispatchShown = ReplyOf<typeof contract.getConsoleDispatch>;
export type Progress = DispatchShown['progress'];
export type Counts = Progress['counts'];
export type Breakdown = NonNullable<ReplyOf<typeof contract.getDispatchBreakdown>['breakdown']>;
export type Moving = readonly { readonly id: number; readonly status: DispatchStatus; readonly counts: Counts }[];

export const STATUS_TONES: Readonly<Record<DispatchStatus, Tone>> = {
  CREATED: 'neutral',
  STARTED: 'info',
  STOPPED: 'warn',
  COMPLETED: 'good',
};

type Narrowed = {
  readonly state?: MessageState;
  readonly operator?: string;
  readonly error?: number;
  readonly read?: true;
  readonly clicked?: true;
};

export function messagesOf(dispatch: number, narrowed: Narrowed = {}): ListAddress {
  return { to: '/messages', search: { dispatch, ...narrowed } };
}

/** In the reverse order of a message's life. */
const SHOWN_STATES = ['delivered', 'withOperator', 'failed', 'queued'] as const;

export function segmentsOf(t: Text, id: number, counts: Counts): Segment[] {
  return SHOWN_STATES.map((state) => ({
    key: state,
    label: t(`dispatches.state.${state}`),
    value: counts[state],
    look: state,
    link: messagesOf(id, { state }),
  }));
}
