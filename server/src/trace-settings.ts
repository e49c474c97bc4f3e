// Settings of traces, under the names of OpenTelemetry where it has one.
const isAddress = (text: string) => /^https?:\/\/[^\s/?#@]+(\/[\w.-]+)*\/?$/.test(text) && URL.canParse(text);

const isHeader = (pair: string) => /^[\w-]+\s*=\s*[\x21-\x7e]+$/.test(pair) && isDecodable(pair);

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const NO_HEADERS: readonly string[] = [];

export const TRACE_SETTINGS = {
  otlpEndpoint: {
    env: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    fallback: '',
    note: 'OTLP/HTTP receiver of traces, such as http://127.0.0.1:4318; empty = no traces',
    parse: (text: string) => (isAddress(text) ? text : undefined),
  },
  otlpHeaders: {
    env: 'OTEL_EXPORTER_OTLP_HEADERS',
    fallback: NO_HEADERS,
    note: 'headers for the receiver of traces, name=value separated by commas, values percent-encoded',
    parse: (text: string) => {
      const pairs = text.split(',').map((pair) => pair.trim());
      return pairs.every(isHeader) ? pairs : undefined;
    },
  },
  serviceName: {
    env: 'OTEL_SERVICE_NAME',
    fallback: 'volley',
    note: 'name of the service in traces',
    parse: (text: string) => text,
  },
  traceSample: {
    env: 'TRACE_SAMPLE',
    fallback: 0.01,
    note: 'share of messages that are traced, from 0 to 1, equal in all processes of a cell',
    parse: (text: string) => (/^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?|\.\d{1,9})$/.test(text) ? Number(text) : undefined),
  },
} as const;
