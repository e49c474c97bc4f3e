import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type * as contract from '@volley/contract/console/senders.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { operatorName } from '../../kit/operator-name.ts';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { useText } from '../../kit/text.tsx';
import { SENDER_TONES } from './sender-tone.ts';

export type SenderCell = ReplyOf<typeof contract.listSenderMatrix>['items'][number]['cells'][number];

type Props = { readonly cell: SenderCell; readonly withBrand?: boolean };

/** The status of a registration as a link; marks a suspended one. */
export function SenderChip({ cell: { id, brand, status, suspended }, withBrand = false }: Props) {
  const t = useText();
  return (
    <Anchor component={Link} to={`/senders/${id}`} underline="never">
      <Group gap={6} component="span" style={{ display: 'inline-flex', minHeight: 24 }}>
        {withBrand && (
          <Text size="xs" fw={600} component="span">
            {operatorName(t, brand)}
          </Text>
        )}
        <StatusBadge tone={SENDER_TONES[status]} label={t(`senders.status.${status}`)} />
        {suspended && <StatusBadge tone="warn" label={t('senders.suspended')} />}
      </Group>
    </Anchor>
  );
}
