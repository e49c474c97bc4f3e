// An OTLP receiver of our own: takes exported spans over HTTP, checks their form and stores them.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Value = { readonly stringValue?: string; readonly intValue?: string; readonly boolValue?: boolean };
type Attribute = { readonly key: string; readonly value: Value };

export type ReceivedSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly status?: { readonly code: number; readonly message?: string };
  readonly attributes: Readonly<Record<string, string>>;
  /** Attributes of the process that made the span. */
  readonly resource: Readonly<Record<string, string>>;
};

/** The status to answer; undefined never answers. */
type Answer = { readonly status: number; readonly body?: string } | undefined;

export type TraceReceiver = {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** Bodies as received, for searches. */
  readonly bodies: readonly string[];
  readonly headers: readonly Readonly<Record<string, string | string[] | undefined>>[];
  /** Decides the answers from now on. */
  answer(by: (request: number) => Answer): void;
  close(): Promise<void>;
};

export async function startTraceReceiver(): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const headers: TraceReceiver['headers'][number][] = [];
  let by: (request: number) => Answer = () => ({ status: 200, body: '{}' });
  const server = createServer((request, response) => {
    const take = async () => {
      const body = await text(request);
      bodies.push(body);
      headers.push(request.headers);
      const answer = request.method === 'POST' && request.url === '/v1/traces' ? by(bodies.length) : { status: 404 };
      if (answer?.status === 200) spans.push(...spansIn(body));
      if (answer !== undefined)
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    };
    take().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an AddressInfo, never a pipe's name.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    bodies,
    headers,
    answer: (next) => {
      by = next;
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

type Written = Omit<ReceivedSpan, 'attributes' | 'resource'> & { readonly attributes: readonly Attribute[] };
type Exported = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly Written[] }[];
  }[];
};

function spansIn(body: string): ReceivedSpan[] {
  // A body in another form fails here, and with it the test that looks for its spans.
  const { resourceSpans } = JSON.parse(body) as Exported;
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => {
        if (!isWellFormed(span)) throw new Error(`malformed span ${JSON.stringify(span)}`);
        return { ...span, attributes: read(span.attributes), resource: read(resource.attributes) };
      }),
    ),
  );
}

function isWellFormed({ traceId, spanId, parentSpanId = 'a'.repeat(16), ...span }: Written): boolean {
  const isNano = (time: string) => /^\d{19}$/.test(time);
  return (
    /^[0-9a-f]{32}$/.test(traceId) &&
    [spanId, parentSpanId].every((id) => /^[0-9a-f]{16}$/.test(id)) &&
    [span.startTimeUnixNano, span.endTimeUnixNano].every(isNano) &&
    BigInt(span.startTimeUnixNano) <= BigInt(span.endTimeUnixNano) &&
    span.name.length > 0 &&
    span.kind >= 1 &&
    span.kind <= 5
  );
}

const read = (attributes: readonly Attribute[]) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? String(value.boolValue)]),
  );
