import { read } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type AttemptFilter, listAttempts } from '../callbacks/list-attempts.ts';
import { listEndpoints } from '../callbacks/list-endpoints.ts';
import { type ReplayRequest, replayCallbacks } from '../callbacks/replay-callbacks.ts';
import { listSecrets, rotateSecret, type ShownSecret } from '../callbacks/signing-secrets.ts';
import { changeAs, type Who } from './staff-actions.ts';

type Needs = Pick<Platform, 'db'>;

export function rotateSecretAs(
  platform: Pick<Platform, 'db' | 'secrets'>,
  who: Who,
  companyId: number,
): Promise<ShownSecret> {
  return changeAs(platform, who, async (tx) => ({
    action: 'callbacks.rotate-secret',
    subject: { kind: 'company', id: companyId },
    reply: await rotateSecret(tx, platform.secrets, companyId),
  }));
}

export function listSecretsAs({ db }: Needs, companyId: number) {
  return read(db, (tx) => listSecrets(tx, companyId));
}

export function listEndpointsAs({ db }: Needs, companyId: number) {
  return read(db, (tx) => listEndpoints(tx, companyId));
}

export function listAttemptsAs({ db }: Needs, filter: AttemptFilter) {
  return read(db, (tx) => listAttempts(tx, filter));
}

/** Returns how many events are on their way again. */
export function replayAs(platform: Needs, who: Who, companyId: number, request: ReplayRequest): Promise<number> {
  return changeAs(platform, who, async (tx) => {
    const events = await replayCallbacks(tx, companyId, request);
    const details = { ...request, events };
    return { action: 'callbacks.replay', subject: { kind: 'company', id: companyId }, details, reply: events };
  });
}
