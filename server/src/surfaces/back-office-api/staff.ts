import * as contract from '@volley/contract/back-office/people/staff.ts';
import { formatDatetime } from '@volley/contract/datetime.ts';
import {
  changeRoles,
  changeStaffPassword,
  changeStaffStatus,
  createStaff,
  listStaff,
} from '../../features/back-office/staff/manage-staff.ts';
import type { Staff } from '../../features/back-office/staff/staff.ts';
import { listActions } from '../../features/back-office/staff-actions.ts';
import { listFailedSignIns } from '../../features/sessions/failed-sign-ins.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount, mountDownload } from '../http/mount-endpoint.ts';
import { csvStream } from '../presentation/csv-lines.ts';

export function mountStaff(app: ApiServer, platform: Pick<Platform, 'db' | 'costs'>): void {
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
    items: (await listActions(platform, withPeriod(query))).map(({ at, ...action }) => ({
      ...action,
      at: formatDatetime(at),
    })),
  }));

  mount(app, contract.listFailedSignIns, platform, async ({ query }) => ({
    items: (await listFailedSignIns(platform, query)).map(({ firstAt, lastAt, ...failed }) => ({
      ...failed,
      firstAt: formatDatetime(firstAt),
      lastAt: formatDatetime(lastAt),
    })),
  }));

  mountDownload(app, contract.exportStaffActions, platform, async ({ query: { lang = 'en', ...filter } }) => {
    const actions = await listActions(platform, { ...withPeriod(filter), limit: EXPORTED_MAX });
    return {
      filename: 'staff-actions.csv',
      mediaType: 'text/csv; charset=utf-8',
      bytes: csvStream(HEADS, portionOf(actions), lang),
    };
  });
}

const EXPORTED_MAX = 10_000;
const HEADS = ['at', 'login', 'action', 'subjectKind', 'subjectId', 'details', 'requestId'];

async function* portionOf(actions: Awaited<ReturnType<typeof listActions>>) {
  yield actions.map(({ at, login, action, subjectKind, subjectId, details, requestId }) => [
    formatDatetime(at),
    login,
    action,
    subjectKind,
    subjectId,
    JSON.stringify(details),
    requestId,
  ]);
}

function withPeriod<Filter extends { from?: string; to?: string }>({ from, to, ...filter }: Filter) {
  return {
    ...filter,
    ...(from !== undefined && { from: new Date(from) }),
    ...(to !== undefined && { to: new Date(to) }),
  };
}

const shown = ({ createdAt, ...staff }: Staff) => ({ ...staff, createdAt: formatDatetime(createdAt) });
