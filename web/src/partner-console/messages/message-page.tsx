// The page of a message: timeline, text, price with its reasons, and callbacks.
import { Code, Grid, ScrollArea, Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type * as contract from '@volley/contract/console/messages.ts';
import { groupNumber } from '@volley/domain/numbers/grouped-number.ts';
import { useApi } from '../../api/use-api.ts';
import { CopyButton } from '../../kit/copy-button.tsx';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { Facts } from '../../kit/facts.tsx';
import { channelName, operatorName } from '../../kit/operator-name.ts';
import { Page } from '../../kit/page.tsx';
import { Section } from '../../kit/section.tsx';
import { ListLink } from '../../kit/table/list-link.tsx';
import { useText } from '../../kit/text.tsx';
import { When } from '../../kit/when.tsx';
import { ReasonLink } from '../dispatches/reason-link.tsx';
import { MessageCallbacks } from './message-callbacks.tsx';
import type { MessageCard } from './message-card.ts';
import { MessageBadge } from './message-columns.tsx';
import { MessageFollowing } from './message-following.tsx';
import { MessagePrice } from './message-price.tsx';
import { MessageReason } from './message-reason.tsx';
import { MessageTimeline } from './message-timeline.tsx';

const LIVE_MS = 2_000;

export function MessagePage() {
  const t = useText();
  const { uuid } = useParams({ from: '/partner-console/messages/$uuid' });
  const { data, error, refetch } = useApi<typeof contract.getMessage>(
    'GET /messages/{uuid}',
    { params: { uuid } },
    { refetchInterval: LIVE_MS, keepPrevious: false },
  );
  const title = data === undefined || data.destination === '' ? t('messages.one') : groupNumber(data.destination);
  return (
    <Page
      title={title}
      back={{ to: '/messages', label: t('messages.title') }}
      badge={data !== undefined && <MessageBadge state={data.state} />}
      actions={<CopyButton value={uuid} />}
    >
      {data === undefined ? (
        error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : (
        <Card card={data} />
      )}
    </Page>
  );
}

function Card({ card }: { readonly card: MessageCard }) {
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Stack gap="md">
          <MessageTimeline card={card} />
          <Known card={card} />
          <Raw card={card} />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Stack gap="md">
          <Content card={card} />
          {card.reason !== null && <MessageReason card={card} reason={card.reason} />}
          {card.priceTrail !== null && <MessagePrice trail={card.priceTrail} parts={card.parts} />}
          {card.callbacks !== null && <MessageCallbacks callbacks={card.callbacks} />}
          <MessageFollowing card={card} />
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

function Known({ card }: { readonly card: MessageCard }) {
  const t = useText();
  const { dispatch, company, errorCode, providerCode } = card;
  return (
    <Section title={t('messages.known')}>
      <Facts
        items={[
          [
            t('messages.company'),
            <ListLink key="company" to={`/companies/${company.id}`}>
              {company.name}
            </ListLink>,
          ],
          [
            t('messages.dispatch'),
            dispatch === null ? (
              t(card.direction === 'inbound' ? 'messages.reply' : 'messages.single')
            ) : (
              <ListLink to={`/dispatches/${dispatch.id}`}>{dispatch.name || String(dispatch.id)}</ListLink>
            ),
          ],
          [t('messages.channel'), channelName(t, card.channelType)],
          [t('messages.sender'), card.senderName],
          ...(card.direction === 'inbound' ? [] : [[t('messages.operator'), operatorName(t, card.operator)] as const]),
          ...(card.routeWait === null
            ? []
            : [[t('messages.routeWait'), <RouteWaitWords key="wait" wait={card.routeWait} />] as const]),
          ...(card.route === null
            ? []
            : [[t('messages.route'), <RouteWords key="route" route={card.route} />] as const]),
          ...(errorCode === null
            ? []
            : [[t('messages.error'), <ReasonLink key="error" errorCode={errorCode} />] as const]),
          ...(providerCode === null ? [] : [[t('messages.providerCode'), providerCode] as const]),
          ...(card.externalId === null ? [] : [[t('messages.by.externalId'), card.externalId] as const]),
          ...(card.tags.length === 0 ? [] : [[t('messages.tags'), card.tags.join(', ')] as const]),
          ...(card.startsAt === null
            ? []
            : [[t('messages.startsAt'), <When key="at" at={card.startsAt} as="dateTime" />] as const]),
        ]}
      />
    </Section>
  );
}

/** Why the message is still not sent, and when it fails. */
function RouteWaitWords({ wait: { since, endsAt } }: { readonly wait: NonNullable<MessageCard['routeWait']> }) {
  const t = useText();
  return (
    <>
      {t('messages.routeWait.since')} <When at={since} as="dateTime" />. {t('messages.routeWait.ends')}{' '}
      <When at={endsAt} as="dateTime" />
    </>
  );
}

/** Why the message took its way to the operator or provider. */
function RouteWords({ route: { passed, moves } }: { readonly route: NonNullable<MessageCard['route']> }) {
  const t = useText();
  const words = [
    ...passed.map((because) => t(`messages.route.${because}`)),
    ...(moves === 0 ? [] : [t('messages.route.moves', { count: moves })]),
  ];
  return words.length === 0 ? t('messages.route.usual') : words.join(' · ');
}

function Content({ card }: { readonly card: MessageCard }) {
  const t = useText();
  const counted =
    card.encoding === null
      ? null
      : t('messages.counted', {
          parts: card.parts,
          characters: Array.from(card.text).length,
          encoding: card.encoding === 'GSM7' ? 'GSM-7' : 'UCS-2',
        });
  return (
    <Section
      title={t('messages.text')}
      actions={card.text !== '' && <CopyButton value={card.text} label={t('messages.copy')} />}
    >
      {card.isTextRemoved ? (
        <Text size="sm" c="dimmed">
          {t('messages.textRemoved')}
        </Text>
      ) : (
        <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{card.text || t('messages.noText')}</Text>
      )}
      {counted !== null && (
        <Text size="sm" c="dimmed" mt="xs">
          {counted}
        </Text>
      )}
    </Section>
  );
}

function Raw({ card }: { readonly card: MessageCard }) {
  const t = useText();
  const text = JSON.stringify(card.raw, null, 2);
  return (
    <Section title={t('messages.raw')} actions={<CopyButton value={text} label={t('messages.copy')} />}>
      <ScrollArea.Autosize mah={360} viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t('messages.raw') }}>
        <Code block>{text}</Code>
      </ScrollArea.Autosize>
    </Section>
  );
}
