// The filters of the list. Frequent filters are always visible; the rest is behind a button, and its active filters
// show as chips.
import { Button, Group, Popover, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { CHANNEL_TYPES } from '@volley/domain/sending/channel.ts';
import { channelName, operatorName } from '../../kit/operator-name.ts';
import { FilterBar } from '../../kit/table/filter-bar.tsx';
import { useText } from '../../kit/text.tsx';
import { FilterChips } from './filter-chips.tsx';
import { FilterText } from './filter-text.tsx';
import { fromLocalInput, toLocalInput } from './local-input.ts';
import { DIRECTIONS, isFiltered, type MessageSearch, NO_FILTERS, PERIODS } from './message-search.ts';
import { listNames, operatorChoices, stateChoices, stateName } from './message-words.ts';

type Props = { readonly search: MessageSearch; readonly onChange: (part: MessageSearch) => void };

export function MessageFilters({ search, onChange }: Props) {
  const t = useText();
  return (
    <Stack gap="xs">
      <FilterBar isFiltered={isFiltered(search)} onClear={() => onChange(NO_FILTERS)}>
        <FilterText
          label={t('messages.number')}
          placeholder="+7 916 123-45-67"
          value={search.destination}
          width={190}
          onCommit={(destination) => onChange({ destination })}
        />
        <ListSelect
          label={t('messages.state')}
          value={search.state}
          choices={stateChoices(t)}
          nameOf={(state) => stateName(t, state)}
          onPick={(state) => onChange({ state })}
        />
        <ListSelect
          label={t('messages.operator')}
          value={search.operator}
          choices={operatorChoices(t)}
          nameOf={(operator) => operatorName(t, operator)}
          onPick={(operator) => onChange({ operator })}
        />
        <PeriodSelect search={search} onChange={onChange} />
        <MoreFilters search={search} onChange={onChange} />
      </FilterBar>
      <FilterChips search={search} onChange={onChange} />
    </Stack>
  );
}

type ListSelectProps = {
  readonly label: string;
  readonly value: string | undefined;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly nameOf: (value: string) => string;
  readonly onPick: (value: string | undefined) => void;
  readonly isInside?: boolean;
};

/** Selects one value; several values from a link become one more option. */
function ListSelect({ label, value, choices, nameOf, onPick, isInside = false }: ListSelectProps) {
  const t = useText();
  const several = value?.includes(',') === true ? [{ value, label: listNames(value, nameOf) }] : [];
  return (
    <Select
      label={label}
      placeholder={t('messages.any')}
      size="sm"
      w={isInside ? undefined : 160}
      data={[...several, ...choices]}
      value={value ?? null}
      onChange={(picked) => onPick(picked ?? undefined)}
      clearable
      clearButtonProps={{ 'aria-label': t('messages.clearOne', { name: label }) }}
      comboboxProps={{ withinPortal: !isInside }}
    />
  );
}

const OWN = 'own';

function PeriodSelect({ search: { last, from, to, dispatch, externalId }, onChange }: Props) {
  const t = useText();
  const isOwn = from !== undefined || to !== undefined;
  const isBound = dispatch !== undefined || externalId !== undefined;
  const day = () => new Date(Date.now() - 86_400_000).toISOString();
  return (
    <>
      <Select
        label={t('messages.period')}
        size="sm"
        w={190}
        data={[
          ...PERIODS.map((value) => ({ value, label: t(`messages.period.${value}`) })),
          { value: OWN, label: t('messages.period.own') },
        ]}
        value={isOwn ? OWN : (last ?? (isBound ? null : '7d'))}
        placeholder={t('messages.period.all')}
        onChange={(picked) => {
          if (picked === OWN) onChange({ last: undefined, from: from ?? day(), to });
          else onChange({ last: PERIODS.find((one) => one === picked), from: undefined, to: undefined });
        }}
        allowDeselect={false}
      />
      {isOwn && (
        <>
          <MomentInput label={t('messages.from')} value={from} onPick={(at) => onChange({ from: at })} />
          <MomentInput label={t('messages.to')} value={to} onPick={(at) => onChange({ to: at })} />
        </>
      )}
    </>
  );
}

type MomentProps = {
  readonly label: string;
  readonly value: string | undefined;
  readonly onPick: (at: string | undefined) => void;
};

function MomentInput({ label, value, onPick }: MomentProps) {
  return (
    <TextInput
      label={label}
      size="sm"
      type="datetime-local"
      defaultValue={toLocalInput(value)}
      key={value}
      onBlur={({ currentTarget }) => onPick(fromLocalInput(currentTarget.value))}
    />
  );
}

function MoreFilters({ search, onChange }: Props) {
  const t = useText();
  const [opened, { toggle, close }] = useDisclosure(false);
  return (
    <Popover opened={opened} onChange={close} onClose={close} position="bottom-start" withArrow trapFocus shadow="md">
      <Popover.Target>
        <Button variant="default" size="sm" onClick={toggle} aria-expanded={opened}>
          {t('messages.more')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown maw="92vw" aria-label={t('messages.more')}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" maw={460}>
          <MoreFields search={search} onChange={onChange} />
        </SimpleGrid>
        <Group justify="flex-end" mt="md">
          <Button size="sm" onClick={close}>
            {t('messages.done')}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}

const TEXT_FIELDS = ['sender', 'externalId', 'tag', 'q'] as const;
const NUMBER_FIELDS = ['dispatch', 'error'] as const;

function MoreFields({ search, onChange }: Props) {
  const t = useText();
  return (
    <>
      {NUMBER_FIELDS.map((name) => (
        <FilterText
          key={name}
          label={t(`messages.by.${name}`)}
          value={search[name] === undefined ? undefined : String(search[name])}
          numeric
          onCommit={(text) => onChange({ [name]: text === undefined ? undefined : Number(text) })}
        />
      ))}
      {TEXT_FIELDS.map((name) => (
        <FilterText
          key={name}
          label={t(`messages.by.${name}`)}
          value={search[name]}
          onCommit={(text) => onChange({ [name]: text })}
        />
      ))}
      <ListSelect
        label={t('messages.channel')}
        value={search.channel}
        choices={CHANNEL_TYPES.map((value) => ({ value, label: channelName(t, value) }))}
        nameOf={(channel) => channelName(t, channel)}
        onPick={(channel) => onChange({ channel })}
        isInside
      />
      <ListSelect
        label={t('messages.direction')}
        value={search.direction ?? 'outbound'}
        choices={DIRECTIONS.map((value) => ({ value, label: t(`messages.direction.${value}`) }))}
        nameOf={(direction) => direction}
        onPick={(picked) => onChange({ direction: DIRECTIONS.find((one) => one === picked && one !== 'outbound') })}
        isInside
      />
      <YesNo label={t('messages.read')} value={search.read} onPick={(read) => onChange({ read })} />
      <YesNo label={t('messages.clicked')} value={search.clicked} onPick={(clicked) => onChange({ clicked })} />
    </>
  );
}

type YesNoProps = {
  readonly label: string;
  readonly value: boolean | undefined;
  readonly onPick: (value: boolean | undefined) => void;
};

function YesNo({ label, value, onPick }: YesNoProps) {
  const t = useText();
  return (
    <ListSelect
      label={label}
      value={value === undefined ? undefined : String(value)}
      choices={[
        { value: 'true', label: t('messages.yes') },
        { value: 'false', label: t('messages.no') },
      ]}
      nameOf={(one) => one}
      onPick={(picked) => onPick(picked === undefined ? undefined : picked === 'true')}
      isInside
    />
  );
}
