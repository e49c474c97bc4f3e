// What a link of any kind takes and what it tells. Every message it took gets exactly one result: sent with the
// operator's ids, failed with a code, unsent when the link was closed before, in doubt when an answer was lost, or left
// for another link when the tries of this one are used up.
import type { ChannelType } from '@volley/domain/channel.ts';
import type { TrafficType } from '@volley/domain/tariff.ts';

export type Submission = {
  readonly messageId: string;
  readonly channelType: ChannelType;
  readonly trafficType: TrafficType;
  readonly senderName: string;
  readonly destination: string;
  readonly text: string;
  readonly reference: number;
  /** Content that is more than a text. */
  readonly special?: Readonly<Record<string, unknown>>;
  /** The client's own lifetime, counted from the hand-over. */
  readonly ttlSeconds?: number;
  /** Another link is open: it may go there when the tries of this one are used up. */
  readonly movable?: true;
};

export type SubmitResult =
  | { readonly kind: 'sent'; readonly operatorIds: readonly string[] }
  | { readonly kind: 'failed'; readonly errorCode: number }
  | { readonly kind: 'doubt' | 'unsent' | 'elsewhere' };

export type LinkJob = { readonly submission: Submission; readonly onResult: (result: SubmitResult) => void };

/** A try to bring a link up that failed. */
export type FailedTry = {
  /** One of a few, for metrics: the name of an SMPP status, the code of a connection error, an HTTP status. */
  readonly reason: string;
  readonly text: string;
  readonly nextTryMs: number;
};

export type LinkEvents = {
  /** The next message to send, or nothing for now. */
  next(): LinkJob | undefined;
  onUp(): void;
  /** A link that was up is down. */
  onDown(reason: string): void;
  onFailedTry(failed: FailedTry): void;
  onAnswer(result: string): void;
};

/** A link as the worker that feeds it sees it. */
export type Link = {
  readonly isUp: boolean;
  /** It is up, and has done its work since it last failed to. */
  readonly isProven: boolean;
  /** Sends while there is something to send, room in the window and a token of the rate. */
  pump(): void;
  /** Messages taken and not on the wire go back: nobody knows when the link will be up again. */
  giveBackWaiting(): void;
  /** Takes nothing more, waits for the open answers, closes. */
  close(timeoutMs: number): Promise<void>;
};
