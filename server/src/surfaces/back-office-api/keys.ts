import * as contract from '@volley/contract/back-office/people/keys.ts';
import { formatDatetime, formatDatetimeOrNull } from '@volley/contract/datetime.ts';
import type { ApiKey } from '../../features/access/api-key.ts';
import {
  allowAddressesAs,
  createKeyAs,
  deactivateKeyAs,
  listKeysAs,
  reissueKeyAs,
} from '../../features/back-office/manage-keys.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount } from '../http/mount-endpoint.ts';

export function mountKeys(app: ApiServer, platform: Pick<Platform, 'db'>): void {
  mount(app, contract.createKey, platform, async ({ actor, body }) =>
    shown(await createKeyAs(platform, actor, { allowedAddresses: [], ...body })),
  );

  mount(app, contract.listKeys, platform, async ({ query }) => ({
    items: (await listKeysAs(platform, query)).map(shown),
  }));

  mount(app, contract.deactivateKey, platform, async ({ actor, params }) =>
    shown(await deactivateKeyAs(platform, actor, params.id)),
  );

  mount(app, contract.reissueKey, platform, async ({ actor, params }) =>
    shown(await reissueKeyAs(platform, actor, params.id)),
  );

  mount(app, contract.allowKeyAddresses, platform, async ({ actor, params, body }) =>
    shown(await allowAddressesAs(platform, actor, params.id, body.allowedAddresses)),
  );
}

function shown<Key extends ApiKey>({ createdAt, lastUsedAt, ...key }: Key) {
  return { ...key, createdAt: formatDatetime(createdAt), lastUsedAt: formatDatetimeOrNull(lastUsedAt) };
}
