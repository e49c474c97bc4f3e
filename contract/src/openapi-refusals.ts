// What an endpoint may refuse with, as responses of its document: what every endpoint of its kind has, and what it
// names itself. Words and examples are those of the dictionary.
import type { RefusalReason } from '@volley/domain/refusal.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { findEntry } from './dictionary/find-entry.ts';
import { type EndpointShape, isRepeatable } from './endpoint.ts';
import { type ErrorFace, faceOf, INTERNAL_ERROR } from './errors.ts';
import type { Json } from './openapi-names.ts';

const KEY_REFUSALS = ['not-authenticated', 'bad-credentials', 'address-not-allowed'] as const;

/** Each code once, in the order of the codes. */
export function refusalsOf(shape: EndpointShape): readonly ErrorFace[] {
  const { surface, auth, keyTypes, params, query, body, multipart, refusals = [] } = shape;
  const isChange = isRepeatable(shape);
  const hasBody = body !== undefined || multipart !== undefined;
  const reasons: readonly RefusalReason[] = [
    ...(query !== undefined || hasBody || isChange ? (['bad-request'] as const) : []),
    ...(auth === 'none' ? [] : auth === 'key' ? KEY_REFUSALS : (['not-authenticated'] as const)),
    ...(keyTypes !== undefined || auth === 'staff' ? (['access-denied'] as const) : []),
    ...(params === undefined ? [] : (['not-found'] as const)),
    ...(isChange ? (['idempotency-conflict'] as const) : []),
    ...(hasBody ? (['payload-too-large', 'unsupported-media-type'] as const) : []),
    ...(auth === 'none' && surface !== 'widget' ? [] : (['too-many-requests'] as const)),
    ...refusals,
    'unavailable',
  ];
  const faces = [...reasons.map((reason) => faceOf(new Refusal(reason), surface)), INTERNAL_ERROR];
  return [...new Map(faces.map((face) => [face.code, face])).values()].toSorted((one, two) => one.code - two.code);
}

/** The same set of codes under one status is written once. */
export class RefusedResponses {
  readonly #components: Record<string, Json> = {};

  get components(): Json {
    return this.#components;
  }

  of(shape: EndpointShape): Json {
    const byStatus = Object.groupBy(refusalsOf(shape), ({ status }) => status);
    return Object.fromEntries(
      Object.entries(byStatus).map(([status, faces = []]) => {
        const name = `Refused${faces.map(({ code }) => code).join('Or')}`;
        this.#components[name] ??= response(Number(status), faces);
        return [status, { $ref: `#/components/responses/${name}` }];
      }),
    );
  }
}

function response(status: number, faces: readonly ErrorFace[]): Json {
  return {
    description: faces.map(words).join('\n\n'),
    ...((status === 429 || status === 503) && {
      headers: { 'Retry-After': { description: 'seconds to wait', schema: { type: 'integer' } } },
    }),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(faces.map((face) => [face.code, { value: exampleOf(face) }])),
      },
    },
  };
}

function words({ code, msg }: ErrorFace): string {
  const { title, meaning } = (findEntry('api', code) ?? findEntry('widget', code))?.en ?? { title: msg, meaning: '' };
  return `**${code}** ${title}. ${meaning}`.trim();
}

function exampleOf({ code, msg }: ErrorFace): unknown {
  const example = findEntry('api', code)?.example;
  if (example === undefined) return { error: { code, msg } };
  return JSON.parse(example.slice(example.indexOf('{')));
}
