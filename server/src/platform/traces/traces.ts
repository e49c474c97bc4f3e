// Traces of messages, from the request over batch, submit and receipt to the callback, for an OTLP receiver. Off unless
// the receiver is named. Attributes hold ids, names, counts and codes of errors; never texts, numbers, codes or keys.
import type { Config } from '../../config.ts';
import type { Logger } from '../log.ts';
import { createOutageLog } from '../logging/outage-log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { VERSION } from '../version.ts';
import type { Attributes, Span } from './otlp.ts';
import { SpanExport } from './span-export.ts';
import { createSampler, newSpanId, rootOf, type SpanPlace, traceIdOf } from './trace-id.ts';

export type Traces = {
  readonly isOn: boolean;
  /** True: every process records the spans of this message. */
  has(messageId: string): boolean;
  /** Adds a span below the root of a message. */
  add(messageId: string, span: Span): void;
  addRoot(messageId: string, span: Span): void;
  /** A request that made no traced message is drawn by itself; its trace has the id of the request. */
  addRequest(requestId: string, span: Span): void;
  close(): Promise<void>;
};

export const NO_TRACES: Traces = {
  isOn: false,
  has: () => false,
  add: () => undefined,
  addRoot: () => undefined,
  addRequest: () => undefined,
  close: async () => undefined,
};

type Needs = { readonly config: Config; readonly log: Logger; readonly metrics: Metrics };
type Process = { readonly instanceId: string; readonly roles: readonly string[] };

export function createTraces({ config, log, metrics }: Needs, process: Process): Traces {
  if (config.otlpEndpoint === '' || config.traceSample === 0) return NO_TRACES;
  const outages = createOutageLog(log, 'trace receiver');
  const receiver = {
    url: `${config.otlpEndpoint.replace(/\/$/, '')}/v1/traces`,
    headers: headersOf(config.otlpHeaders),
    resource: resourceOf(config, process),
    version: VERSION,
  };
  const spans = new SpanExport(receiver, { metrics, outages });
  const has = createSampler(config.traceSample);
  const add = (id: string, span: Span, place: SpanPlace, parentId: string | undefined) =>
    spans.add({ span: { ...span, attributes: { 'volley.message.id': id, ...span.attributes } }, place, parentId });
  return {
    isOn: true,
    has,
    add: (id, span) => add(id, span, { traceId: traceIdOf(id), spanId: newSpanId() }, rootOf(id).spanId),
    addRoot: (id, span) => add(id, span, rootOf(id), undefined),
    addRequest: (id, span) => {
      // A caller may choose the id of its request, so the id must not decide.
      if (Math.random() < config.traceSample) spans.add({ span, place: rootOf(id), parentId: undefined });
    },
    close: async () => {
      await spans.close();
      outages.close();
    },
  };
}

function resourceOf({ serviceName, cell }: Config, { instanceId, roles }: Process): Attributes {
  return {
    'service.name': serviceName,
    'service.version': VERSION,
    'service.instance.id': instanceId,
    'volley.cell': cell,
    'volley.roles': roles.join('+'),
  };
}

/** Each `name=value`, checked by the settings; values are percent-encoded. */
function headersOf(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at).trim().toLowerCase(), decodeURIComponent(pair.slice(at + 1).trim())];
    }),
  );
}
