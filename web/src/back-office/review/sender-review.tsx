import { Anchor, Button, Group, Kbd, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import type * as contract from '@volley/contract/back-office/moderation/review.ts';
import type { ReviewVerdict } from '@volley/domain/senders/sender-review.ts';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useCapability } from '../../api/session.ts';
import { useStaffApi } from '../../api/use-api.ts';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { Notice } from '../../kit/notice.tsx';
import { channelName, operatorName } from '../../kit/operator-name.ts';
import { Page } from '../../kit/page.tsx';
import { Section } from '../../kit/section.tsx';
import { useText } from '../../kit/text.tsx';
import { SenderStatusBadge, VERDICT_TEXT } from '../parts/sender-status.tsx';
import { AgeChip } from './age-chip.tsx';
import { isTyping, type Review, verdictOfKey } from './card.ts';
import { useDecide, usePendingIds } from './decide.tsx';
import { DocumentsViewer } from './documents-viewer.tsx';
import { SenderAccount } from './sender-account.tsx';
import { SenderFacts } from './sender-facts.tsx';

const route = getRouteApi('/back-office/bo/senders/$id');

export function SenderReview() {
  const t = useText();
  const id = Number(route.useParams().id);
  const back = { to: '/bo/senders', label: t('backOffice.nav.senders') };
  const { data, error, refetch } = useStaffApi<typeof contract.reviewSender>(
    'GET /review/senders/{id}',
    { params: { id } },
    { keepPrevious: false },
  );
  if (data === undefined)
    return (
      <Page title={t('backOffice.review.one')} back={back}>
        {error === null ? <Skeleton height={420} /> : <ErrorPanel error={error} onRetry={() => void refetch()} />}
      </Page>
    );
  return <Opened key={id} review={data} back={back} />;
}

function Opened({ review, back }: { readonly review: Review; readonly back: { to: string; label: string } }) {
  const t = useText();
  const { card } = review;
  const place = useRef<HTMLDivElement>(null);
  const judge = useJudge(review);
  // The focus makes the decision keys work without a click.
  useEffect(() => place.current?.focus({ preventScroll: true }), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (isTyping(event.target)) return;
    const verdict = verdictOfKey(event, judge.moves);
    if (verdict === undefined) return;
    event.preventDefault();
    judge.decide(verdict);
  };
  return (
    <div ref={place} tabIndex={-1} onKeyDown={onKeyDown} style={{ outline: 'none' }}>
      <Page
        title={card.senderName}
        badge={<SenderStatusBadge status={card.status} />}
        back={back}
        actions={<Verdicts {...judge} />}
        lead={
          <Group gap="xs">
            <Text size="sm" c="dimmed">
              {[
                channelName(t, card.channelType),
                operatorName(t, card.brand),
                t(`kit.purpose.${card.commonType}`),
              ].join(' · ')}
            </Text>
            <AgeChip status={card.status} since={card.waitingSince} />
          </Group>
        }
      >
        {judge.isPending && <Notice tone="info" title={t('backOffice.review.waiting')} />}
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <Section title={t('backOffice.documents.title')}>
            <DocumentsViewer documents={review.documents} />
          </Section>
          <Stack gap="lg">
            <SenderFacts review={review} />
            <SenderAccount id={card.id} />
          </Stack>
        </SimpleGrid>
      </Page>
    </div>
  );
}

/** A decision opens the next name in the queue; after the last one, the board. */
function useJudge({ card, nextId }: Review) {
  const navigate = route.useNavigate();
  const decideNames = useDecide();
  const pendingIds = usePendingIds();
  const mayJudge = useCapability('senders.moderate');
  const isPending = pendingIds.includes(card.id);
  const decide = async (verdict: ReviewVerdict) => {
    if (!(await decideNames([card], verdict))) return;
    if (nextId === null || pendingIds.includes(nextId)) await navigate({ to: '/bo/senders' });
    else await navigate({ to: '/bo/senders/$id', params: { id: String(nextId) } });
  };
  return {
    isPending,
    nextId,
    moves: mayJudge && !isPending ? card.moves : [],
    decide: (verdict: ReviewVerdict) => void decide(verdict),
  };
}

const KEY_OF: Readonly<Partial<Record<ReviewVerdict, string>>> = {
  INTERNAL_REVIEW: 'T',
  EXTERNAL_REVIEW: 'E',
  APPROVED: 'A',
  REJECTED: 'R',
};

function Verdicts({ moves, decide, nextId }: Omit<ReturnType<typeof useJudge>, 'isPending'>) {
  const t = useText();
  return (
    <>
      {moves.map((verdict) => (
        <Button
          key={verdict}
          variant={verdict === 'REJECTED' || verdict === 'DENIED' ? 'default' : 'filled'}
          onClick={() => decide(verdict)}
          {...(KEY_OF[verdict] !== undefined && { 'aria-keyshortcuts': KEY_OF[verdict] })}
          rightSection={KEY_OF[verdict] !== undefined && <Kbd size="xs">{KEY_OF[verdict]}</Kbd>}
        >
          {t(VERDICT_TEXT[verdict])}
        </Button>
      ))}
      {nextId !== null && (
        <Anchor component={Link} to={`/bo/senders/${nextId}`} size="sm">
          {t('backOffice.review.next')}
        </Anchor>
      )}
    </>
  );
}
