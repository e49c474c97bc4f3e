import { Group, Text } from '@mantine/core';
import { MESSAGE_STATES } from '@volley/domain/sending/message-state.ts';
import type { ReactNode } from 'react';
import { SegmentedBar } from '../../kit/chart/segmented-bar.tsx';
import { useFormat } from '../../kit/format.ts';
import { Section } from '../../kit/section.tsx';
import { ListLink } from '../../kit/table/list-link.tsx';
import { useText } from '../../kit/text.tsx';
import type { OverviewReply } from './overview-reply.ts';

type Props = { readonly counts: OverviewReply['today']; readonly choice: ReactNode };

/** Delivered first, queued last. */
const SHOWN = (['delivered', 'withOperator', 'failed', 'queued'] as const).filter((state) =>
  MESSAGE_STATES.includes(state),
);

/** The four states add up to the accepted messages; each opens its list. */
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
