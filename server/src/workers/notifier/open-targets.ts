// Connections to callback targets, kept open between two runs, so that a target with steady traffic needs no new
// handshake every second. Targets never share a connection.
import type { ClaimedTarget } from '../../features/callbacks/partner/deliver-callbacks.ts';
import { type OutboundTarget, openTarget } from '../../platform/http/outbound-http.ts';
import type { Platform } from '../../platform/platform.ts';

export type OpenTarget = {
  readonly client: OutboundTarget;
  readonly path: string;
  readonly targetId: number;
  /** For traces: the address without path and credentials. */
  readonly host: string;
  readonly authorization: string | undefined;
  readonly signingKeys: readonly Buffer[];
  readonly connections: number;
};

type CachedClient = {
  readonly client: OutboundTarget;
  readonly tlsChecked: boolean;
  inUse: boolean;
  releasedAt: number;
};

const IDLE_MS = 30_000;
const CACHED_MAX = 500;

export function openTargets({ config }: Pick<Platform, 'config'>) {
  const clients = new Map<number, CachedClient>();
  const close = (id: number, { client }: CachedClient) => {
    clients.delete(id);
    return client.close();
  };
  return {
    use(target: ClaimedTarget): OpenTarget {
      const { origin, host, pathname, search } = new URL(target.url);
      const { tlsChecked } = target;
      const before = clients.get(target.id);
      if (before !== undefined && before.tlsChecked !== tlsChecked) void close(target.id, before);
      const own = clients.get(target.id) ?? {
        tlsChecked,
        client: openTarget(origin, {
          tlsChecked,
          allow: config.callbackAllow,
          sourceAddress: config.callbackSourceAddress,
          // First tries and resends run in parallel, each on a connection of its own.
          connections: Math.max(2, config.callbackConnections),
        }),
        inUse: true,
        releasedAt: 0,
      };
      own.inUse = true;
      clients.set(target.id, own);
      const { credentials, signingKeys } = target;
      return {
        client: own.client,
        path: `${pathname}${search}`,
        targetId: target.id,
        host,
        authorization: credentials && `Basic ${Buffer.from(credentials).toString('base64')}`,
        signingKeys,
        connections: config.callbackConnections,
      };
    },
    /** Closes the connections of a failing target: its next run is in five minutes. */
    async release({ id }: ClaimedTarget, failing: boolean): Promise<void> {
      const own = clients.get(id);
      if (own === undefined) return;
      if (failing || clients.size > CACHED_MAX) return close(id, own);
      own.inUse = false;
      own.releasedAt = performance.now();
    },
    async closeIdle(): Promise<void> {
      const before = performance.now() - IDLE_MS;
      const idle = [...clients].filter(([, { inUse, releasedAt }]) => !inUse && releasedAt < before);
      await Promise.all(idle.map(([id, own]) => close(id, own)));
    },
    async closeAll(): Promise<void> {
      await Promise.all([...clients].map(([id, own]) => close(id, own)));
    },
  };
}
