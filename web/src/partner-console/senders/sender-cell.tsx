import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Brand } from '@volley/domain/numbers/brand.ts';
import type { ChannelType } from '@volley/domain/sending/channel.ts';
import { useRight } from '../../api/session.ts';
import { useFormat } from '../../kit/format.ts';
import { operatorName } from '../../kit/operator-name.ts';
import { useText } from '../../kit/text.tsx';
import { type SenderCell, SenderChip } from './sender-chip.tsx';
import { lastDayOf } from './sender-dates.ts';

/** A registration in the matrix: its status, since when, and its notes. */
export function MatrixCell({ cell }: { readonly cell: SenderCell }) {
  const t = useText();
  const { moment, money, date } = useFormat();
  const notes = [
    moment(cell.statusSince),
    ...(cell.turn === 'nobody' ? [] : [t(`senders.turn.said.${cell.turn}`)]),
    ...(cell.fee === null ? [] : [t('senders.cell.fee', { fee: money(cell.fee) })]),
    ...(cell.dateTo === null || cell.status === 'CLOSED'
      ? []
      : [t('senders.cell.until', { date: date(lastDayOf(cell.dateTo)) })]),
    ...(cell.older === 0 ? [] : [t('senders.cell.older', { count: cell.older })]),
  ];
  return (
    <Stack gap={2}>
      <SenderChip cell={cell} />
      <Text size="xs" c="dimmed">
        {notes.join(' · ')}
      </Text>
      {cell.managerComment !== null && (
        <Text size="xs" lineClamp={2}>
          «{cell.managerComment}»
        </Text>
      )}
    </Stack>
  );
}

type MissingProps = {
  readonly companyId: number;
  readonly senderName: string;
  readonly channelType: ChannelType;
  readonly brand: Brand;
};

/** Not registered with this operator: a link to the form with the name filled in. */
export function MissingCell({ companyId: company, senderName: name, channelType: channel, brand }: MissingProps) {
  const t = useText();
  const mayWrite = useRight('senders.write');
  if (!mayWrite) return <Text c="dimmed">—</Text>;
  return (
    <Anchor
      renderRoot={(props) => <Link {...props} to="/senders/new" search={{ company, name, channel, brand }} />}
      size="xs"
      c="dimmed"
      style={{ display: 'inline-block', minHeight: 24 }}
      aria-label={t('senders.cell.registerAt', { name, brand: operatorName(t, brand) })}
    >
      + {t('senders.cell.register')}
    </Anchor>
  );
}
