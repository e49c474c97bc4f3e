// Selects the bucket of a single message. Messages of one company and day with equal settings share a bucket; the
// digest of the settings is its key.
import { createHash } from 'node:crypto';
import type { KeyActor } from '@volley/domain/people/actor.ts';
import { mayUseUnregistered } from '@volley/domain/senders/sender-name.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { withoutPassword } from '../callbacks/targets/masked-url.ts';
import { registerTargets } from '../callbacks/targets/register-target.ts';
import type { BucketSettings } from '../queue/buckets/buckets.sql.ts';
import type { SendCall, SendItem, SendOrigin } from './send.ts';

/** Digest of the canonical form of the settings that select the bucket. */
export function settingsDigest(account: KeyActor, item: SendItem, origin: SendOrigin): string {
  const { settings } = item;
  const canonical = [
    item.channelType,
    settings.ttlSeconds,
    settings.useLocalTime,
    settings.localSendTime,
    settings.localCompletionTime,
    settings.hours?.toSorted((a, b) => a - b) ?? null,
    settings.days?.toSorted((a, b) => a - b) ?? null,
    settings.shortUrl,
    settings.callbackUrl,
    settings.callbackEndpointId ?? null,
    settings.callbackUrl === null ? null : settings.callbackEvents.toSorted(),
    account.trafficCenterId,
    origin.sendingMethod,
    ...shardOf(item),
    ...(origin.dispatchId === undefined ? [] : [`steps of ${origin.dispatchId}`]),
  ];
  return digestOf(JSON.stringify(canonical));
}

const SHARDS = 64;

/**
 * A bucket has a strand per sender name and a limited number of strands. On channels with free sender names an account
 * may give every message its own name, so the names are spread over 64 buckets.
 */
function shardOf({ channelType, senderName }: SendItem): number[] {
  if (!mayUseUnregistered(channelType)) return [];
  let hash = 0;
  for (let at = 0; at < senderName.length; at += 1) hash = (hash * 31 + senderName.charCodeAt(at)) % 1_000_003;
  return [hash % SHARDS];
}

const DIGESTS_MAX = 1_000;
const digests = new Map<string, string>();

/** Cached: most messages have the settings of the previous message. */
function digestOf(text: string): string {
  const known = digests.get(text);
  if (known !== undefined) return known;
  if (digests.size >= DIGESTS_MAX) digests.clear();
  const digest = createHash('sha256').update(text).digest('base64url');
  digests.set(text, digest);
  return digest;
}

/** Settings per bucket. Registers all callback URLs of a call together. */
export async function bucketSettings(
  tx: Tx,
  needs: Pick<Platform, 'secrets' | 'config'>,
  { account, origin }: Pick<SendCall, 'account' | 'origin'>,
  items: readonly SendItem[],
): Promise<BucketSettings[]> {
  const fresh = items.flatMap(({ settings }) =>
    settings.callbackUrl === null || settings.callbackEndpointId !== undefined ? [] : [settings.callbackUrl],
  );
  const idOf =
    fresh.length === 0
      ? undefined
      : await registerTargets(tx, needs, { companyId: account.companyId, form: 'MESSAGING' }, fresh);
  return items.map((item) => {
    const { callbackUrl, callbackEndpointId, ...settings } = item.settings;
    return {
      ...settings,
      digest: settingsDigest(account, item, origin),
      channelType: item.channelType,
      callbackEndpointId: callbackUrl === null ? null : (callbackEndpointId ?? idOf?.(callbackUrl) ?? null),
      callbackUrl: callbackUrl === null ? null : withoutPassword(callbackUrl),
      trafficCenterId: account.trafficCenterId,
      sendingMethod: origin.sendingMethod,
    };
  });
}
