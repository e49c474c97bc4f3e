import { Button, Group } from '@mantine/core';
import { type Text, useText } from '../../kit/text.tsx';
import type { TextId } from '../../texts/text-id.ts';
import type { MessageSearch } from './message-search.ts';

type Chip = { readonly name: keyof MessageSearch; readonly label: string };

const CHIPS: readonly (readonly [name: keyof MessageSearch, text: TextId])[] = [
  ['dispatch', 'messages.chip.dispatch'],
  ['status', 'messages.chip.status'],
  ['channel', 'messages.chip.channel'],
  ['error', 'messages.chip.error'],
  ['sender', 'messages.chip.sender'],
  ['externalId', 'messages.chip.externalId'],
  ['tag', 'messages.chip.tag'],
  ['q', 'messages.chip.q'],
];

function chipsOf(t: Text, search: MessageSearch): Chip[] {
  const chips = CHIPS.flatMap(([name, text]) =>
    search[name] === undefined ? [] : [{ name, label: t(text, { value: String(search[name]) }) }],
  );
  const { read, clicked, direction } = search;
  if (read !== undefined) chips.push({ name: 'read', label: t(read ? 'messages.chip.read' : 'messages.chip.unread') });
  if (clicked !== undefined)
    chips.push({ name: 'clicked', label: t(clicked ? 'messages.chip.clicked' : 'messages.chip.unclicked') });
  if (direction !== undefined && direction !== 'outbound')
    chips.push({ name: 'direction', label: t(`messages.direction.${direction}`) });
  return chips;
}

/** Active filters without a visible field; a press removes one. */
export function FilterChips({
  search,
  onChange,
}: {
  readonly search: MessageSearch;
  readonly onChange: (part: MessageSearch) => void;
}) {
  const t = useText();
  const chips = chipsOf(t, search);
  if (chips.length === 0) return null;
  return (
    <Group gap={6}>
      {chips.map(({ name, label }) => (
        <Button
          key={name}
          size="compact-sm"
          variant="light"
          rightSection={<span aria-hidden="true">×</span>}
          aria-label={t('messages.clearOne', { name: label })}
          onClick={() => onChange({ [name]: undefined })}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}
