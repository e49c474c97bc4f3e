// Spans as OTLP in JSON (opentelemetry.io/docs/specs/otlp): ids in hexadecimal, times in nanoseconds, 64-bit integers
// as text.
import type { SpanPlace } from './trace-id.ts';

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

const KINDS = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 } as const;
const ERROR_STATUS = 2;
const SAMPLED = 1;

export type Span = {
  readonly name: string;
  readonly kind: keyof typeof KINDS;
  /** Real time, in milliseconds with a fraction. */
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Attributes;
  /** The reason of a failure. Absent: no failure. */
  readonly failure?: string | undefined;
  readonly links?: readonly SpanPlace[];
};

export type PlacedSpan = { readonly span: Span; readonly place: SpanPlace; readonly parentId: string | undefined };

/** Start and end of work that began at `startedAt` of `performance.now()` and ends now. */
export function timesSince(startedAt: number): Pick<Span, 'startMs' | 'endMs'> {
  const endMs = Date.now();
  return { startMs: endMs - (performance.now() - startedAt), endMs };
}

/** The body of a request to `/v1/traces`. */
export function exportBody(resource: Attributes, version: string, spans: readonly PlacedSpan[]): string {
  const scope = { name: 'volley', version };
  return JSON.stringify({
    resourceSpans: [
      { resource: { attributes: written(resource) }, scopeSpans: [{ scope, spans: spans.map(writtenSpan) }] },
    ],
  });
}

function writtenSpan({ span, place, parentId }: PlacedSpan) {
  const { name, kind, startMs, endMs, attributes, failure, links } = span;
  return {
    ...place,
    ...(parentId !== undefined && { parentSpanId: parentId }),
    flags: SAMPLED,
    name,
    kind: KINDS[kind],
    startTimeUnixNano: nanosOf(startMs),
    endTimeUnixNano: nanosOf(Math.max(startMs, endMs)),
    attributes: written(attributes),
    ...(links !== undefined && links.length > 0 && { links }),
    ...(failure !== undefined && { status: { code: ERROR_STATUS, message: failure } }),
  };
}

function written(attributes: Attributes) {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: writtenValue(value) }],
  );
}

function writtenValue(value: string | number | boolean) {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** Microseconds fit into a double exactly, nanoseconds do not. */
const nanosOf = (ms: number): string => `${Math.round(ms * 1_000)}000`;
