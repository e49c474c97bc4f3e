import { Group, Text } from '@mantine/core';
import { ListLink } from '../../kit/table/list-link.tsx';
import { useText } from '../../kit/text.tsx';

type Props = {
  readonly companyId: number;
  readonly senders: {
    readonly total: number;
    readonly usable: number;
    readonly waiting: number;
    readonly yours: number;
  };
};

/** Names that are usable, in review, or need the reader's action; each count opens its list. */
export function SenderCounts({ companyId: company, senders }: Props) {
  const t = useText();
  if (senders.total === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('companies.senders.none')}
      </Text>
    );
  const parts = [
    { key: 'usable', count: senders.usable, search: { company, usable: true } },
    { key: 'waiting', count: senders.waiting, search: { company, turn: ['platform', 'operator'] } },
    { key: 'yours', count: senders.yours, search: { company, turn: ['partner'] } },
  ] as const;
  return (
    <Group gap="xs" wrap="wrap">
      {parts
        .filter(({ count, key }) => count > 0 || key === 'usable')
        .map(({ key, count, search }) => (
          <ListLink key={key} to="/senders" search={search} count={`senders-${key}`}>
            {t(`companies.senders.${key}`, { count })}
          </ListLink>
        ))}
    </Group>
  );
}
