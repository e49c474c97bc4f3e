import { formatDatetime, formatDatetimeOrNull } from '@volley/contract/datetime.ts';
import * as contract from '@volley/contract/partner/callback-secrets.ts';
import { listPartnerSecrets, rotatePartnerSecret } from '../../features/callbacks/partner/partner-replays.ts';
import type { SigningSecret } from '../../features/callbacks/targets/signing-secrets.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount } from '../http/mount-endpoint.ts';

export function mountCallbackSecrets(app: ApiServer, platform: Pick<Platform, 'db' | 'secrets'>): void {
  mount(app, contract.listCallbackSecrets, platform, async ({ actor, params }) =>
    (await listPartnerSecrets(platform, actor, params.id)).map(shown),
  );

  mount(app, contract.createCallbackSecret, platform, async ({ actor, params }) => {
    const made = await rotatePartnerSecret(platform, actor, params.id);
    return { ...shown(made), secret: made.secret };
  });
}

function shown({ id, createdAt, endsAt }: SigningSecret) {
  return { id, createdAt: formatDatetime(createdAt), endsAt: formatDatetimeOrNull(endsAt) };
}
