import { Anchor, Group, Text, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type * as contract from '@volley/contract/console/messages.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { Money } from '../../kit/amounts.tsx';
import { operatorName } from '../../kit/operator-name.ts';
import { PhoneNumber } from '../../kit/phone-number.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { ListLink } from '../../kit/table/list-link.tsx';
import type { Column } from '../../kit/table/record-table.tsx';
import { type Text as Say, useText } from '../../kit/text.tsx';
import { When } from '../../kit/when.tsx';
import { STATE_TEXTS, STATE_TONES } from './message-words.ts';

export type MessageRow = ReplyOf<typeof contract.listMessages>['items'][number];

export function MessageBadge({ state }: Pick<MessageRow, 'state'>) {
  const t = useText();
  return state === null ? (
    <StatusBadge tone="info" label={t('messages.state.inbound')} />
  ) : (
    <StatusBadge tone={STATE_TONES[state]} label={t(STATE_TEXTS[state])} />
  );
}

function NumberLink({ row }: { readonly row: MessageRow }) {
  const t = useText();
  const link = <Link to="/messages/$uuid" params={{ uuid: row.messageUuid }} />;
  return (
    <>
      <Anchor renderRoot={(props) => <link.type {...link.props} {...props} />} inherit>
        {row.destination === '' ? t('messages.erased') : <PhoneNumber digits={row.destination} />}
      </Anchor>
      <Text size="xs" c="dimmed" hiddenFrom="sm" component="div">
        <When at={row.createdAt} />
      </Text>
    </>
  );
}

function Reason({ row }: { readonly row: MessageRow }) {
  const t = useText();
  if (row.errorCode === null) return null;
  return (
    <ListLink to={`/errors/message/${row.errorCode}`}>
      <VisuallyHidden>{t('messages.error')}</VisuallyHidden> {row.errorCode}
    </ListLink>
  );
}

/** Truncated to one line; the whole text on hover. */
function Short({ text, width }: { readonly text: string; readonly width: number }) {
  return (
    <Text size="sm" truncate maw={width} title={text} inherit>
      {text}
    </Text>
  );
}

export function messageColumns(t: Say, { showsCompany }: { showsCompany: boolean }): Column<MessageRow>[] {
  const columns: (Column<MessageRow> & { readonly isShown?: boolean })[] = [
    { key: 'number', head: t('messages.number'), cell: (row) => <NumberLink row={row} /> },
    {
      key: 'state',
      head: t('messages.state'),
      cell: (row) => (
        <Group gap={6} wrap="nowrap">
          <MessageBadge state={row.state} />
          <Reason row={row} />
        </Group>
      ),
    },
    { key: 'created', head: t('messages.created'), wideOnly: true, cell: (row) => <When at={row.createdAt} /> },
    {
      key: 'operator',
      head: t('messages.operator'),
      wideOnly: true,
      cell: (row) => (row.direction === 'inbound' ? '' : operatorName(t, row.operator)),
    },
    { key: 'sender', head: t('messages.sender'), wideOnly: true, cell: (row) => row.senderName },
    {
      key: 'company',
      head: t('messages.company'),
      wideOnly: true,
      isShown: showsCompany,
      cell: (row) => <Short text={row.company.name} width={100} />,
    },
    {
      key: 'dispatch',
      head: t('messages.dispatch'),
      wideOnly: true,
      cell: (row) =>
        row.dispatch === null ? (
          <Text size="sm" c="dimmed" inherit>
            {t(row.direction === 'inbound' ? 'messages.reply' : 'messages.single')}
          </Text>
        ) : (
          <ListLink to={`/dispatches/${row.dispatch.id}`}>
            <Short text={row.dispatch.name || String(row.dispatch.id)} width={100} />
          </ListLink>
        ),
    },
    {
      key: 'text',
      head: t('messages.text'),
      wideOnly: true,
      cell: (row) => <Short text={row.text} width={110} />,
    },
    { key: 'parts', head: t('messages.parts'), wideOnly: true, align: 'right', cell: (row) => row.parts },
    {
      key: 'price',
      head: t('messages.price'),
      wideOnly: true,
      align: 'right',
      cell: (row) => <Money amount={row.price} />,
    },
  ];
  return columns.filter(({ isShown }) => isShown !== false);
}
