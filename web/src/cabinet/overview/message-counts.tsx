import { Group, Text } from '@mantine/core';
import { MESSAGE_STATES } from '@volley/domain/message-state.ts';
import type { ReactNode } from 'react';
import { useFormat } from '../../kit/format.ts';
import { ListLink } from '../../kit/list-link.tsx';
import { Section } from '../../kit/section.tsx';
import { SegmentedBar } from '../../kit/segmented-bar.tsx';
import { useText } from '../../kit/text.tsx';
import type { OverviewReply } from './overview-reply.ts';

type Props = { readonly counts: OverviewReply['today']; readonly choice: ReactNode };

/** In the order in which a message ends: what arrived first, what waits last. */
const SHOWN = (['delivered', 'withOperator', 'failed', 'queued'] as const).filter((state) =>
  MESSAGE_STATES.includes(state),
);

/** Accepted is the sum of the four; each of them opens its messages. */
export function MessageCounts({ counts, choice }: Props) {
  const t = useText();
  const { number } = useFormat();
  const { from, accepted } = counts;
  const segments = SHOWN.map((state) => ({
    key: state,
    label: t(`overview.state.${state}`),
    value: counts[state],
    look: state,
    link: { to: '/messages', search: { from, state } },
  }));
  return (
    <Section title={t('overview.messages')} actions={choice}>
      <Group gap={8} align="baseline" mb="xs">
        <Text fz={32} fw={680} lh={1.2}>
          <ListLink to="/messages" search={{ from }} count="accepted">
            {number(accepted)}
          </ListLink>
        </Text>
        <Text c="dimmed">{t('overview.accepted', { count: accepted })}</Text>
      </Group>
      <SegmentedBar label={t('overview.messages')} segments={segments} />
    </Section>
  );
}
