import type { EndpointShape } from '../endpoint.ts';
import { getBalance } from './balance.ts';
import { listEvents } from './events.ts';
import { ping } from './ping.ts';

export const messagingApi: readonly EndpointShape[] = [ping, getBalance, listEvents];
