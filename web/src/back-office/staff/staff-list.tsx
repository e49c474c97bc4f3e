import { Button, Group, Paper } from '@mantine/core';
import type * as contract from '@volley/contract/back-office/people/staff.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { callStaff } from '../../api/call.ts';
import { useCapability } from '../../api/session.ts';
import { useStaffApi } from '../../api/use-api.ts';
import { confirmAction } from '../../kit/dialog/confirm-action.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Hint } from '../../kit/hint.tsx';
import { Page } from '../../kit/page.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { ListLink } from '../../kit/table/list-link.tsx';
import { type Column, RecordTable } from '../../kit/table/record-table.tsx';
import { type Text as Say, useText } from '../../kit/text.tsx';
import { useAct } from '../../kit/use-act.ts';
import { When } from '../../kit/when.tsx';
import { askRoles, askStaff } from './staff-form.tsx';

type Person = ReplyOf<typeof contract.listStaff>['items'][number];

const ROUTES = ['GET /staff', 'GET /actions'] as const;

export function StaffList() {
  const t = useText();
  const mayChange = useCapability('staff.write');
  const { data, error, refetch } = useStaffApi<typeof contract.listStaff>('GET /staff', {});
  const acts = useStaffActs();
  return (
    <Page
      title={t('backOffice.nav.staff')}
      lead={<Hint>{t('backOffice.staff.hint')}</Hint>}
      actions={mayChange && <Button onClick={() => void acts.create()}>{t('backOffice.staff.add')}</Button>}
    >
      <Paper withBorder>
        <RecordTable
          label={t('backOffice.nav.staff')}
          columns={columnsOf(t, mayChange ? acts : undefined)}
          rows={data?.items}
          rowKey={({ staffId }) => staffId}
          error={error}
          onRetry={() => void refetch()}
          empty={<EmptyState title={t('backOffice.staff.empty')} />}
        />
      </Paper>
    </Page>
  );
}

function useStaffActs() {
  const t = useText();
  const act = useAct('staff');
  return {
    create: async () => {
      const person = await askStaff(t('backOffice.staff.add'));
      if (person === undefined) return;
      await act(() => callStaff<typeof contract.createStaff>('POST /staff', { body: person }), {
        done: t('backOffice.staff.added', { login: person.login }),
        routes: ROUTES,
      });
    },
    setRoles: async ({ staffId, login, roles }: Person) => {
      const chosen = await askRoles(t('backOffice.staff.rolesOf', { login }), roles);
      if (chosen === undefined) return;
      const input = { params: { id: staffId }, body: { roles: [...chosen] } };
      await act(() => callStaff<typeof contract.setStaffRoles>('PUT /staff/{id}/roles', input), {
        done: t('backOffice.staff.changed', { login }),
        routes: ROUTES,
      });
    },
    setStatus: async ({ staffId, login, status }: Person) => {
      const isActive = status === 'ACTIVE';
      const isSure = await confirmAction({
        title: t(isActive ? 'backOffice.staff.disableTitle' : 'backOffice.staff.enableTitle', { login }),
        effect: t(isActive ? 'backOffice.staff.disableEffect' : 'backOffice.staff.enableEffect'),
        confirm: t(isActive ? 'backOffice.staff.disable' : 'backOffice.staff.enable'),
        cancel: t('backOffice.cancel'),
        danger: isActive,
      });
      if (!isSure) return;
      const body = { status: isActive ? ('DISABLED' as const) : ('ACTIVE' as const) };
      const input = { params: { id: staffId }, body };
      await act(() => callStaff<typeof contract.setStaffStatus>('POST /staff/{id}/status', input), {
        done: t('backOffice.staff.changed', { login }),
        routes: ROUTES,
      });
    },
  };
}

function columnsOf(t: Say, acts: ReturnType<typeof useStaffActs> | undefined): readonly Column<Person>[] {
  return [
    {
      key: 'login',
      head: t('backOffice.staff.login'),
      cell: ({ staffId, login }) => (
        <ListLink to="/bo/audit" search={{ staff: staffId }}>
          {login}
        </ListLink>
      ),
    },
    {
      key: 'roles',
      head: t('backOffice.staff.roles'),
      cell: ({ roles }) => roles.map((role) => t(`backOffice.role.${role}`)).join(', ') || '—',
    },
    {
      key: 'status',
      head: t('backOffice.column.status'),
      cell: ({ status }) => (
        <StatusBadge tone={status === 'ACTIVE' ? 'good' : 'neutral'} label={t(`backOffice.person.${status}`)} />
      ),
    },
    {
      key: 'created',
      head: t('backOffice.column.created'),
      cell: ({ createdAt }) => <When at={createdAt} />,
      wideOnly: true,
    },
    ...(acts === undefined
      ? []
      : [
          {
            key: 'acts',
            head: '',
            align: 'right' as const,
            cell: (person: Person) => (
              <Group gap={6} justify="flex-end" wrap="nowrap">
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => void acts.setRoles(person)}
                  aria-label={t('backOffice.staff.rolesOf', { login: person.login })}
                >
                  {t('backOffice.staff.roles')}
                </Button>
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => void acts.setStatus(person)}
                  aria-label={`${t(person.status === 'ACTIVE' ? 'backOffice.staff.disable' : 'backOffice.staff.enable')} ${person.login}`}
                >
                  {t(person.status === 'ACTIVE' ? 'backOffice.staff.disable' : 'backOffice.staff.enable')}
                </Button>
              </Group>
            ),
          },
        ]),
  ];
}
