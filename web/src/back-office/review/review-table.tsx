import { Anchor, Button, Checkbox, Group, Paper, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type * as contract from '@volley/contract/back-office/moderation/review.ts';
import type { ReviewVerdict } from '@volley/domain/senders/sender-review.ts';
import { useState } from 'react';
import { useCapability } from '../../api/session.ts';
import { useStaffApi } from '../../api/use-api.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { operatorName } from '../../kit/operator-name.ts';
import { Pager } from '../../kit/table/pager.tsx';
import { type Column, RecordTable } from '../../kit/table/record-table.tsx';
import { type Text as Say, useText } from '../../kit/text.tsx';
import { SenderStatusBadge, VERDICT_TEXT } from '../parts/sender-status.tsx';
import { AgeChip } from './age-chip.tsx';
import type { Card } from './card.ts';
import { useDecide, usePendingIds } from './decide.tsx';
import { MoveMenu } from './move-menu.tsx';
import type { ReviewSearch } from './review-search.ts';

const PER_PAGE = 50;

type Props = { readonly search: ReviewSearch; readonly onPage: (page: number) => void };

export function ReviewTable({ search, onPage }: Props) {
  const t = useText();
  const { status, brand, name, company, page = 1 } = search;
  const query = {
    page,
    perPage: PER_PAGE,
    name,
    ...(status !== undefined && { status: [status] }),
    ...(brand !== undefined && { brand: [brand] }),
    ...(company !== undefined && { companyId: company }),
  };
  const { data, error, refetch } = useStaffApi<typeof contract.reviewSenders>('GET /review/senders', { query });
  const pendingIds = usePendingIds();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const rows = data?.items.filter(({ id }) => !pendingIds.includes(id));
  const choose = (id: number, isOn: boolean) => setChosen(isOn ? [...chosen, id] : chosen.filter((one) => one !== id));
  return (
    <Paper withBorder>
      <BulkBar cards={rows?.filter(({ id }) => chosen.includes(id)) ?? []} onDone={() => setChosen([])} />
      <RecordTable
        label={t('backOffice.review.table')}
        columns={columnsOf(t, chosen, choose)}
        rows={rows}
        rowKey={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        isSelected={({ id }) => chosen.includes(id)}
        empty={<EmptyState title={t('backOffice.review.empty')} text={t('backOffice.review.emptyHint')} />}
      />
      {data !== undefined && <Pager page={page} perPage={PER_PAGE} total={data.total} onPage={onPage} />}
    </Paper>
  );
}

/** Decisions that every selected name allows. */
function BulkBar({ cards, onDone }: { readonly cards: readonly Card[]; readonly onDone: () => void }) {
  const t = useText();
  const decide = useDecide();
  const mayJudge = useCapability('senders.moderate');
  const [first] = cards;
  if (first === undefined || !mayJudge) return null;
  const shared = first.moves.filter((move) => cards.every(({ moves }) => moves.includes(move)));
  const move = async (status: ReviewVerdict) => {
    if (await decide(cards, status)) onDone();
  };
  return (
    <Group gap="xs" p="sm" role="group" aria-label={t('backOffice.review.bulk')}>
      <Text size="sm" fw={600}>
        {t('backOffice.review.chosen', { count: cards.length })}
      </Text>
      {shared.map((status) => (
        <Button key={status} size="compact-sm" variant="default" onClick={() => void move(status)}>
          {t(VERDICT_TEXT[status])}
        </Button>
      ))}
      {shared.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('backOffice.review.nothingShared')}
        </Text>
      )}
    </Group>
  );
}

function columnsOf(
  t: Say,
  chosen: readonly number[],
  choose: (id: number, isOn: boolean) => void,
): readonly Column<Card>[] {
  return [
    {
      key: 'choose',
      head: '',
      width: 40,
      cell: ({ id, senderName }) => (
        <Checkbox
          aria-label={t('backOffice.review.choose', { name: senderName })}
          checked={chosen.includes(id)}
          onChange={(event) => choose(id, event.currentTarget.checked)}
        />
      ),
    },
    {
      key: 'name',
      head: t('backOffice.column.name'),
      cell: ({ id, senderName, similar }) => (
        <>
          <Anchor component={Link} to={`/bo/senders/${id}`} fw={600} size="sm">
            {senderName}
          </Anchor>
          {similar.length > 0 && (
            <Text size="xs" c="dimmed">
              {t('backOffice.review.similar', { names: similar.map((one) => one.senderName).join(', ') })}
            </Text>
          )}
        </>
      ),
    },
    { key: 'brand', head: t('backOffice.column.operator'), cell: ({ brand }) => operatorName(t, brand) },
    {
      key: 'type',
      head: t('backOffice.column.type'),
      cell: ({ commonType }) => t(`kit.purpose.${commonType}`),
      wideOnly: true,
    },
    {
      key: 'company',
      head: t('backOffice.column.company'),
      cell: ({ companyName, counteragentInn }) => (
        <>
          {companyName}
          <Text size="xs" c="dimmed">
            {t('backOffice.inn', { inn: counteragentInn })}
          </Text>
        </>
      ),
      wideOnly: true,
    },
    {
      key: 'documents',
      head: t('backOffice.column.documents'),
      align: 'right',
      cell: ({ documents }) => documents,
      wideOnly: true,
    },
    { key: 'status', head: t('backOffice.column.status'), cell: ({ status }) => <SenderStatusBadge status={status} /> },
    {
      key: 'age',
      head: t('backOffice.column.age'),
      cell: ({ status, waitingSince }) => <AgeChip status={status} since={waitingSince} />,
    },
    { key: 'move', head: '', cell: (card) => <MoveMenu card={card} /> },
  ];
}
