import type { EndpointShape } from '../endpoint.ts';
import { getBalance } from './balance.ts';
import { listEvents } from './events.ts';
import { ping } from './ping.ts';
import { createTemplate, getTemplate, listTemplates, updateTemplate } from './templates.ts';

export const messagingApi: readonly EndpointShape[] = [
  ping,
  getBalance,
  listEvents,
  createTemplate,
  listTemplates,
  getTemplate,
  updateTemplate,
];
