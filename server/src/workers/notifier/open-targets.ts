// Connections to endpoints, kept open between two rounds of work so that an endpoint with steady traffic is not
// greeted anew every second. Endpoints never share a connection.
import type { ClaimedEndpoint } from '../../features/callbacks/deliver-callbacks.ts';
import { type OutboundTarget, openTarget } from '../../platform/outbound-http.ts';
import type { Platform } from '../../platform/platform.ts';

export type EventTarget = {
  readonly target: OutboundTarget;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly signingKeys: readonly Buffer[];
  readonly connections: number;
};

type Kept = { readonly target: OutboundTarget; readonly tlsChecked: boolean; inUse: boolean; leftAt: number };

const KEPT_MS = 30_000;
const KEPT_MAX = 500;

export function openTargets({ config }: Pick<Platform, 'config'>) {
  const kept = new Map<number, Kept>();
  const close = (id: number, { target }: Kept) => {
    kept.delete(id);
    return target.close();
  };
  return {
    use(endpoint: ClaimedEndpoint): EventTarget {
      const { origin, pathname, search } = new URL(endpoint.url);
      const { tlsChecked } = endpoint;
      const before = kept.get(endpoint.id);
      if (before !== undefined && before.tlsChecked !== tlsChecked) void close(endpoint.id, before);
      const own = kept.get(endpoint.id) ?? {
        tlsChecked,
        target: openTarget(origin, {
          tlsChecked,
          allow: config.callbackAllow,
          sourceAddress: config.callbackSourceAddress,
          // First tries and resends go side by side, and neither is to wait for the other's connection.
          connections: Math.max(2, config.callbackConnections),
        }),
        inUse: true,
        leftAt: 0,
      };
      own.inUse = true;
      kept.set(endpoint.id, own);
      const { credentials, signingKeys } = endpoint;
      return {
        target: own.target,
        path: `${pathname}${search}`,
        authorization: credentials && `Basic ${Buffer.from(credentials).toString('base64')}`,
        signingKeys,
        connections: config.callbackConnections,
      };
    },
    /** A failing endpoint comes back in five minutes: its connections are not worth keeping. */
    async leave({ id }: ClaimedEndpoint, failing: boolean): Promise<void> {
      const own = kept.get(id);
      if (own === undefined) return;
      if (failing || kept.size > KEPT_MAX) return close(id, own);
      own.inUse = false;
      own.leftAt = performance.now();
    },
    async closeIdle(): Promise<void> {
      const before = performance.now() - KEPT_MS;
      const idle = [...kept].filter(([, { inUse, leftAt }]) => !inUse && leftAt < before);
      await Promise.all(idle.map(([id, own]) => close(id, own)));
    },
    async closeAll(): Promise<void> {
      await Promise.all([...kept].map(([id, own]) => close(id, own)));
    },
  };
}
