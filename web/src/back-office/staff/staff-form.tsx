import { Button, Checkbox, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { STAFF_ROLES, type StaffRole } from '@volley/domain/people/staff-role.ts';
import { type SubmitEvent, useState } from 'react';
import { askInDialog } from '../../kit/dialog/dialogs.tsx';
import { useText } from '../../kit/text.tsx';

type Person = { login: string; password: string; roles: StaffRole[] };

export function askStaff(title: string): Promise<Person | undefined> {
  return askInDialog({ title }, (done) => <PersonForm onDone={done} />);
}

export function askRoles(title: string, roles: readonly StaffRole[]): Promise<readonly StaffRole[] | undefined> {
  return askInDialog({ title }, (done) => <RolesForm roles={roles} onDone={done} />);
}

const PASSWORD_MIN = 12;

function PersonForm({ onDone }: { readonly onDone: (person: Person) => void }) {
  const t = useText();
  const [login, setLogin] = useState('');
  const [password, setPassword] = useState('');
  const [roles, setRoles] = useState<readonly StaffRole[]>([]);
  const isReady = login.trim() !== '' && password.length >= PASSWORD_MIN;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isReady) onDone({ login: login.trim(), password, roles: [...roles] });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label={t('backOffice.staff.login')}
          value={login}
          onChange={(event) => setLogin(event.currentTarget.value)}
          autoComplete="off"
          required
          data-autofocus
        />
        <PasswordInput
          label={t('backOffice.staff.password')}
          description={t('backOffice.staff.passwordHint')}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          autoComplete="new-password"
          required
        />
        <RoleChoice roles={roles} onRoles={setRoles} />
        <Group justify="flex-end">
          <Button type="submit" disabled={!isReady}>
            {t('backOffice.staff.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type RolesProps = {
  readonly roles: readonly StaffRole[];
  readonly onDone: (roles: readonly StaffRole[]) => void;
};

function RolesForm({ roles, onDone }: RolesProps) {
  const t = useText();
  const [chosen, setChosen] = useState(roles);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onDone(chosen);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <RoleChoice roles={chosen} onRoles={setChosen} />
        <Group justify="flex-end">
          <Button type="submit">{t('backOffice.save')}</Button>
        </Group>
      </Stack>
    </form>
  );
}

type ChoiceProps = { readonly roles: readonly StaffRole[]; readonly onRoles: (roles: readonly StaffRole[]) => void };

function RoleChoice({ roles, onRoles }: ChoiceProps) {
  const t = useText();
  return (
    <Checkbox.Group
      label={t('backOffice.staff.roles')}
      value={[...roles]}
      onChange={(values) => onRoles(STAFF_ROLES.filter((role) => values.includes(role)))}
    >
      <Stack gap="xs" mt="xs">
        {STAFF_ROLES.map((role) => (
          <Checkbox
            key={role}
            value={role}
            label={t(`backOffice.role.${role}`)}
            description={t(`backOffice.roleHint.${role}`)}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
