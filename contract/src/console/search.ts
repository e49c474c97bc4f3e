// Global search by any identifier.
import { MESSAGE_STATES } from '@volley/domain/sending/message-state.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Datetime, Id, oneOf, StringOrNull, Uuid } from '../fields.ts';

const list = <Item extends Parameters<typeof Type.Array>[0]>(item: Item) => Type.Array(item, { maxItems: 5 });

export const search = endpoint({
  id: 'consoleSearch',
  surface: 'console',
  method: 'GET',
  path: '/search',
  summary: 'Find by number, message, dispatch, company, sender name or key; at most five of each kind',
  auth: 'signed-in',
  query: Type.Object({ q: Type.String({ minLength: 2, maxLength: 100 }) }),
  responses: {
    200: Type.Object({
      number: Type.Union([
        Type.Null(),
        Type.Object({
          digits: Type.String({ description: 'the query as a phone number' }),
          addedSeven: Type.Optional(Type.Literal(true, { description: 'without a country code; counts as Russian' })),
          blacklisted: Type.Array(Id, { maxItems: 5, description: 'companies with this number on their blacklist' }),
        }),
      ]),
      messages: list(
        Type.Object({
          messageUuid: Uuid,
          companyId: Id,
          companyName: Type.String(),
          destination: Type.String(),
          state: oneOf(MESSAGE_STATES),
          externalId: StringOrNull,
          createdAt: Datetime,
        }),
      ),
      dispatches: list(
        Type.Object({
          id: Id,
          name: Type.String(),
          companyId: Id,
          companyName: Type.String(),
          status: Type.String(),
          createdAt: Datetime,
        }),
      ),
      companies: list(Type.Object({ id: Id, name: Type.String(), inn: Type.String(), status: Type.String() })),
      senders: list(
        Type.Object({
          id: Id,
          senderName: Type.String(),
          brand: Type.String(),
          companyId: Id,
          companyName: Type.String(),
          status: Type.String(),
        }),
      ),
      keys: list(Type.Object({ keyId: Type.String(), name: Type.String(), companyId: Id, companyName: Type.String() })),
      partners: list(Type.Object({ id: Id, login: Type.String(), status: Type.String() })),
    }),
  },
});
