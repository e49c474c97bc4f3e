import type { CascadeCondition } from '@volley/domain/sending/cascade.ts';
import type { ChannelType } from '@volley/domain/sending/channel.ts';

/** A further step in the form stored in `messages.cascade`; `condition` belongs to the previous step. */
export type StoredStep = {
  readonly condition: CascadeCondition;
  readonly channelType: ChannelType;
  readonly senderName: string;
  readonly content: { readonly text: string; readonly special: Readonly<Record<string, unknown>> | null };
  readonly ttlSeconds: number | null;
  readonly shortUrl: boolean;
};
