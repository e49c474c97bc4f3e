import { ActionIcon, Anchor, Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useText } from '../../kit/text.tsx';
import { type MessageSearch, NO_FILTERS } from './message-search.ts';
import { keepViews, readViews, type SavedView, withView } from './view-store.ts';

type Props = { readonly search: MessageSearch; readonly onOpen: (search: MessageSearch) => void };

export function SavedViews({ search, onOpen }: Props) {
  const t = useText();
  const [opened, { toggle, close }] = useDisclosure(false);
  const [views, setViews] = useState(() => readViews());
  const keep = (next: SavedView[]) => {
    setViews(next);
    keepViews(next);
  };
  return (
    <Popover opened={opened} onChange={close} onClose={close} position="bottom-end" withArrow trapFocus shadow="md">
      <Popover.Target>
        <Button variant="default" size="sm" onClick={toggle} aria-expanded={opened}>
          {t('messages.views')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown w={300} aria-label={t('messages.views')}>
        <Stack gap="sm">
          <ViewList
            views={views}
            onOpen={(view) => {
              onOpen({ ...NO_FILTERS, ...view.search });
              close();
            }}
            onForget={(view) => keep(views.filter((one) => one !== view))}
          />
          <NewView
            onSave={(name) => {
              keep(withView(views, name, search));
              close();
            }}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

type ListProps = {
  readonly views: readonly SavedView[];
  readonly onOpen: (view: SavedView) => void;
  readonly onForget: (view: SavedView) => void;
};

function ViewList({ views, onOpen, onForget }: ListProps) {
  const t = useText();
  if (views.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('messages.views.none')}
      </Text>
    );
  return views.map((view) => (
    <Group key={view.name} justify="space-between" wrap="nowrap">
      <Anchor component="button" type="button" size="sm" ta="left" onClick={() => onOpen(view)}>
        {view.name}
      </Anchor>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('messages.views.forget', { name: view.name })}
        onClick={() => onForget(view)}
      >
        <span aria-hidden="true">×</span>
      </ActionIcon>
    </Group>
  ));
}

function NewView({ onSave }: { readonly onSave: (name: string) => void }) {
  const t = useText();
  const [name, setName] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') onSave(name);
      }}
    >
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label={t('messages.views.name')}
          size="sm"
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          style={{ flexGrow: 1 }}
        />
        <Button type="submit" size="sm" variant="light">
          {t('messages.views.save')}
        </Button>
      </Group>
    </form>
  );
}
