import * as contract from '@volley/contract/back-office/moderation/blocks.ts';
import { formatDatetime } from '@volley/contract/datetime.ts';
import {
  blockNameAs,
  blockNumberAs,
  listBlockedNamesAs,
  listBlockedNumbersAs,
  unblockNameAs,
  unblockNumberAs,
} from '../../../features/back-office/manage-blocks.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ApiServer } from '../../http/http-server.ts';
import { mount } from '../../http/mount-endpoint.ts';

export function mountBlocks(app: ApiServer, platform: Pick<Platform, 'db'>): void {
  mount(app, contract.listBlockedNumbers, platform, async ({ query }) => ({
    items: (await listBlockedNumbersAs(platform, query)).map(shown),
  }));

  mount(app, contract.blockNumber, platform, ({ actor, body }) =>
    blockNumberAs(platform, actor, body.msisdn, body.reason ?? null),
  );

  mount(app, contract.unblockNumber, platform, ({ actor, body }) => unblockNumberAs(platform, actor, body.msisdn));

  mount(app, contract.listBlockedNames, platform, async ({ query }) => ({
    items: (await listBlockedNamesAs(platform, query)).map(shown),
  }));

  mount(app, contract.blockName, platform, ({ actor, body }) =>
    blockNameAs(platform, actor, body.name, body.reason ?? null),
  );

  mount(app, contract.unblockName, platform, ({ actor, body }) => unblockNameAs(platform, actor, body.name));
}

function shown<Row extends { readonly createdAt: Date }>({ createdAt, ...row }: Row) {
  return { ...row, createdAt: formatDatetime(createdAt) };
}
