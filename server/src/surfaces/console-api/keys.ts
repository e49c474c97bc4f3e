import * as contract from '@volley/contract/console/keys.ts';
import { formatDatetime, formatDatetimeOrNull } from '@volley/contract/datetime.ts';
import { keyPrefix } from '../../features/access/api-key.ts';
import {
  allowPartnerAddresses,
  createPartnerKey,
  deactivatePartnerKey,
  listPartnerKeys,
  type PartnerKey,
  reissuePartnerKey,
} from '../../features/access/partner-keys.ts';
import { listPartnerSecrets, rotatePartnerSecret } from '../../features/callbacks/partner/partner-replays.ts';
import type { SigningSecret } from '../../features/callbacks/targets/signing-secrets.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount } from '../http/mount-endpoint.ts';

export function mountKeys(app: ApiServer, platform: Pick<Platform, 'db' | 'secrets'>): void {
  mount(app, contract.listKeys, platform, async ({ actor, query, address }) => ({
    items: (await listPartnerKeys(platform, actor, query)).map(shown),
    yourAddress: address,
  }));

  mount(app, contract.createKey, platform, async ({ actor, body, address, note }) => {
    const { confirmed = false, allowedAddresses = [], ...draft } = body;
    const guard = { address, confirmed };
    note(({ keyId, companyId, type, allowedAddresses: allowed }: PartnerKey) => ({
      subject: { kind: 'keys', id: keyId },
      details: { companyId, type, allowedAddresses: allowed },
    }));
    const key = await createPartnerKey(platform, actor, { ...draft, allowedAddresses }, guard);
    return { ...shown(key), value: key.value };
  });

  mount(app, contract.reissueKey, platform, async ({ actor, params }) => {
    const key = await reissuePartnerKey(platform, actor, params.id);
    return { ...shown(key), value: key.value };
  });

  mount(app, contract.allowKeyAddresses, platform, async ({ actor, params, body, address, note }) => {
    const { allowedAddresses, confirmed = false } = body;
    const change = { keyId: params.id, addresses: allowedAddresses };
    note((key: PartnerKey) => ({ details: { allowedAddresses: key.allowedAddresses } }));
    return shown(await allowPartnerAddresses(platform, actor, change, { address, confirmed }));
  });

  mount(app, contract.deactivateKey, platform, async ({ actor, params }) =>
    shown(await deactivatePartnerKey(platform, actor, params.id)),
  );

  mount(app, contract.listCallbackSecrets, platform, async ({ actor, query }) => ({
    items: (await listPartnerSecrets(platform, actor, query.companyId)).map(shownSecret),
  }));

  mount(app, contract.rotateCallbackSecret, platform, async ({ actor, body, note }) => {
    note({ subject: { kind: 'companies', id: body.companyId } });
    const made = await rotatePartnerSecret(platform, actor, body.companyId);
    return { ...shownSecret(made), secret: made.secret };
  });
}

function shown(key: PartnerKey) {
  const { keyId, lastFour, companyId, companyName, trafficCenterId, trafficCenterName, name, type, status } = key;
  return {
    keyId,
    prefix: keyPrefix(keyId),
    lastFour,
    companyId,
    companyName,
    trafficCenterId,
    trafficCenterName,
    name,
    type,
    status,
    allowedAddresses: [...key.allowedAddresses],
    createdAt: formatDatetime(key.createdAt),
    lastUsedAt: formatDatetimeOrNull(key.lastUsedAt),
    lastUsedAddress: key.lastUsedAddress,
    lastUsedRoute: key.lastUsedRoute,
  };
}

function shownSecret({ id, createdAt, endsAt }: SigningSecret) {
  return { id, createdAt: formatDatetime(createdAt), endsAt: formatDatetimeOrNull(endsAt) };
}
