import * as contract from '@volley/contract/back-office/delivery/numbers.ts';
import { formatDatetime, formatDatetimeOrNull } from '@volley/contract/datetime.ts';
import {
  eraseNumberAs,
  getErasureAs,
  putPortedNumbersAs,
  removePortedNumbersAs,
} from '../../../features/back-office/manage-numbers.ts';
import type { Erasure } from '../../../features/messages/erasure/erasure.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ApiServer } from '../../http/http-server.ts';
import { mount } from '../../http/mount-endpoint.ts';

export function mountNumbers(app: ApiServer, platform: Pick<Platform, 'db' | 'bus'>): void {
  mount(app, contract.eraseNumber, platform, async ({ actor, body }) =>
    shown(await eraseNumberAs(platform, actor, body.destination)),
  );

  mount(app, contract.getErasure, platform, async ({ params }) => shown(await getErasureAs(platform, params.id)));

  mount(app, contract.putPortedNumbers, platform, ({ actor, body }) => putPortedNumbersAs(platform, actor, body.items));

  mount(app, contract.removePortedNumbers, platform, ({ actor, body }) =>
    removePortedNumbersAs(platform, actor, body.destinations),
  );
}

function shown({ requestedAt, finishedAt, ...erasure }: Erasure) {
  return { ...erasure, requestedAt: formatDatetime(requestedAt), finishedAt: formatDatetimeOrNull(finishedAt) };
}
