import { Box, Checkbox, Text as Words } from '@mantine/core';
import type { SubscriberStatus } from '@volley/domain/subscribers/subscriber-status.ts';
import { PhoneNumber } from '../../kit/phone-number.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import type { Column } from '../../kit/table/record-table.tsx';
import type { Text } from '../../kit/text.tsx';
import { When } from '../../kit/when.tsx';
import type { Tone } from '../../shell/theme.ts';
import { shownId } from './shown-id.ts';
import type { Subscriber } from './subscriber-list.ts';

/** Rows that the person has chosen, among the rows of the page. */
type Choice = {
  readonly items: readonly Subscriber[];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
};

const TONES: Readonly<Record<SubscriberStatus, Tone>> = { ACTIVE: 'good', STOPPED: 'warn', GONE: 'neutral' };

/** On a phone the id and the push service stand below the number. Without `choice`, rows cannot be chosen. */
export function subscriberColumns(t: Text, isApp: boolean, choice: Choice | undefined): Column<Subscriber>[] {
  return [
    ...(choice === undefined ? [] : [choiceColumn(t, isApp, choice)]),
    {
      key: 'number',
      head: t('subscribers.number'),
      cell: (subscriber) => (
        <>
          {subscriber.destination === null ? '—' : <PhoneNumber digits={subscriber.destination} />}
          <Box hiddenFrom="sm">
            <Id subscriber={subscriber} />
            {subscriber.provider !== undefined && (
              <Words size="xs" c="dimmed">
                {t(`subscribers.provider.${subscriber.provider}`)}
              </Words>
            )}
          </Box>
        </>
      ),
    },
    {
      key: 'status',
      head: t('subscribers.status'),
      cell: ({ status }) => <StatusBadge tone={TONES[status]} label={t(`subscribers.status.${status}`)} />,
    },
    {
      key: 'id',
      head: t(isApp ? 'subscribers.token' : 'subscribers.id'),
      wideOnly: true,
      cell: (subscriber) => <Id subscriber={subscriber} />,
    },
    ...(isApp ? [providerColumn(t)] : []),
    { key: 'tags', head: t('subscribers.tags'), wideOnly: true, cell: ({ tags }) => tags.join(', ') },
    {
      key: 'source',
      head: t('subscribers.source'),
      wideOnly: true,
      cell: ({ source }) => t(`subscribers.source.${source}`),
    },
    {
      key: 'updated',
      head: t('subscribers.updated'),
      wideOnly: true,
      cell: ({ updatedAt }) => <When at={updatedAt} />,
    },
  ];
}

function Id({ subscriber: { subscriberId } }: { readonly subscriber: Subscriber }) {
  return (
    <Words size="xs" ff="monospace" style={{ overflowWrap: 'anywhere' }} title={subscriberId}>
      {shownId(subscriberId)}
    </Words>
  );
}

function providerColumn(t: Text): Column<Subscriber> {
  return {
    key: 'provider',
    head: t('subscribers.provider'),
    wideOnly: true,
    cell: ({ provider }) => (provider === undefined ? '—' : t(`subscribers.provider.${provider}`)),
  };
}

function choiceColumn(t: Text, isApp: boolean, { items, chosen, onChoose }: Choice): Column<Subscriber> {
  const ids = items.map(({ subscriberId }) => subscriberId);
  const isEvery = ids.every((id) => chosen.has(id));
  const toggle = (id: string) =>
    onChoose(new Set(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id]));
  return {
    key: 'choice',
    width: 44,
    head: (
      <Checkbox
        aria-label={t(isApp ? 'subscribers.chooseAll.app' : 'subscribers.chooseAll')}
        checked={isEvery}
        indeterminate={!isEvery && ids.some((id) => chosen.has(id))}
        onChange={() => onChoose(new Set(isEvery ? [] : ids))}
      />
    ),
    cell: ({ subscriberId }) => (
      <Checkbox
        aria-label={t(isApp ? 'subscribers.choose.app' : 'subscribers.choose', { id: shownId(subscriberId) })}
        checked={chosen.has(subscriberId)}
        onChange={() => toggle(subscriberId)}
      />
    ),
  };
}
