import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type * as contract from '@volley/contract/console/team.ts';
import { useState } from 'react';
import { useRight, useSession } from '../../api/session.ts';
import { useApi } from '../../api/use-api.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Hint } from '../../kit/hint.tsx';
import { Page } from '../../kit/page.tsx';
import { Section } from '../../kit/section.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { type Column, RecordTable } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import { When } from '../../kit/when.tsx';
import { roleText } from '../../shell/role-text.ts';
import { ChangeUser } from './change-user.tsx';
import { NewUser } from './new-user.tsx';
import { RoleTable } from './role-table.tsx';
import type { TeamReply, User } from './team-reply.ts';

export function Team() {
  const t = useText();
  const mayChange = useRight('team.write');
  const [isAdding, { open, close }] = useDisclosure(false);
  const [chosen, setChosen] = useState<User>();
  const { data, error, refetch } = useApi<typeof contract.listTeam>('GET /team/users', {});
  const add = mayChange && <Button onClick={open}>{t('team.add')}</Button>;
  return (
    <Page title={t('shell.nav.team')} actions={add} lead={<Hint>{t('team.lead')}</Hint>}>
      <Section title={t('team.people')} flush>
        <Owner owner={data?.owner} />
        <People
          users={data?.items}
          error={error}
          onRetry={() => void refetch()}
          onChange={mayChange ? setChosen : undefined}
        />
      </Section>
      {data !== undefined && <RoleTable roles={data.roles} />}
      {isAdding && <NewUser onClose={close} />}
      {chosen !== undefined && <ChangeUser user={chosen} onClose={() => setChosen(undefined)} />}
    </Page>
  );
}

function Owner({ owner }: { readonly owner: TeamReply['owner'] | undefined }) {
  const t = useText();
  if (owner === undefined) return null;
  return (
    <Text size="sm" px="md" pb="xs">
      <b>{owner.login}</b> — {t('shell.role.owner').toLowerCase()}.{' '}
      <Text span c="dimmed">
        {t('team.owner')}
      </Text>
    </Text>
  );
}

type PeopleProps = {
  readonly users: readonly User[] | undefined;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly onChange: ((user: User) => void) | undefined;
};

function People({ users, error, onRetry, onChange }: PeopleProps) {
  const t = useText();
  const columns = usePeopleColumns(onChange);
  return (
    <RecordTable
      label={t('team.people')}
      columns={columns}
      rows={users}
      rowKey={({ id }) => id}
      error={error}
      onRetry={onRetry}
      skeletonRows={3}
      empty={<EmptyState title={t('team.none')} text={t('team.noneText')} />}
    />
  );
}

function usePeopleColumns(onChange: PeopleProps['onChange']): Column<User>[] {
  const t = useText();
  const { login: own } = useSession();
  const change: Column<User> = {
    key: t('team.change'),
    head: '',
    align: 'right',
    cell: (user) => (
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => onChange?.(user)}
        aria-label={t('team.changeOne', { name: user.name })}
      >
        {t('team.change')}
      </Button>
    ),
  };
  return [
    {
      key: 'name',
      head: t('team.name'),
      cell: ({ name, login }) => (
        <>
          <Text fw={600}>
            {name}
            {login === own && ` ${t('team.you')}`}
          </Text>
          <Text size="xs" c="dimmed">
            {login}
          </Text>
        </>
      ),
    },
    { key: 'role', head: t('team.role'), cell: ({ role }) => t(roleText(role)) },
    { key: 'status', head: t('team.status'), cell: ({ status }) => <UserStatus status={status} /> },
    {
      key: 'seen',
      head: t('team.seen'),
      cell: ({ lastSeenAt }) => (lastSeenAt === null ? t('team.never') : <When at={lastSeenAt} />),
    },
    ...(onChange === undefined ? [] : [change]),
  ];
}

function UserStatus({ status }: Pick<User, 'status'>) {
  const t = useText();
  return status === 'ACTIVE' ? (
    <StatusBadge tone="good" label={t('team.status.active')} />
  ) : (
    <StatusBadge tone="neutral" label={t('team.status.disabled')} />
  );
}
