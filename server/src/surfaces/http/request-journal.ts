// Buffers requests for the request log: one statement per second stores all of them, and every few seconds the last use
// of each key. While the database is down the buffer fills to its limit; further requests count as lost, because no
// request waits for its own log.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type KeyUse, recordKeyUses } from '../../features/access/record-key-uses.ts';
import type { LoggedRequest } from '../../features/request-log/logged-request.ts';
import { recordRequests } from '../../features/request-log/record-requests.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from './http-server.ts';
import { notesOf } from './request-notes.ts';

const FLUSH_MS = 1_000;
const USES_MS = 3_000;
const PORTION = 2_000;
const WAITING_MAX = 20_000;
const NOT_ADMITTED = 401;

type Needs = Pick<Platform, 'db' | 'clock' | 'log' | 'metrics' | 'loops'>;

export function startRequestJournal({ http }: ApiServer, platform: Needs): void {
  const { clock, log, loops, metrics } = platform;
  const waiting: LoggedRequest[] = [];
  const uses = new Map<string, KeyUse>();

  const flush = async () => {
    const portion = waiting.slice(0, PORTION);
    await recordRequests(platform, portion);
    waiting.splice(0, portion.length);
    if (portion.length > 0) metrics.count('volley_request_log_total', { result: 'stored' }, portion.length);
    return waiting.length >= PORTION;
  };
  const flushUses = async () => {
    const noted = [...uses.values()];
    uses.clear();
    // A use that cannot be stored is recorded by the next call under the key.
    await recordKeyUses(platform, noted);
    return false;
  };
  const requests = loops.start({ name: 'request-log', idleMs: FLUSH_MS, round: flush });
  const lastUses = loops.start({ name: 'key-uses', idleMs: USES_MS, round: flushUses });

  http.addHook('onResponse', (request, reply, done) => {
    const row = rowOf(request, reply, clock.now());
    if (row !== undefined) {
      if (row.keyId !== null && row.status !== NOT_ADMITTED) uses.set(row.keyId, useOf(row, row.keyId));
      if (waiting.length < WAITING_MAX) waiting.push(row);
      else metrics.count('volley_request_log_total', { result: 'lost' });
      if (waiting.length === PORTION) requests.wake();
    }
    done();
  });
  http.addHook('onClose', async () => {
    await Promise.all([requests.stop(), lastUses.stop()]);
    const storeRest = async () => {
      await flushUses();
      while (waiting.length > 0) await flush();
    };
    await storeRest().catch((error: unknown) => {
      metrics.count('volley_request_log_total', { result: 'lost' }, waiting.length);
      log.warn({ err: error, requests: waiting.length }, 'requests lost at shutdown');
    });
  });
}

function useOf({ at, address, method, route }: LoggedRequest, keyId: string): KeyUse {
  return { keyId, at, address, route: `${method} ${route}` };
}

function rowOf(request: FastifyRequest, reply: FastifyReply, at: Date): LoggedRequest | undefined {
  const notes = notesOf(request);
  if (notes === undefined) return undefined;
  const { caller, errorCode, warnings } = notes;
  const { method, id, ip, routeOptions } = request;
  return {
    at,
    requestId: id,
    partnerId: caller.partnerId,
    companyId: caller.kind === 'key' ? caller.companyId : null,
    keyId: caller.kind === 'key' ? caller.keyId : null,
    method,
    route: (routeOptions.url ?? '').replace(/:(\w+)/g, '{$1}'),
    status: reply.statusCode,
    errorCode,
    ms: Math.round(reply.elapsedTime),
    address: ip,
    warnings,
  };
}
