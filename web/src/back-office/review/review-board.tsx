// The review as a board. While the board has the focus, J and K move between cards and letters decide.
import { Anchor, Button, Collapse, Group, Kbd, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import type * as contract from '@volley/contract/back-office/moderation/review.ts';
import type { SenderStatus } from '@volley/domain/senders/sender-status.ts';
import { type KeyboardEvent, useId, useRef } from 'react';
import { useCapability } from '../../api/session.ts';
import { useStaffApi } from '../../api/use-api.ts';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { useFormat } from '../../kit/format.ts';
import { ListLink } from '../../kit/table/list-link.tsx';
import { useText } from '../../kit/text.tsx';
import { STATUS_TEXT } from '../parts/sender-status.tsx';
import { type Card, isPlain, isTyping, verdictOfKey } from './card.ts';
import { useDecide, usePendingIds } from './decide.tsx';
import classes from './review-board.module.css';
import { ReviewCard } from './review-card.tsx';
import type { ReviewSearch } from './review-search.ts';

const COLUMNS = ['DRAFT', 'PRE_REVIEW', 'INTERNAL_REVIEW', 'EXTERNAL_REVIEW', 'AWAITING', 'APPROVED'] as const;
const ENDED = ['REJECTED', 'DENIED', 'CLOSED'] as const;
const CARDS_SHOWN = 30;
const AGAIN_MS = 30_000;

export function ReviewBoard({ search }: { readonly search: ReviewSearch }) {
  const t = useText();
  const place = useRef<HTMLDivElement>(null);
  const onKeyDown = useBoardKeys(place);
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <Stack gap="md" ref={place} onKeyDown={onKeyDown}>
      <KeyHints />
      <div className={classes['board']} role="region" aria-label={t('backOffice.review.board')} tabIndex={0}>
        {COLUMNS.map((status) => (
          <Column key={status} status={status} search={search} />
        ))}
      </div>
      <div>
        <Button
          variant="subtle"
          size="sm"
          h="auto"
          mih={36}
          maw="100%"
          styles={{ label: { whiteSpace: 'normal' } }}
          onClick={toggle}
          aria-expanded={isOpen}
        >
          {t(isOpen ? 'backOffice.review.hideEnded' : 'backOffice.review.showEnded')}
        </Button>
        <Collapse expanded={isOpen}>
          <div className={classes['ended']}>
            {isOpen && ENDED.map((status) => <Column key={status} status={status} search={search} />)}
          </div>
        </Collapse>
      </div>
    </Stack>
  );
}

function KeyHints() {
  const t = useText();
  const keys = [
    ['J K', 'backOffice.keys.move'],
    ['Enter', 'backOffice.keys.open'],
    ['T', 'backOffice.verdict.INTERNAL_REVIEW'],
    ['E', 'backOffice.verdict.EXTERNAL_REVIEW'],
    ['A', 'backOffice.verdict.APPROVED'],
    ['R', 'backOffice.verdict.REJECTED'],
  ] as const;
  return (
    <Text component="div" size="xs" c="dimmed" className={classes['keys'] ?? ''}>
      {keys.map(([key, text]) => (
        <span key={key}>
          <Kbd size="xs">{key}</Kbd> {t(text)}
        </span>
      ))}
    </Text>
  );
}

function useCards(status: SenderStatus, { brand, name, company }: ReviewSearch) {
  const query = {
    status: [status],
    perPage: CARDS_SHOWN,
    name,
    ...(brand !== undefined && { brand: [brand] }),
    ...(company !== undefined && { companyId: company }),
  };
  return useStaffApi<typeof contract.reviewSenders>('GET /review/senders', { query }, { refetchInterval: AGAIN_MS });
}

function Column({ status, search }: { readonly status: SenderStatus; readonly search: ReviewSearch }) {
  const t = useText();
  const { number } = useFormat();
  const headingId = useId();
  const pendingIds = usePendingIds();
  const { data, error, refetch } = useCards(status, search);
  const cards = data?.items.filter(({ id }) => !pendingIds.includes(id));
  return (
    <section className={classes['column']} aria-labelledby={headingId}>
      <Group justify="space-between" px={4} pb={8} gap={4} wrap="nowrap">
        <Title order={2} size="sm" id={headingId}>
          {t(STATUS_TEXT[status])}
        </Title>
        {data !== undefined && (
          <ListLink to="/bo/senders" search={{ ...search, view: 'table', status }} count={status}>
            {number(data.total)}
          </ListLink>
        )}
      </Group>
      {error !== null && data === undefined && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {cards === undefined && error === null && <Skeleton height={110} radius="md" />}
      {cards?.length === 0 && (
        <Text size="sm" c="dimmed" px={4} pb={4}>
          {t('backOffice.review.columnEmpty')}
        </Text>
      )}
      <ul className={classes['cards']}>
        {cards?.map((card) => (
          <ReviewCard key={card.id} card={card} />
        ))}
      </ul>
      {data !== undefined && data.total > data.items.length && (
        <Anchor component="span" size="sm" px={4} pt={6} display="block" td="none">
          <ListLink to="/bo/senders" search={{ ...search, view: 'table', status }}>
            {t('backOffice.review.showAll', { count: data.total })}
          </ListLink>
        </Anchor>
      )}
    </section>
  );
}

function useBoardKeys(place: { readonly current: HTMLDivElement | null }) {
  const decide = useDecide();
  const mayJudge = useCapability('senders.moderate');
  const client = useQueryClient();
  return (event: KeyboardEvent) => {
    if (isTyping(event.target) || !isPlain(event)) return;
    const links = [...(place.current?.querySelectorAll<HTMLElement>('[data-card-link]') ?? [])];
    const own = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-card]') : null;
    const at = links.findIndex((link) => own?.contains(link) === true);
    if (event.code === 'KeyJ' || event.code === 'KeyK') {
      const next = links[event.code === 'KeyJ' ? at + 1 : Math.max(0, at - 1)];
      next?.focus();
      return;
    }
    const card = own === null || !mayJudge ? undefined : cardIn(client, Number(own.dataset['card']));
    const verdict = card && verdictOfKey(event, card.moves);
    if (card === undefined || verdict === undefined) return;
    event.preventDefault();
    (links[at + 1] ?? links[at - 1])?.focus();
    void decide([card], verdict);
  };
}

function cardIn(client: ReturnType<typeof useQueryClient>, id: number): Card | undefined {
  const boards = client.getQueriesData<{ items: readonly Card[] }>({ queryKey: ['staff', 'GET /review/senders'] });
  return boards.flatMap(([, board]) => board?.items ?? []).find((card) => card.id === id);
}
