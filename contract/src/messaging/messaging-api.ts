import type { EndpointShape } from '../endpoint.ts';
import { ping } from './ping.ts';

export const messagingApi: readonly EndpointShape[] = [ping];
