// The worst body of every route that accepts one, while another caller pings: latency of the pings, and the longest
// block of the server's event loop.
import { fileURLToPath } from 'node:url';
import { backOfficeApi } from '@volley/contract/back-office/back-office-api.ts';
import { consoleApi } from '@volley/contract/console/console-api.ts';
import { type EndpointShape, SURFACE_PREFIX } from '@volley/contract/endpoint.ts';
import { messagingApi } from '@volley/contract/messaging/messaging-api.ts';
import { partnerApi } from '@volley/contract/partner/partner-api.ts';
import { widgetApi } from '@volley/contract/widget/widget-api.ts';
import { request } from 'undici';
import { freePort } from '../harness/free-port.ts';
import { startHarness } from '../harness/harness.ts';
import { percentile, rounded } from '../statistics.ts';
import { BULK_BODIES, type WorstBody } from './bulk-bodies.ts';
import type { LoopBlocks } from './loop-watch.ts';
import { type Pinger, startPinger } from './pinger.ts';
import { plainBodies } from './plain-bodies.ts';
import { openTarget, type Target } from './targets.ts';

const PING_P99_MS_MAX = 200;
const WATCH = fileURLToPath(new URL('./loop-watch.ts', import.meta.url));
const IDLE_MS = 2_000;
/** Minimum time to collect pings per body. */
const BODY_MS = 500;
const SENDS_MAX = 20;

export type BodyFigure = {
  readonly route: string;
  readonly what: string;
  readonly bytes: number;
  readonly status: number;
  readonly pingP99Ms: number;
  readonly pingMaxMs: number;
  /** Longest block of the event loop: processor time and wall time. */
  readonly blockCpuMs: number;
  readonly blockMs: number;
};

export type BodyFigures = {
  readonly idle: Omit<BodyFigure, 'route' | 'what' | 'bytes' | 'status'>;
  readonly worst: readonly BodyFigure[];
};

/** By route: whether pings stay fast next to its worst body. */
export function bodiesPassed({ worst }: BodyFigures): Record<string, boolean> {
  const routes = Object.entries(Object.groupBy(worst, ({ route }) => route));
  return Object.fromEntries(
    routes.map(([route, figures = []]) => [route, figures.every(({ pingP99Ms }) => pingP99Ms <= PING_P99_MS_MAX)]),
  );
}

type Needs = { readonly target: Target; readonly pinger: Pinger; readonly watchPort: number };

/** `only`: substring of the routes to measure. */
export async function measureBodies(report: (text: string) => void, only = ''): Promise<BodyFigures> {
  const watchPort = await freePort();
  const settings = { NODE_OPTIONS: `--import=${WATCH}`, LOOP_WATCH_PORT: String(watchPort) };
  const harness = await startHarness({ what: 'bodies', layout: [] });
  let pinger: Pinger | undefined;
  try {
    await harness.startRoles(['api'], settings);
    const target = await openTarget(harness);
    pinger = startPinger(target.url);
    const needs = { target, pinger, watchPort };
    const idle = await watched(needs, () => new Promise((resolve) => void setTimeout(resolve, IDLE_MS)));
    const worst: BodyFigure[] = [];
    for (const shape of inOrder([partnerApi, messagingApi, consoleApi, backOfficeApi, widgetApi].flat())) {
      const route = `${shape.method} ${SURFACE_PREFIX[shape.surface]}${shape.path}`;
      for (const body of route.includes(only) ? bodiesOf(shape, target) : []) {
        const figure = await measureBody(needs, shape, body);
        report(`${route}: ${body.what}: p99 ${figure.pingP99Ms} ms, loop ${figure.blockCpuMs} ms, ${figure.status}`);
        worst.push({ route, what: body.what, bytes: body.body.length, ...figure });
      }
    }
    return { idle, worst };
  } catch (error) {
    process.stderr.write(`${harness.logTails()}\n`);
    throw error;
  } finally {
    await pinger?.close();
    await harness.stop();
  }
}

/** Bulk routes first: the remaining routes suspend sender names, change companies and sign users out. */
const inOrder = (shapes: readonly EndpointShape[]) =>
  shapes.toSorted((one, other) => Number(other.id in BULK_BODIES) - Number(one.id in BULK_BODIES));

function bodiesOf(shape: EndpointShape, target: Target): readonly WorstBody[] {
  if (shape.body === undefined || shape.multipart !== undefined) return [];
  const path = shape.path.replace(/\{\w+\}/g, '1');
  return BULK_BODIES[shape.id]?.(target) ?? plainBodies(shape, path, target.own);
}

async function measureBody(needs: Needs, shape: EndpointShape, { path, body }: WorstBody) {
  let status = 0;
  const send = async () => {
    const { statusCode, body: answer } = await request(`${needs.target.url}${SURFACE_PREFIX[shape.surface]}${path}`, {
      method: shape.method,
      headers: { 'content-type': 'application/json', ...needs.target.headersOf(shape) },
      body,
      headersTimeout: 120_000,
      // Building a body takes so long that a kept connection may be closed.
      reset: true,
    });
    await answer.dump({ limit: Number.MAX_SAFE_INTEGER });
    status = statusCode;
  };
  /** A server that refuses a body may close before the body is fully written. */
  const sendOnce = () =>
    send().catch((error: unknown) => {
      if (!isClosed(error)) throw error;
      status = 0;
    });
  // The first body of a kind also pays for compiling its parser.
  await sendOnce();
  const figures = await watched(needs, async () => {
    const untilMs = performance.now() + BODY_MS;
    for (let sends = 0; sends < SENDS_MAX && (sends < 2 || performance.now() < untilMs); sends += 1) await sendOnce();
  });
  return { status, ...figures };
}

const isClosed = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'EPIPE' || error.code === 'ECONNRESET');

async function watched({ pinger, watchPort }: Needs, work: () => Promise<void>) {
  const blocks = async (): Promise<LoopBlocks> => {
    const { body } = await request(`http://127.0.0.1:${watchPort}/`);
    return (await body.json()) as LoopBlocks; // what the watch answers
  };
  await blocks();
  const waitsMs = await pinger.during(work);
  const { cpuMs, wallMs } = await blocks();
  return {
    pingP99Ms: rounded(percentile(waitsMs, 99), 1),
    pingMaxMs: rounded(Math.max(...waitsMs), 1),
    blockCpuMs: rounded(cpuMs, 1),
    blockMs: rounded(wallMs, 1),
  };
}
