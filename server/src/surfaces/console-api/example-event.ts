// An invented event for testing a receiver. Its message does not exist, and its number is 0, which no event of the feed
// has, so a receiver that remembers numbers does not confuse it with a real event.
import { randomUUID } from 'node:crypto';
import { showEvent } from '@volley/contract/callbacks/show-event.ts';

const MESSAGE = '00000000-0000-4000-8000-000000000000';

export type ExampleKind = 'sent' | 'delivered' | 'read' | 'price' | 'click' | 'inbound_sent';

export function exampleId(): string {
  return `evt_example_${randomUUID()}`;
}

export function exampleBody(kind: ExampleKind, now: Date): string {
  return JSON.stringify([showEvent(0, exampleOf(kind, now.getTime()))]);
}

function exampleOf(kind: ExampleKind, atMs: number): Parameters<typeof showEvent>[1] {
  const about = { messageUuid: MESSAGE, channelType: kind === 'inbound_sent' ? 'WHATSAPP' : 'SMS', atMs };
  const own = { ...about, externalMessageId: 'example' };
  switch (kind) {
    case 'price':
      return { ...own, kind, parts: 1, priceMicros: 2_350_000n, currency: 'RUB' };
    case 'click':
      return { ...own, kind, url: 'https://example.com/sale', shortUrl: 'https://example.com/l/Example1' };
    case 'inbound_sent':
      return { ...about, kind, item: { example: true } };
    case 'sent':
    case 'delivered':
    case 'read':
      return { ...own, kind, status: kind };
  }
}
