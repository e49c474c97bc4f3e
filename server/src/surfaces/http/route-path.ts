// The path an endpoint is mounted at, and the table of paths that tells 405 from 404.
import { type EndpointShape, SESSION_PREFIX, SURFACE_PREFIX } from '@volley/contract/endpoint.ts';
import type { ApiServer } from './http-server.ts';

export function pathAt(app: ApiServer, { id, surface, path }: EndpointShape): string {
  if (app.auth !== 'session') return `${SURFACE_PREFIX[surface]}${path}`;
  const prefix = SESSION_PREFIX[surface];
  if (prefix === undefined) throw new Error(`endpoint ${id}: surface ${surface} has no prefix for sessions`);
  return `${prefix}${path}`;
}

export function remember(app: ApiServer, path: string, method: string): void {
  const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`);
  const known = app.paths.get(path) ?? { pattern, methods: new Set<string>() };
  app.paths.set(path, known);
  known.methods.add(method);
  if (method === 'GET') known.methods.add('HEAD');
}
