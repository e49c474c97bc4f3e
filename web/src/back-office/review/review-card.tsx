import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { channelName, operatorName } from '../../kit/operator-name.ts';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { useText } from '../../kit/text.tsx';
import { AgeChip } from './age-chip.tsx';
import type { Card } from './card.ts';
import { MoveMenu } from './move-menu.tsx';
import classes from './review-board.module.css';

export const ReviewCard = memo(function ReviewCard({ card }: { readonly card: Card }) {
  const t = useText();
  const { id, senderName, brand, channelType, commonType, companyName, counteragentInn, documents, similar } = card;
  return (
    <li className={classes['card']} data-card={id}>
      <Anchor component={Link} to={`/bo/senders/${id}`} fw={640} data-card-link>
        {senderName}
      </Anchor>
      <Text size="xs" c="dimmed">
        {[
          ...(channelType === 'SMS' ? [] : [channelName(t, channelType)]),
          operatorName(t, brand),
          t(`kit.purpose.${commonType}`),
        ].join(' · ')}
      </Text>
      <Text size="sm" lh={1.3}>
        {companyName}
        <Text component="span" size="xs" c="dimmed" display="block">
          {t('backOffice.inn', { inn: counteragentInn })}
        </Text>
        <Text component="span" size="xs" c="dimmed" display="block">
          {t('backOffice.review.documentsCount', { count: documents })}
        </Text>
      </Text>
      {similar.length > 0 && (
        <Text size="xs" className={classes['similar'] ?? ''}>
          <span aria-hidden="true">▲ </span>
          {t('backOffice.review.similar', { names: [...new Set(similar.map((one) => one.senderName))].join(', ') })}
        </Text>
      )}
      <Group gap={4} justify="space-between">
        <Group gap={4}>
          <AgeChip status={card.status} since={card.waitingSince} />
          {card.suspended && <StatusBadge tone="warn" label={t('backOffice.review.suspended')} />}
        </Group>
        <MoveMenu card={card} />
      </Group>
    </li>
  );
});
