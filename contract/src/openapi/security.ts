// Ways in which callers prove who they are.
import type { EndpointShape } from '../endpoint.ts';
import type { Json } from './schema-names.ts';

const SCHEMES = {
  partner: { type: 'http', scheme: 'bearer', description: 'the token of POST /auth/token' },
  key: {
    type: 'http',
    scheme: 'bearer',
    description: 'the key as shown at its creation; Basic with the same value works as well',
  },
  keyPair: { type: 'http', scheme: 'basic', description: 'id and password, which the key contains in Base64' },
  staff: { type: 'http', scheme: 'bearer', description: 'the token of POST /admin/v1/auth/token' },
} as const;

export function schemesOf(endpoints: readonly EndpointShape[]): Json {
  const used = new Set(endpoints.flatMap((shape) => securityOf(shape).flatMap((one) => Object.keys(one))));
  return Object.fromEntries(Object.entries(SCHEMES).filter(([name]) => used.has(name)));
}

export function securityOf({ auth }: EndpointShape): Json[] {
  if (auth === 'none') return [];
  return auth === 'key' ? [{ key: [] }, { keyPair: [] }] : [{ [auth]: [] }];
}
