import Type from 'typebox';
import { MessagingCallback } from '../callbacks/messaging-callbacks.ts';
import { endpoint } from '../endpoint.ts';
import { pageSize } from '../fields.ts';

export const listEvents = endpoint({
  id: 'listEvents',
  surface: 'messaging',
  method: 'GET',
  path: '/events',
  summary: 'Read the events of the account by number, whether called back or not',
  auth: 'key',
  keyTypes: ['MESSAGES'],
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
      description: 'seconds to wait for an event when there is none yet',
    }),
    replays_after: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 9_999_999_999,
        description:
          'asks for what is sent once more on request, too: `lastReplay` of the answer before, or a great number to begin with what comes from now on',
      }),
    ),
  }),
  description:
    'The events are those of callbacks, one object for each, and are kept for 30 days unless the installation keeps them longer. Whoever reads on from the last number that was seen misses nothing.',
  responses: {
    200: Type.Object({
      items: Type.Array(MessagingCallback, {
        description:
          'in the order of their numbers, which have no gaps. The events of a message come in their order. Ask again with the last number as `after` until no items come',
      }),
      firstNumber: Type.Unsafe<number | null>({
        type: ['integer', 'null'],
        description:
          'the oldest event that is kept, or the next one when none is; null: there was none yet. When it is greater than `after` + 1, those between are gone',
      }),
      lastNumber: Type.Integer({ minimum: 0, description: 'the newest event of the account; 0: none yet' }),
      replayed: Type.Optional(
        Type.Array(MessagingCallback, {
          description: 'with `replays_after`: events of the next request to send again',
        }),
      ),
      lastReplay: Type.Optional(
        Type.Integer({ minimum: 0, description: 'with `replays_after`: what to ask with the next time' }),
      ),
    }),
  },
});
