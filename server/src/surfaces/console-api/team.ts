import * as contract from '@volley/contract/console/team.ts';
import { formatDatetime } from '@volley/contract/datetime.ts';
import { PARTNER_ROLES, rightsOf } from '@volley/domain/people/partner-role.ts';
import { listPartnerActions } from '../../features/sessions/partner-actions.ts';
import type { PartnerUser } from '../../features/sessions/people.ts';
import { changeUser, createUser, listTeam } from '../../features/sessions/team.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount } from '../http/mount-endpoint.ts';

export function mountTeam(app: ApiServer, platform: Pick<Platform, 'db' | 'costs'>): void {
  mount(app, contract.listTeam, platform, async ({ actor }) => {
    const { owner, users, usersMax } = await listTeam(platform, actor.partnerId);
    return {
      owner: { login: owner.login, createdAt: formatDatetime(owner.createdAt) },
      items: users.map(shown),
      usersMax,
      roles: PARTNER_ROLES.map((role) => ({ role, rights: [...rightsOf(role)] })),
    };
  });

  mount(app, contract.createUser, platform, async ({ actor, body, note }) => {
    note(({ id, login, role }: PartnerUser) => ({ subject: { kind: 'user', id }, details: { login, role } }));
    return shown(await createUser(platform, actor.partnerId, body));
  });

  mount(app, contract.changeUser, platform, async ({ actor, params, body, note }) => {
    note(({ before, after }: Changed) => ({
      subject: { kind: 'user', id: after.id },
      details: whatChanged(before, after, body.password !== undefined),
    }));
    return shown((await changeUser(platform, actor, params.id, body)).after);
  });

  mount(app, contract.listAudit, platform, async ({ actor, query: { from, to, ...query } }) => {
    const times = {
      ...(from !== undefined && { since: new Date(from) }),
      ...(to !== undefined && { until: new Date(to) }),
    };
    const items = await listPartnerActions(platform, actor, { ...query, ...times });
    return { items: items.map(({ at, ...action }) => ({ ...action, at: formatDatetime(at) })) };
  });
}

type Changed = Awaited<ReturnType<typeof changeUser>>;

/** Of the password only the fact that it changed. */
function whatChanged(before: PartnerUser, after: PartnerUser, isPasswordNew: boolean): object {
  const changed = (['name', 'role', 'status'] as const).filter((field) => before[field] !== after[field]);
  const moves = changed.map((field) => [field, { before: before[field], after: after[field] }] as const);
  return { login: after.login, ...Object.fromEntries(moves), ...(isPasswordNew && { password: 'new' }) };
}

const shown = ({ createdAt, lastSeenAt, ...user }: PartnerUser) => ({
  ...user,
  createdAt: formatDatetime(createdAt),
  lastSeenAt: lastSeenAt && formatDatetime(lastSeenAt),
});
