// The parts of a request as an endpoint declares them: ids of the path, query, body; each read, then checked. What is
// wrong with their form and what the rules behind it say is told together.
import type { BodyOf, EndpointShape } from '@volley/contract/endpoint.ts';
import { asFaults, type Fault, gatherFaults } from '@volley/domain/fault.ts';
import { refusalOf } from '@volley/domain/refusal.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { compileCheckInTurns } from './check-in-turns.ts';
import { decodePathIds, decodeQuery, type RawQuery, unknownParameters } from './request-parameters.ts';
import { compileTidy } from './tidy-body.ts';
import { warnOfUnknown } from './unknown-names.ts';
import { type Checked, compileCheck } from './validation.ts';

type Parts = { params: unknown; query: unknown; body: unknown };

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply };

/** Members of a form that is right; any may be missing, since others are complained of in the same answer. */
export type Sound<Value> = Value extends readonly (infer Item)[]
  ? readonly (Sound<Item> | undefined)[]
  : Value extends object
    ? { readonly [Member in keyof Value]?: Sound<Value[Member]> | undefined }
    : Value;

/** What is wrong with a body beside its form. Asked when the form is wrong; use cases ask it of a body whose form is right. */
type Rules<Body> = (body: Sound<Body>) => readonly Fault[];

type Ruled = EndpointShape & { readonly rules?: Rules<never> };

/** The endpoint with rules that are judged in the same pass as the form of its body. */
export function withRules<Shape extends EndpointShape>(shape: Shape, rules: Rules<BodyOf<Shape>>): Shape {
  return { ...shape, rules };
}

const NOTHING: Checked = { found: asFaults([]), sound: undefined };
const CREATES = new Set(['partner', 'messaging', 'widget']);

export function inputReader(shape: Ruled): (exchange: Exchange, given?: unknown) => Promise<Parts> {
  const checkQuery = shape.query && compileCheck(shape.query);
  const checkBody = shape.body && compileCheckInTurns(shape.body);
  const dropsNulls = shape.method === 'POST' && CREATES.has(shape.surface);
  const tidyBody = shape.body && compileTidy(shape.body, { dropsNulls });
  // A body that came as part of a form is given beside the request.
  return async ({ request, reply }, given = request.body) => {
    const params = shape.params && decodePathIds(shape.params, rawParams(request));
    // The query parser yields a string, or an array of them for a repeated name.
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

function behind({ rules }: Ruled, { found, sound }: Checked): readonly Fault[] {
  if (rules === undefined || found.total === 0 || sound === undefined) return [];
  return rules(sound as never); // what is left of the endpoint's own body
}

const MISSING: Checked = {
  found: asFaults([{ field: 'body', reason: 'is required', code: 'required' }]),
  sound: undefined,
};

export function rawParams(request: FastifyRequest): Readonly<Record<string, string | undefined>> {
  return request.params as Record<string, string | undefined>; // the router only ever captures text
}

function asList({ bodyList }: EndpointShape, body: unknown): unknown {
  const isSingle = bodyList === true && typeof body === 'object' && body !== null && !Array.isArray(body);
  return isSingle ? [body] : body;
}
