// The private port of a process: /metrics, /health, /version, /ready and /ready/<role>.
import { createServer } from 'node:http';
import type { Readiness } from '../readiness.ts';
import { VERSION } from '../version.ts';
import type { Metrics } from './metrics.ts';

const BUILD = JSON.stringify({ version: VERSION, node: process.version });

export type PrivatePort = { readonly port: number; close(): Promise<void> };

type Answer = { readonly status: number; readonly type: string; readonly body: string };

export async function listenPrivately(
  metrics: Metrics,
  at: { host: string; port: number },
  readiness: Readiness,
): Promise<PrivatePort> {
  const answer = async (url: string): Promise<Answer> => {
    if (url === '/metrics')
      return { status: 200, type: metrics.registry.contentType, body: await metrics.registry.metrics() };
    if (url === '/version') return { status: 200, type: 'application/json', body: BUILD };
    if (url === '/health') return { status: 200, type: 'text/plain', body: 'ok' };
    const [path, role] = url.split('/').slice(1);
    const ready = path === 'ready' ? await readiness.ask(role) : undefined;
    if (ready === undefined) return { status: 404, type: 'text/plain', body: 'not found' };
    return { status: ready.ready ? 200 : 503, type: 'text/plain', body: ready.reason };
  };
  const server = createServer((request, response) => {
    void answer(request.url ?? '').then(({ status, type, body }) =>
      response.writeHead(status, { 'content-type': type }).end(body),
    );
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(at.port, at.host, resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : at.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
