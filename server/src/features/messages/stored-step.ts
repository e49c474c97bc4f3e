import type { CascadeCondition } from '@volley/domain/cascade.ts';
import type { ChannelType } from '@volley/domain/channel.ts';

/** A further step as a message carries it; `condition` is that of the step before it. The form is stored. */
export type StoredStep = {
  readonly condition: CascadeCondition;
  readonly channelType: ChannelType;
  readonly senderName: string;
  readonly content: { readonly text: string; readonly special: Readonly<Record<string, unknown>> | null };
  readonly ttlSeconds: number | null;
  readonly shortUrl: boolean;
};
