import * as contract from '@volley/contract/back-office/staff.ts';
import { formatDatetime } from '@volley/contract/datetime.ts';
import {
  changeRoles,
  changeStaffPassword,
  changeStaffStatus,
  createStaff,
  listStaff,
} from '../../features/back-office/manage-staff.ts';
import type { Staff } from '../../features/back-office/staff.ts';
import { listActions } from '../../features/back-office/staff-actions.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http-server.ts';
import { mount } from '../mount-endpoint.ts';

export function mountStaff(app: ApiServer, platform: Pick<Platform, 'db'>): void {
  mount(app, contract.createStaff, platform, ({ actor, body }) => createStaff(platform, actor, body));

  mount(app, contract.listStaff, platform, async () => ({ items: (await listStaff(platform)).map(shown) }));

  mount(app, contract.setStaffRoles, platform, async ({ actor, params, body }) =>
    shown(await changeRoles(platform, actor, params.id, body.roles)),
  );

  mount(app, contract.setStaffStatus, platform, async ({ actor, params, body }) =>
    shown(await changeStaffStatus(platform, actor, params.id, body.status)),
  );

  mount(app, contract.changeStaffPassword, platform, async ({ actor, params, body }) =>
    shown(await changeStaffPassword(platform, actor, params.id, body.password)),
  );

  mount(app, contract.listStaffActions, platform, async ({ query }) => ({
    items: (await listActions(platform, query)).map(({ at, ...action }) => ({ ...action, at: formatDatetime(at) })),
  }));
}

const shown = ({ createdAt, ...staff }: Staff) => ({ ...staff, createdAt: formatDatetime(createdAt) });
