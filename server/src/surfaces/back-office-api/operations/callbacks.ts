import * as contract from '@volley/contract/back-office/callbacks.ts';
import { formatDatetime, formatDatetimeOrNull, parseDatetime } from '@volley/contract/datetime.ts';
import type { BodyOf } from '@volley/contract/endpoint.ts';
import { PROBLEM } from '@volley/domain/refusals/problems.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import {
  listAttemptsAs,
  listCompanyTargetsAs,
  listSecretsAs,
  replayAs,
  rotateSecretAs,
} from '../../../features/back-office/manage-callbacks.ts';
import type { ReplayRequest } from '../../../features/callbacks/feed/replay-events.ts';
import type { SigningSecret } from '../../../features/callbacks/targets/signing-secrets.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ApiServer } from '../../http/http-server.ts';
import { mount } from '../../http/mount-endpoint.ts';

export function mountCallbacks(app: ApiServer, platform: Pick<Platform, 'db' | 'secrets'>): void {
  mount(app, contract.rotateCallbackSecret, platform, async ({ actor, params }) =>
    shown(await rotateSecretAs(platform, actor, params.id)),
  );

  mount(app, contract.listCallbackSecrets, platform, async ({ params }) => ({
    items: (await listSecretsAs(platform, params.id)).map(shown),
  }));

  mount(app, contract.listCallbackEndpoints, platform, async ({ params }) => ({
    items: (await listCompanyTargetsAs(platform, params.id)).map(({ failingSince, nextTryAt, ...endpoint }) => ({
      ...endpoint,
      failingSince: formatDatetimeOrNull(failingSince),
      nextTryAt: formatDatetimeOrNull(nextTryAt),
    })),
  }));

  mount(app, contract.listCallbackAttempts, platform, async ({ params, query }) => {
    const { endpointId, before, limit, result } = query;
    const rows = await listAttemptsAs(platform, {
      companyId: params.id,
      limit,
      failed: result === 'failed',
      ...(endpointId !== undefined && { endpointId }),
      ...(before !== undefined && { before: instant('before', before) }),
    });
    return { items: rows.map(({ at, ...row }) => ({ ...row, at: formatDatetime(at) })) };
  });

  mount(app, contract.replayCallbacks, platform, async ({ actor, params, body }) => ({
    events: await replayAs(platform, actor, params.id, replayOf(body)),
  }));
}

function shown<Secret extends SigningSecret>({ createdAt, endsAt, ...secret }: Secret) {
  return { ...secret, createdAt: formatDatetime(createdAt), endsAt: formatDatetimeOrNull(endsAt) };
}

function replayOf(body: BodyOf<typeof contract.replayCallbacks>): ReplayRequest {
  const to = body.endpointId === undefined ? {} : { endpointId: body.endpointId };
  switch (body.what) {
    case 'event':
      return { ...to, what: 'event', eventNumber: body.eventNumber ?? missing('eventNumber') };
    case 'message':
      return { ...to, what: 'message', messageUuid: body.messageUuid ?? missing('messageUuid') };
    case 'period':
      return { ...to, what: 'period', from: instant('from', body.from), to: instant('to', body.to) };
    case 'given-up':
      return { ...to, what: 'given-up', ...(body.since !== undefined && { since: instant('since', body.since) }) };
  }
}

function instant(field: string, text: string | undefined): Date {
  return (text === undefined ? undefined : parseDatetime(text)) ?? missing(field);
}

function missing(field: string): never {
  throw new Refusal('bad-request', { field, problem: PROBLEM.required });
}
