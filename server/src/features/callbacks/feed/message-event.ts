// Events of messages of the messaging API, as stored in the company's numbered feed and sent to callback targets.

export const EVENT_KINDS = [
  'sent',
  'delivered',
  'read',
  'price',
  'click',
  'inbound_sent',
  'confirmed',
  'expired',
] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

type OfMessage = {
  readonly messageUuid: string;
  readonly channelType: string;
  readonly atMs: number;
  readonly externalMessageId?: string;
  readonly cascadeRoot?: string;
  readonly cascadeStep?: number;
  /** The message carries the code of this verification. */
  readonly verificationUuid?: string;
};

export type MessageEvent = OfMessage &
  (
    | {
        readonly kind: 'sent' | 'delivered' | 'read' | 'confirmed' | 'expired';
        readonly status: string;
        readonly errorCode?: number;
      }
    | { readonly kind: 'price'; readonly parts: number; readonly priceMicros: bigint; readonly currency: string }
    | { readonly kind: 'click'; readonly url: string; readonly shortUrl: string }
    /** `item`: the message as the list of inbound messages shows it. */
    | { readonly kind: 'inbound_sent'; readonly item: Readonly<Record<string, unknown>> }
  );

/**
 * Events of one company in order, all of them of verifications or none. The feed records all; the callback target, if
 * any, gets the `wanted` kinds.
 */
export type EventBatch = {
  readonly companyId: number;
  readonly endpointId: number | null;
  readonly wanted: readonly string[];
  readonly events: readonly MessageEvent[];
};

/** A line per event; JSON escapes line breaks inside an event. */
export function packMessageEvents(events: readonly MessageEvent[]): string {
  return events
    .map((event) =>
      JSON.stringify(event.kind === 'price' ? { ...event, priceMicros: String(event.priceMicros) } : event),
    )
    .join('\n');
}

export function unpackMessageEvents(lines: string): MessageEvent[] {
  return lines.split('\n').map((line) => {
    // Written only by `packMessageEvents`.
    const event = JSON.parse(line) as MessageEvent;
    return event.kind === 'price' ? { ...event, priceMicros: BigInt(event.priceMicros) } : event;
  });
}
