import { randomUUID } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Config, readConfig } from '../../config.ts';
import { createLog } from '../log.ts';
import { createMetrics, type Metrics } from '../metrics/metrics.ts';
import { uuidV7 } from '../uuid-v7.ts';
import { createTraces, NO_TRACES, type Traces } from './traces.ts';

type Request = { readonly url: string | undefined; readonly authorization: string | undefined; readonly body: string };

let server: Server;
let requests: Request[];
let answer: { readonly status: number; readonly body: string } | undefined;
let metrics: Metrics;
const unanswered: ServerResponse[] = [];
const opened: Traces[] = [];

beforeEach(async () => {
  requests = [];
  answer = { status: 200, body: '{}' };
  metrics = createMetrics('test');
  server = createServer((request, response) => {
    void text(request).then((body) => {
      requests.push({ url: request.url, authorization: request.headers.authorization, body });
      if (answer === undefined) unanswered.push(response);
      else response.writeHead(answer.status).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  answer = { status: 200, body: '{}' };
  for (const response of unanswered.splice(0)) response.end();
  await Promise.all(opened.splice(0).map((traces) => traces.close()));
  server.closeAllConnections();
  server.close();
});

function openTraces(settings: Partial<Config> = {}): Traces {
  // A server that listens on a port has an AddressInfo, never a pipe's name.
  const { port } = server.address() as AddressInfo;
  const config = { ...readConfig({}), otlpEndpoint: `http://127.0.0.1:${port}`, traceSample: 1, ...settings };
  const needs = { config, log: createLog('silent', 'test'), metrics };
  const traces = createTraces(needs, { instanceId: randomUUID(), roles: ['api', 'pacer'] });
  opened.push(traces);
  return traces;
}

async function counted(result: string): Promise<number> {
  const [metric] = (await metrics.registry.getMetricsAsJSON()).filter(
    ({ name }) => name === 'volley_trace_spans_total',
  );
  return Number(metric?.values.find(({ labels }) => labels['result'] === result)?.value ?? 0);
}

const SPAN = { name: 'submit', kind: 'client', startMs: 1_790_000_000_000.25, endMs: 1_790_000_000_001 } as const;
const ID = '0192f1c4-7a3b-7c5d-8e6f-001122334455';

test('a span is exported as OTLP in JSON', async () => {
  const traces = openTraces({ otlpHeaders: ['Authorization=Bearer%20abc'], serviceName: 'sms', cell: 'north' });
  const caller = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) };
  traces.add(ID, { ...SPAN, attributes: { 'volley.parts': 2, ok: true, absent: undefined }, failure: 'doubt' });
  traces.addRoot(ID, { ...SPAN, attributes: {}, links: [caller] });
  await traces.close();
  expect(requests).toHaveLength(1);
  const [request] = requests;
  expect(request).toMatchObject({ url: '/v1/traces', authorization: 'Bearer abc' });
  const { resourceSpans } = JSON.parse(request?.body ?? '');
  expect(resourceSpans).toHaveLength(1);
  expect(resourceSpans[0].resource.attributes).toEqual(
    expect.arrayContaining([
      { key: 'service.name', value: { stringValue: 'sms' } },
      { key: 'volley.cell', value: { stringValue: 'north' } },
      { key: 'volley.roles', value: { stringValue: 'api+pacer' } },
    ]),
  );
  const [child, root] = resourceSpans[0].scopeSpans[0].spans;
  expect(child).toEqual({
    traceId: '0192f1c47a3b7c5d8e6f001122334455',
    spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
    parentSpanId: '8e6f001122334455',
    flags: 1,
    name: 'submit',
    kind: 3,
    startTimeUnixNano: '1790000000000250000',
    endTimeUnixNano: '1790000000001000000',
    attributes: [
      { key: 'volley.message.id', value: { stringValue: ID } },
      { key: 'volley.parts', value: { intValue: '2' } },
      { key: 'ok', value: { boolValue: true } },
    ],
    status: { code: 2, message: 'doubt' },
  });
  expect(root).toMatchObject({ traceId: child.traceId, spanId: '8e6f001122334455', links: [caller] });
  expect(root).not.toHaveProperty('parentSpanId');
});

test('a receiver that does not answer costs spans beyond a limit, and never blocks', async () => {
  answer = undefined;
  const traces = openTraces();
  for (let at = 0; at < 20_000; at += 1) traces.add(uuidV7(0), { ...SPAN, attributes: {} });
  // The first request holds 512 spans, the queue 8,192.
  expect(await counted('dropped')).toBe(20_000 - 512 - 8_192);
});

test('a refused request is not repeated, and its spans count as dropped', async () => {
  answer = { status: 400, body: 'no' };
  const traces = openTraces();
  traces.add(ID, { ...SPAN, attributes: {} });
  await traces.close();
  expect(requests).toHaveLength(1);
  expect(await counted('dropped')).toBe(1);
});

test('an overloaded receiver gets the same spans again', async () => {
  answer = { status: 503, body: '' };
  const traces = openTraces();
  traces.add(ID, { ...SPAN, attributes: {} });
  const closing = traces.close();
  await expect.poll(() => requests.length).toBe(1);
  answer = { status: 200, body: '{}' };
  await closing;
  expect(requests).toHaveLength(2);
  expect(requests[1]?.body).toBe(requests[0]?.body);
  expect(await counted('exported')).toBe(1);
});

test('spans that the receiver rejects count as dropped', async () => {
  answer = { status: 200, body: '{"partialSuccess":{"rejectedSpans":"2","errorMessage":"no"}}' };
  const traces = openTraces();
  for (let at = 0; at < 5; at += 1) traces.add(uuidV7(0), { ...SPAN, attributes: {} });
  await traces.close();
  expect([await counted('exported'), await counted('dropped')]).toEqual([3, 2]);
});

test.each([
  ['no receiver', { otlpEndpoint: '' }],
  ['a share of 0', { traceSample: 0 }],
])('%s: traces are off', (_what, settings) => {
  expect(openTraces(settings)).toBe(NO_TRACES);
});

test('the share of requests does not depend on the id that the caller chose', async () => {
  const traces = openTraces({ traceSample: 0.000001 });
  for (let at = 0; at < 1_000; at += 1)
    traces.addRequest('00000000-0000-4000-8000-000000000000', { ...SPAN, attributes: {} });
  await traces.close();
  expect(await counted('exported')).toBeLessThan(5);
});
