import { Checkbox, Text as Words } from '@mantine/core';
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

/** Number and status come first: they fit on a phone. Without `choice`, rows cannot be chosen. */
export function subscriberColumns(t: Text, isApp: boolean, choice: Choice | undefined): Column<Subscriber>[] {
  return [
    ...(choice === undefined ? [] : [choiceColumn(t, choice)]),
    {
      key: 'number',
      head: t('subscribers.number'),
      cell: ({ destination }) => (destination === null ? '—' : <PhoneNumber digits={destination} />),
    },
    {
      key: 'status',
      head: t('subscribers.status'),
      cell: ({ status }) => <StatusBadge tone={TONES[status]} label={t(`subscribers.status.${status}`)} />,
    },
    {
      key: 'id',
      head: t(isApp ? 'subscribers.token' : 'subscribers.id'),
      cell: ({ subscriberId }) => (
        <Words size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }} title={subscriberId}>
          {shownId(subscriberId)}
        </Words>
      ),
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

function providerColumn(t: Text): Column<Subscriber> {
  return {
    key: 'provider',
    head: t('subscribers.provider'),
    cell: ({ provider }) => (provider === undefined ? '—' : t(`subscribers.provider.${provider}`)),
  };
}

function choiceColumn(t: Text, { items, chosen, onChoose }: Choice): Column<Subscriber> {
  const ids = items.map(({ subscriberId }) => subscriberId);
  const isEvery = ids.every((id) => chosen.has(id));
  const toggle = (id: string) =>
    onChoose(new Set(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id]));
  return {
    key: 'choice',
    width: 44,
    head: (
      <Checkbox
        aria-label={t('subscribers.chooseAll')}
        checked={isEvery}
        indeterminate={!isEvery && ids.some((id) => chosen.has(id))}
        onChange={() => onChoose(new Set(isEvery ? [] : ids))}
      />
    ),
    cell: ({ subscriberId }) => (
      <Checkbox
        aria-label={t('subscribers.choose', { id: shownId(subscriberId) })}
        checked={chosen.has(subscriberId)}
        onChange={() => toggle(subscriberId)}
      />
    ),
  };
}
