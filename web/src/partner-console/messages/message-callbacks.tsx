import { Stack, Table, Text } from '@mantine/core';
import { useFormat } from '../../kit/format.ts';
import { Hint } from '../../kit/hint.tsx';
import { Section } from '../../kit/section.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { useText } from '../../kit/text.tsx';
import { When } from '../../kit/when.tsx';
import type { MessageCard } from './message-card.ts';

type Callbacks = NonNullable<MessageCard['callbacks']>;
type Told = Callbacks['events'][number];

/** Callbacks about this message, with the responses of the client's server. */
export function MessageCallbacks({ callbacks }: { readonly callbacks: Callbacks }) {
  const t = useText();
  const { url, wanted, events, precision } = callbacks;
  return (
    <Section title={t('messages.callbacks')}>
      <Stack gap="sm">
        {url === null ? (
          <Hint>{t('messages.callbacks.none')}</Hint>
        ) : (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {t('messages.callbacks.to', { url, wanted: wanted.join(', ') })}
          </Text>
        )}
        {events.map((event) => (
          <Event
            key={`${event.kind} ${event.number ?? event.at}`}
            event={event}
            isAsked={url !== null && wanted.includes(event.kind)}
          />
        ))}
        {url !== null && events.length === 0 && <Hint>{t('messages.callbacks.nothing')}</Hint>}
        {precision === 'time' && events.length > 0 && <Hint>{t('messages.callbacks.byTime')}</Hint>}
      </Stack>
    </Section>
  );
}

function Event({ event, isAsked }: { readonly event: Told; readonly isAsked: boolean }) {
  const t = useText();
  return (
    <div>
      <Text size="sm" component="div">
        <b>{event.kind}</b> · <When at={event.at} as="log" />
        {event.number !== null && ` · № ${event.number}`}
      </Text>
      {!isAsked && <Hint>{t('messages.callbacks.feedOnly')}</Hint>}
      {event.isWaiting && event.nextTryAt !== null && (
        <Text size="sm" component="div">
          {t('messages.callbacks.next')} <When at={event.nextTryAt} />
        </Text>
      )}
      {event.attempts.length > 0 && <Attempts event={event} />}
    </div>
  );
}

function Attempts({ event: { kind, attempts } }: { readonly event: Told }) {
  const t = useText();
  const { number } = useFormat();
  return (
    <Table aria-label={t('messages.attemptsOf', { event: kind })} verticalSpacing={4} mt={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('messages.attempt')}</Table.Th>
          <Table.Th>{t('messages.answer')}</Table.Th>
          <Table.Th ta="right">{t('messages.ms')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {attempts.map((attempt) => (
          <Table.Tr key={`${attempt.at} ${attempt.attempt} ${attempt.events}`}>
            <Table.Td>
              {attempt.attempt} · <When at={attempt.at} as="log" />
            </Table.Td>
            <Table.Td>
              <StatusBadge
                tone={attempt.status !== null && attempt.status >= 200 && attempt.status < 300 ? 'good' : 'bad'}
                label={String(attempt.status ?? attempt.error ?? '—')}
              />
            </Table.Td>
            <Table.Td ta="right">{number(attempt.ms)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
