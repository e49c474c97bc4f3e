import Type from 'typebox';
import { endpoint } from '../endpoint.ts';

export const ping = endpoint({
  id: 'ping',
  surface: 'messaging',
  method: 'GET',
  path: '/ping',
  summary: 'Check the connection',
  auth: 'none',
  replyType: 'text/plain',
  responses: { 200: Type.Literal('PONG') },
  example: { reply: 'PONG' },
});
