import { Button, Group, TextInput } from '@mantine/core';
import { CopyButton } from '../../kit/copy-button.tsx';
import { useText } from '../../kit/text.tsx';

const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';
const LENGTH = 20;
export const PASSWORD_MIN = 12;

/** No letters that are easily confused, because passwords are read aloud. 55 characters, length 20: 115 bits. */
export function newPassword(): string {
  // Rejects bytes above the last multiple, so that all characters are equally likely.
  const limit = 256 - (256 % ALPHABET.length);
  let made = '';
  while (made.length < LENGTH) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < limit) made += ALPHABET[byte % ALPHABET.length];
  }
  return made;
}

type Props = { readonly value: string; readonly onChange: (value: string) => void; readonly label: string };

/** Visible: the password belongs to another person and must be passed on. */
export function PasswordField({ value, onChange, label }: Props) {
  const t = useText();
  return (
    <div>
      <TextInput
        label={label}
        description={t('team.password.hint')}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        autoComplete="new-password"
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
      <Group gap="xs" mt={6}>
        <Button size="compact-sm" variant="default" onClick={() => onChange(newPassword())}>
          {t('team.password.make')}
        </Button>
        {value !== '' && <CopyButton value={value} />}
      </Group>
    </div>
  );
}
