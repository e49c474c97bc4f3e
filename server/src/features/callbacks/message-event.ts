// What happens to messages of the messaging API, as it is recorded: in the numbered feed of the company, and for
// the callbacks that asked for it.

export const EVENT_KINDS = ['sent', 'delivered', 'read', 'price', 'click', 'inbound_sent'] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

type OfMessage = {
  readonly messageUuid: string;
  readonly channelType: string;
  readonly atMs: number;
  readonly externalMessageId?: string;
  readonly cascadeRoot?: string;
  readonly cascadeStep?: number;
};

export type MessageEvent = OfMessage &
  (
    | { readonly kind: 'sent' | 'delivered' | 'read'; readonly status: string; readonly errorCode?: number }
    | { readonly kind: 'price'; readonly parts: number; readonly priceMicros: bigint; readonly currency: string }
    | { readonly kind: 'click'; readonly url: string; readonly shortUrl: string }
    /** `item` is the message as the list shows it. */
    | { readonly kind: 'inbound_sent'; readonly item: Readonly<Record<string, unknown>> }
  );

/** Events of one company in their order. All are recorded; those `wanted` go to the endpoint, if there is one. */
export type EventBatch = {
  readonly companyId: number;
  readonly endpointId: number | null;
  readonly wanted: readonly string[];
  readonly events: readonly MessageEvent[];
};

/** One line an event; line breaks inside an event are escaped by JSON. */
export function packMessageEvents(events: readonly MessageEvent[]): string {
  return events
    .map((event) =>
      JSON.stringify(event.kind === 'price' ? { ...event, priceMicros: String(event.priceMicros) } : event),
    )
    .join('\n');
}

export function unpackMessageEvents(lines: string): MessageEvent[] {
  return lines.split('\n').map((line) => {
    // Written by the function above and by nothing else.
    const event = JSON.parse(line) as MessageEvent;
    return event.kind === 'price' ? { ...event, priceMicros: BigInt(event.priceMicros) } : event;
  });
}
