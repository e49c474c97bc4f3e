import { Group, Kbd, Modal, SimpleGrid, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../api/session.ts';
import { useText } from '../../kit/text.tsx';
import type { PlaceShortcut } from '../places.ts';

type Props = {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly places: readonly PlaceShortcut[];
};

export function ShortcutsHelp({ opened, onClose, places }: Props) {
  const t = useText();
  const { kind } = useSession();
  const rows = [
    { keys: 'Ctrl K', text: t('shell.search.open') },
    { keys: '/', text: t('shell.search.open') },
    { keys: '?', text: t('shell.shortcuts.title') },
    ...places.map(({ keys, text }) => ({ keys, text: t(text) })),
  ];
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('shell.shortcuts.title')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
      size="lg"
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="lg" verticalSpacing={8}>
        {rows.map(({ keys, text }) => (
          <Group key={keys} justify="space-between" wrap="nowrap">
            <Text size="sm">{text}</Text>
            <Group gap={4} wrap="nowrap">
              {keys.split(' ').map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </Group>
          </Group>
        ))}
      </SimpleGrid>
      {kind === 'partner' && (
        <Text size="sm" c="dimmed" mt="md">
          <Link to={'/settings' as '/'} onClick={onClose}>
            {t('shell.shortcuts.change')}
          </Link>
        </Text>
      )}
    </Modal>
  );
}
