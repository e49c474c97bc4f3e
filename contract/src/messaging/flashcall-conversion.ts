import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { oneOf, Uuid } from '../fields.ts';

export const convertFlashcall = endpoint({
  id: 'convertFlashcall',
  surface: 'messaging',
  method: 'POST',
  path: '/flashcall-conversion',
  summary: 'Report whether the subscriber of a flash call gave the right digits',
  auth: 'key',
  keyTypes: ['MESSAGES'],
  body: Type.Object({
    messageUuid: Uuid,
    // The second is a spelling that clients have learnt; it means the first.
    result: oneOf(['NUMBER_VERIFIED', 'NUMBER_VERIFIERD', 'WRONG_CODE']),
    code: Type.Optional(Type.String({ maxLength: 20, description: 'the digits that the subscriber gave' })),
  }),
  refusals: ['not-found'],
  responses: { 200: Type.Object({ messageUuid: Uuid, result: oneOf(['NUMBER_VERIFIED', 'WRONG_CODE']) }) },
});
