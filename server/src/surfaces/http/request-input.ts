// The parts of a request as an endpoint declares them: path ids, query, body; each decoded, then validated. Schema
// faults and rule faults are reported together.

import type { BodyOf, EndpointShape } from '@volley/contract/endpoint.ts';
import { asFaults, type Fault, gatherFaults } from '@volley/domain/refusals/fault.ts';
import { PROBLEM } from '@volley/domain/refusals/problems.ts';
import { refusalOf } from '@volley/domain/refusals/refusal.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { compileCheckInTurns } from './body/check-in-turns.ts';
import { compileTidy } from './body/tidy-body.ts';
import { warnOfUnknown } from './body/unknown-names.ts';
import { type Checked, compileCheck } from './body/validation.ts';
import { decodePathIds, decodeQuery, type RawQuery, unknownParameters } from './request-parameters.ts';

type Parts = { params: unknown; query: unknown; body: unknown };

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply };

/** The valid members of a body; any may be missing, because the schema reports the invalid ones. */
export type Sound<Value> = Value extends readonly (infer Item)[]
  ? readonly (Sound<Item> | undefined)[]
  : Value extends object
    ? { readonly [Member in keyof Value]?: Sound<Value[Member]> | undefined }
    : Value;

/** Faults beyond the schema, of a body that fails its schema; use cases check the same rules of a valid body. */
type Rules<Body> = (body: Sound<Body>) => readonly Fault[];

type Ruled = EndpointShape & { readonly rules?: Rules<never> };

/** The endpoint with rules that are checked together with the schema of its body. */
export function withRules<Shape extends EndpointShape>(shape: Shape, rules: Rules<BodyOf<Shape>>): Shape {
  return { ...shape, rules };
}

const NOTHING: Checked = { found: asFaults([]), sound: undefined };
const CREATES = new Set(['partner', 'messaging', 'widget']);

/** Ajv needs milliseconds per schema, and an installation uses few of its endpoints soon after its start. */
export function inputReader(shape: Ruled): (exchange: Exchange, given?: unknown) => Promise<Parts> {
  let compiled: Compiled | undefined;
  // A body that arrived as a part of a form is passed in `given`.
  return async ({ request, reply }, given = request.body) => {
    compiled ??= compileInput(shape);
    const { checkQuery, checkBody, tidyBody } = compiled;
    const params = shape.params && decodePathIds(shape.params, rawParams(request));
    // The query parser yields a string, or an array for a repeated name.
    const raw = request.query as RawQuery;
    const query = shape.query && decodeQuery(shape.query, raw);
    const body = shape.body && asList(shape, given ?? (shape.bodyOptional ? {} : undefined));
    const undeclared = (await tidyBody?.(body)) ?? [];
    warnOfUnknown(request, reply, [...unknownParameters(shape.query, raw), ...undeclared]);
    const checked = checkBody === undefined ? NOTHING : body === undefined ? MISSING : await checkBody(body);
    const found = gatherFaults([
      asFaults(query?.faults ?? []),
      ...(checkQuery && query ? [checkQuery(query.values).found] : []),
      checked.found,
      asFaults(behind(shape, checked)),
    ]);
    if (found.total > 0) throw refusalOf(found);
    return { params, query: query?.values, body };
  };
}

type Compiled = ReturnType<typeof compileInput>;

/** Throws for a schema that Ajv does not accept. */
export function compileInput(shape: EndpointShape) {
  const dropsNulls = shape.method === 'POST' && CREATES.has(shape.surface);
  return {
    checkQuery: shape.query && compileCheck(shape.query),
    checkBody: shape.body && compileCheckInTurns(shape.body),
    tidyBody: shape.body && compileTidy(shape.body, { dropsNulls }),
  };
}

function behind({ rules }: Ruled, { found, sound }: Checked): readonly Fault[] {
  if (rules === undefined || found.total === 0 || sound === undefined) return [];
  return rules(sound as never); // the valid part of the endpoint's body
}

const MISSING: Checked = {
  found: asFaults([{ field: 'body', reason: PROBLEM.required, code: 'required' }]),
  sound: undefined,
};

export function rawParams(request: FastifyRequest): Readonly<Record<string, string | undefined>> {
  return request.params as Record<string, string | undefined>; // the router captures text only
}

function asList({ bodyList }: EndpointShape, body: unknown): unknown {
  const isSingle = bodyList === true && typeof body === 'object' && body !== null && !Array.isArray(body);
  return isSingle ? [body] : body;
}
