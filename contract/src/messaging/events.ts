import Type from 'typebox';
import { MessagingCallback } from '../callbacks/messaging-callbacks.ts';
import { endpoint } from '../endpoint.ts';
import { pageSize } from '../fields.ts';

export const listEvents = endpoint({
  id: 'listEvents',
  surface: 'messaging',
  method: 'GET',
  path: '/events',
  summary: 'Read the events of the account by number, including events without callbacks',
  auth: 'key',
  keyTypes: ['MESSAGES', 'VERIFIER'],
  query: Type.Object({
    after: Type.Integer({
      minimum: 0,
      maximum: 9_999_999_999,
      default: 0,
      description: 'events with a greater number; 0: from the beginning',
    }),
    limit: pageSize(100),
    wait: Type.Integer({
      minimum: 0,
      maximum: 25,
      default: 0,
      description: 'seconds to wait for an event if there is none yet',
    }),
    replays_after: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 9_999_999_999,
        description:
          'also returns events that are sent again on request: pass `lastReplay` of the previous answer, or a large number to begin with future replays',
      }),
    ),
  }),
  description:
    'The events are those of callbacks, one object each, and are stored for 30 days unless the installation stores them longer. A reader that continues from the last number misses no event. A key of type VERIFIER reads the events of verifications only: their numbers have gaps, and `firstNumber` and `lastNumber` are those of the stored ones (null and 0 if there is none). While no event behind `after` has been removed, `firstNumber` is at most `after` + 1 for such a key too.',
  responses: {
    200: Type.Object({
      items: Type.Array(MessagingCallback, {
        description:
          'in the order of their numbers, which have no gaps. The events of a message are in order. Repeat with the last number as `after` until the list is empty',
      }),
      firstNumber: Type.Unsafe<number | null>({
        type: ['integer', 'null'],
        description:
          'the oldest stored event, or the next one if none is stored; null: no events yet. If it is greater than `after` + 1, the events between have expired',
      }),
      lastNumber: Type.Integer({ minimum: 0, description: 'the newest event of the account; 0: none yet' }),
      replayed: Type.Optional(
        Type.Array(MessagingCallback, {
          description: 'with `replays_after`: the events of the next replay',
        }),
      ),
      lastReplay: Type.Optional(
        Type.Integer({
          minimum: 0,
          description: 'with `replays_after`: pass it as `replays_after` in the next request',
        }),
      ),
    }),
  },
});
