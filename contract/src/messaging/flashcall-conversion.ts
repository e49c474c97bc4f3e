import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { oneOf, Uuid } from '../fields.ts';

export const convertFlashcall = endpoint({
  id: 'convertFlashcall',
  surface: 'messaging',
  method: 'POST',
  path: '/flashcall-conversion',
  summary: 'Report whether the subscriber entered the right digits of a flash call',
  auth: 'key',
  keyTypes: ['MESSAGES'],
  body: Type.Object({
    messageUuid: Uuid,
    // Clients also use the misspelled second value; it means the same as the first.
    result: oneOf(['NUMBER_VERIFIED', 'NUMBER_VERIFIERD', 'WRONG_CODE']),
    code: Type.Optional(Type.String({ maxLength: 20, description: 'the digits that the subscriber entered' })),
  }),
  refusals: ['not-found'],
  responses: { 200: Type.Object({ messageUuid: Uuid, result: oneOf(['NUMBER_VERIFIED', 'WRONG_CODE']) }) },
});
