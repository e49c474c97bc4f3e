import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type * as contract from '@volley/contract/console/team.ts';
import { type FormEvent, useState } from 'react';
import { callApi } from '../../api/call.ts';
import { readAgain } from '../../api/use-api.ts';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { useSubmit } from '../../kit/form/use-submit.ts';
import { useText } from '../../kit/text.tsx';
import { useNotice } from '../../kit/use-notice.ts';
import { roleText } from '../../shell/role-text.ts';
import { newPassword, PasswordField } from './password-field.tsx';

export const USER_ROLES = ['admin', 'developer', 'sender', 'finance', 'reader'] as const;
export type UserRole = (typeof USER_ROLES)[number];

export function NewUser({ onClose }: { readonly onClose: () => void }) {
  const t = useText();
  const notice = useNotice();
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => ({
    login: '',
    name: '',
    role: 'reader' as UserRole,
    password: newPassword(),
  }));
  const { submit, isBusy, error } = useSubmit();
  const change = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part });
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    await submit(async () => {
      await callApi<typeof contract.createUser>('POST /team/users', { body: draft });
      await readAgain(client, 'console', 'GET /team/users');
      notice.done(t('team.added', { name: draft.name }));
      onClose();
    });
  };
  return (
    <Modal opened onClose={onClose} title={t('team.add')} closeButtonProps={{ 'aria-label': t('shell.close') }}>
      <form onSubmit={(event) => void add(event)}>
        <Stack>
          <TextInput
            data-autofocus
            required
            label={t('team.name')}
            value={draft.name}
            maxLength={255}
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          />
          <TextInput
            required
            label={t('shell.signIn.login')}
            description={t('team.login.hint')}
            value={draft.login}
            minLength={3}
            maxLength={255}
            pattern="\S+"
            autoComplete="off"
            onChange={({ currentTarget }) => change({ login: currentTarget.value })}
          />
          <RoleField value={draft.role} onChange={(role) => change({ role })} />
          <PasswordField
            label={t('shell.signIn.password')}
            value={draft.password}
            onChange={(password) => change({ password })}
          />
          {error !== undefined && <ErrorPanel error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('team.cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t('team.addConfirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

export function RoleField({
  value,
  onChange,
  disabled = false,
}: {
  readonly value: UserRole;
  readonly onChange: (role: UserRole) => void;
  readonly disabled?: boolean;
}) {
  const t = useText();
  const data = USER_ROLES.map((role) => ({ value: role, label: t(roleText(role)) }));
  return (
    <Select
      label={t('team.role')}
      description={t(`team.roleHint.${value}`)}
      data={data}
      value={value}
      disabled={disabled}
      allowDeselect={false}
      onChange={(role) => onChange(USER_ROLES.find((one) => one === role) ?? value)}
    />
  );
}
