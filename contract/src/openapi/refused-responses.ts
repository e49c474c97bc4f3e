// Error responses of an endpoint: those of every endpoint of its kind and those it declares. Texts and examples come
// from the dictionary.
import type { RefusalReason } from '@volley/domain/refusals/refusal.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { findEntry } from '../dictionary/find-entry.ts';
import { type EndpointShape, isRepeatable } from '../endpoint.ts';
import { type ApiError, apiErrorOf, INTERNAL_ERROR } from '../errors.ts';
import type { Json } from './schema-names.ts';

const KEY_REFUSALS = ['not-authenticated', 'bad-credentials', 'address-not-allowed'] as const;

/** Each code once, in ascending order. */
export function refusalsOf(shape: EndpointShape): readonly ApiError[] {
  const { surface, method, auth, keyTypes, params, query, multipart, refusals = [] } = shape;
  const isChange = isRepeatable(shape);
  // A body is also read where none is expected.
  const readsBody = method !== 'GET';
  const reasons: readonly RefusalReason[] = [
    ...(query !== undefined || readsBody ? (['bad-request'] as const) : []),
    ...(auth === 'none' ? [] : auth === 'key' ? KEY_REFUSALS : (['not-authenticated'] as const)),
    ...(keyTypes !== undefined || auth === 'staff' ? (['access-denied'] as const) : []),
    ...(params === undefined ? [] : (['not-found'] as const)),
    ...(isChange ? (['idempotency-conflict'] as const) : []),
    ...(readsBody ? (['payload-too-large'] as const) : []),
    ...(readsBody && multipart === undefined ? (['unsupported-media-type'] as const) : []),
    ...(auth === 'none' && surface !== 'widget' ? [] : (['too-many-requests'] as const)),
    ...refusals,
    'unavailable',
  ];
  const apiErrors = [...reasons.map((reason) => apiErrorOf(new Refusal(reason), surface)), INTERNAL_ERROR];
  return [...new Map(apiErrors.map((apiError) => [apiError.code, apiError])).values()].toSorted(
    (one, two) => one.code - two.code,
  );
}

/** Writes each set of codes under one status once. */
export class RefusedResponses {
  readonly #components: Record<string, Json> = {};

  get components(): Json {
    return this.#components;
  }

  of(shape: EndpointShape): Json {
    const byStatus = Object.groupBy(refusalsOf(shape), ({ status }) => status);
    return Object.fromEntries(
      Object.entries(byStatus).map(([status, apiErrors = []]) => {
        const name = `Refused${apiErrors.map(({ code }) => code).join('Or')}`;
        this.#components[name] ??= response(Number(status), apiErrors);
        return [status, { $ref: `#/components/responses/${name}` }];
      }),
    );
  }
}

const RETRY_AFTER = { description: 'seconds to wait', schema: { type: 'integer' } };

function response(status: number, apiErrors: readonly ApiError[]): Json {
  return {
    description: apiErrors.map(words).join('\n\n'),
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
      ...((status === 429 || status === 503) && { 'Retry-After': RETRY_AFTER }),
    },
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(apiErrors.map((apiError) => [apiError.code, { value: exampleOf(apiError) }])),
      },
    },
  };
}

function words({ code, msg }: ApiError): string {
  const { title, meaning } = (findEntry('api', code) ?? findEntry('widget', code))?.en ?? { title: msg, meaning: '' };
  return `**${code}** ${title}. ${meaning}`.trim();
}

function exampleOf({ code, msg }: ApiError): unknown {
  const example = findEntry('api', code)?.example;
  if (example === undefined) return { error: { code, msg } };
  return JSON.parse(example.slice(example.indexOf('{')));
}
