import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type * as contract from '@volley/contract/console/team.ts';
import type { BodyOf } from '@volley/contract/endpoint.ts';
import { useState } from 'react';
import { callApi } from '../../api/call.ts';
import { useSession } from '../../api/session.ts';
import { readAgain } from '../../api/use-api.ts';
import { confirmAction } from '../../kit/dialog/confirm-action.tsx';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { useSubmit } from '../../kit/form/use-submit.ts';
import { Hint } from '../../kit/hint.tsx';
import { useText } from '../../kit/text.tsx';
import { useNotice } from '../../kit/use-notice.ts';
import { RoleField } from './new-user.tsx';
import { PASSWORD_MIN, PasswordField } from './password-field.tsx';
import type { User } from './team-reply.ts';

type Change = BodyOf<typeof contract.changeUser>;
type Props = { readonly user: User; readonly onClose: () => void };

export function ChangeUser({ user, onClose }: Props) {
  const t = useText();
  const { login } = useSession();
  const isOwn = user.login === login;
  const [name, setName] = useState(user.name);
  const [role, setRole] = useState(user.role);
  const [password, setPassword] = useState('');
  const { save, error, isBusy } = useSave(user, onClose);
  const change: Change = {
    ...(name !== user.name && { name }),
    ...(role !== user.role && { role }),
    ...(password !== '' && { password }),
  };
  const isReady =
    Object.keys(change).length > 0 && (password === '' || password.length >= PASSWORD_MIN) && name.trim() !== '';
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${user.name} · ${user.login}`}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <Stack>
        <TextInput
          label={t('team.name')}
          value={name}
          maxLength={255}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <RoleField value={role} onChange={setRole} disabled={isOwn} />
        {isOwn && <Hint>{t('team.own')}</Hint>}
        <PasswordField label={t('team.password.new')} value={password} onChange={setPassword} />
        {error !== undefined && <ErrorPanel error={error} />}
        <Group justify="space-between">
          {isOwn ? <span /> : <StatusButton user={user} onChange={save} />}
          <Button onClick={() => void save(change)} disabled={!isReady} loading={isBusy}>
            {t('team.save')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function useSave(user: User, onClose: () => void) {
  const t = useText();
  const notice = useNotice();
  const client = useQueryClient();
  const { submit, isBusy, error } = useSubmit();
  const save = (body: Change) =>
    submit(async () => {
      await callApi<typeof contract.changeUser>('PUT /team/users/{id}', { params: { id: user.id }, body });
      await readAgain(client, 'console', 'GET /team/users');
      notice.done(t('team.saved', { name: user.name }));
      onClose();
    });
  return { save, error, isBusy };
}

function StatusButton({
  user,
  onChange,
}: {
  readonly user: User;
  readonly onChange: (change: Change) => Promise<boolean>;
}) {
  const t = useText();
  const { name, status } = user;
  if (status === 'DISABLED')
    return (
      <Button variant="default" onClick={() => void onChange({ status: 'ACTIVE' })}>
        {t('team.enable')}
      </Button>
    );
  const disable = async () => {
    const isSure = await confirmAction({
      title: t('team.disable.title', { name }),
      effect: t('team.disable.effect'),
      confirm: t('team.disable'),
      cancel: t('team.cancel'),
      danger: true,
    });
    if (isSure) await onChange({ status: 'DISABLED' });
  };
  return (
    <Button variant="light" color="red" onClick={() => void disable()}>
      {t('team.disable')}
    </Button>
  );
}
