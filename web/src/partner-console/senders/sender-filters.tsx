import { MultiSelect, SegmentedControl, Stack, Switch, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { BRANDS } from '@volley/domain/numbers/brand.ts';
import { SENDER_STATUSES } from '@volley/domain/senders/sender-status.ts';
import { SENDER_TURNS, type SenderTurn } from '@volley/domain/senders/sender-turn.ts';
import { CHANNEL_TYPES } from '@volley/domain/sending/channel.ts';
import { useState } from 'react';
import { useFormat } from '../../kit/format.ts';
import { channelName, operatorName } from '../../kit/operator-name.ts';
import { FilterBar } from '../../kit/table/filter-bar.tsx';
import { useText } from '../../kit/text.tsx';
import type { SenderListSearch } from './search.ts';

type Props = {
  readonly search: SenderListSearch;
  readonly turns: Readonly<Record<SenderTurn, number>> | undefined;
  readonly onAsk: (change: SenderListSearch) => void;
};

const NO_FILTER: SenderListSearch = {
  q: undefined,
  status: undefined,
  brand: undefined,
  channel: undefined,
  turn: undefined,
  usable: undefined,
  suspended: undefined,
};

const some = <Value,>(values: Value[]) => (values.length === 0 ? undefined : values);

export function SenderFilters({ search, turns, onAsk }: Props) {
  const t = useText();
  const [typed, setTyped] = useState(search.q ?? '');
  const askLater = useDebouncedCallback((text: string) => onAsk({ q: text === '' ? undefined : text }), 300);
  const isFiltered = Object.entries(search).some(([name, value]) => name in NO_FILTER && value !== undefined);
  return (
    <Stack gap="sm">
      <Turns search={search} turns={turns} onAsk={onAsk} />
      <FilterBar
        isFiltered={isFiltered}
        onClear={() => {
          setTyped('');
          onAsk(NO_FILTER);
        }}
      >
        <TextInput
          label={t('senders.search')}
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            askLater(value);
          }}
        />
        <MultiSelect
          label={t('senders.status')}
          placeholder={search.status === undefined ? t('senders.any') : ''}
          clearable
          miw={180}
          value={[...(search.status ?? [])]}
          data={SENDER_STATUSES.map((value) => ({ value, label: t(`senders.status.${value}`) }))}
          onChange={(values) => onAsk({ status: some(SENDER_STATUSES.filter((one) => values.includes(one))) })}
        />
        <MultiSelect
          label={t('senders.operator')}
          placeholder={search.brand === undefined ? t('senders.any') : ''}
          clearable
          miw={150}
          value={[...(search.brand ?? [])]}
          data={BRANDS.map((value) => ({ value, label: operatorName(t, value) }))}
          onChange={(values) => onAsk({ brand: some(BRANDS.filter((one) => values.includes(one))) })}
        />
        <MultiSelect
          label={t('senders.channel')}
          placeholder={search.channel === undefined ? t('senders.any') : ''}
          clearable
          miw={150}
          value={[...(search.channel ?? [])]}
          data={CHANNEL_TYPES.map((value) => ({ value, label: channelName(t, value) }))}
          onChange={(values) => onAsk({ channel: some(CHANNEL_TYPES.filter((one) => values.includes(one))) })}
        />
        <Switch
          mb={8}
          label={t('senders.onlySuspended')}
          checked={search.suspended === true}
          onChange={({ currentTarget }) => onAsk({ suspended: currentTarget.checked ? true : undefined })}
        />
      </FilterBar>
    </Stack>
  );
}

/** The side that acts next comes first: it is the main question of this page. */
function Turns({ search, turns, onAsk }: Props) {
  const t = useText();
  const { number } = useFormat();
  const [only] = search.turn?.length === 1 ? search.turn : [];
  const all = turns && SENDER_TURNS.reduce((sum, turn) => sum + turns[turn], 0);
  const counted = (label: string, count: number | undefined) =>
    count === undefined ? label : `${label} · ${number(count)}`;
  return (
    <SegmentedControl
      aria-label={t('senders.turn')}
      style={{ alignSelf: 'flex-start', maxWidth: '100%', overflowX: 'auto' }}
      value={only ?? 'all'}
      data={[
        { value: 'all', label: counted(t('senders.turn.all'), all) },
        ...SENDER_TURNS.map((turn) => ({ value: turn, label: counted(t(`senders.turn.${turn}`), turns?.[turn]) })),
      ]}
      onChange={(value) => onAsk({ turn: some(SENDER_TURNS.filter((turn) => turn === value)) })}
    />
  );
}
