import Type from 'typebox';
import { endpoint } from '../endpoint.ts';

export const getBalance = endpoint({
  id: 'getBalance',
  surface: 'messaging',
  method: 'GET',
  path: '/balance',
  summary: 'Get the available balance, by currency',
  auth: 'key',
  responses: {
    200: Type.Record(Type.String({ pattern: '^[A-Z]{3}$' }), Type.Number({ description: 'with two decimals' })),
  },
  example: { reply: { RUB: 10000 } },
});
