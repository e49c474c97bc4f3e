// The callbacks of a partner dispatch in the OpenAPI document: one entry per event type, each with an example.
import { CALLBACK_HEADERS } from './callback-headers.ts';
import { DeliveredCallback, FailedCallback, SentCallback } from './partner-callbacks.ts';

const about = { messageUuid: '0197c3a1-5e00-7000-8000-4d5a1c2b3e4f', destination: '79161230001' };

const EVENTS = {
  sent: {
    schema: SentCallback,
    summary: 'A message was handed to the operator',
    example: { event: 'sent', ...about, status: 'SENT', sentAt: '2026-03-01T10:00:01Z' },
  },
  delivered: {
    schema: DeliveredCallback,
    summary: 'A message was delivered',
    example: { event: 'delivered', ...about, status: 'DELIVERED', deliveredAt: '2026-03-01T10:00:09Z' },
  },
  failed: {
    schema: FailedCallback,
    summary: 'A message was not delivered; only if `callbackEvents` contains `failed`',
    example: { event: 'failed', ...about, status: 'FAILED', failedAt: '2026-03-01T10:00:09Z', errorCode: 508 },
  },
} as const;

const DESCRIPTION = [
  'One event per request, to the `callbackUrl` of the dispatch.',
  'Answer 2xx within 10 seconds: any other answer is repeated every 5 minutes for a day, with the same `webhook-id`.',
].join(' ');

export const PARTNER_CALLS = Object.fromEntries(
  Object.entries(EVENTS).map(([name, { schema, summary, example }]) => [
    name,
    {
      post: {
        operationId: `on_${name}`,
        tags: ['callbacks'],
        security: [],
        summary,
        description: DESCRIPTION,
        parameters: CALLBACK_HEADERS,
        requestBody: { required: true, content: { 'application/json': { schema, example } } },
        responses: {
          '2XX': { description: 'accepted' },
          '4XX': { description: 'not accepted; the event will be posted again' },
          '5XX': { description: 'not accepted; the event will be posted again' },
        },
      },
    },
  ]),
);
