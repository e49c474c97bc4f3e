// The filter of a message list. An array matches any of its values; all members must match.

export type MessageOrder =
  | 'created_time'
  | '-created_time'
  | 'sent_time'
  | '-sent_time'
  | 'status_time'
  | '-status_time';

export type MessageFilter = {
  readonly order: MessageOrder;
  readonly directions: readonly ('inbound' | 'outbound')[];
  readonly timeFrom?: Date;
  readonly timeTo?: Date;
  readonly dispatchIds?: readonly number[];
  /** Message ids or external ids. */
  readonly messageUuids?: readonly string[];
  readonly externalMessageIds?: readonly string[];
  readonly destinations?: readonly string[];
  readonly status?: readonly string[];
  readonly trafficCenterIds?: readonly number[];
  readonly tags?: readonly string[];
  readonly sendingMethods?: readonly string[];
  readonly channelTypes?: readonly string[];
  readonly trafficTypes?: readonly string[];
  readonly templateIds?: readonly number[];
  readonly senderNames?: readonly string[];
  readonly content?: readonly string[];
  readonly contentNor?: readonly string[];
  readonly cascadeRoot?: string;
  readonly root?: boolean;
  readonly readyToStop?: boolean;
  readonly countryCodes?: readonly string[];
  readonly dispatch?: boolean;
};
