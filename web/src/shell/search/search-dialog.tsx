// Global search. The field keeps the focus; arrows move through the results, Enter opens one.
import { Group, Kbd, Loader, Modal, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import type * as contract from '@volley/contract/console/search.ts';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { useApi } from '../../api/use-api.ts';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { useFormat } from '../../kit/format.ts';
import { operatorName } from '../../kit/operator-name.ts';
import { useText } from '../../kit/text.tsx';
import { SearchSign } from '../icons.tsx';
import type { PlaceGroup } from '../places.ts';
import { keepText, keptText, RECENT } from '../preferences.ts';
import { type FoundItem, foundItems, readRecent, withRecent } from './found-items.ts';
import classes from './search-dialog.module.css';

const WAIT_MS = 180;
const LENGTH_MIN = 2;

type Props = { readonly groups: readonly PlaceGroup[]; readonly onClose: () => void };

export function SearchDialog({ groups, onClose }: Props) {
  const t = useText();
  const listId = useId();
  const [q, setQ] = useState('');
  const [at, setAt] = useState(0);
  const { items, error, isLooking } = useFound(q, groups);
  const open = useOpen(onClose);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && items.length > 0) {
      event.preventDefault();
      setAt((at + step + items.length) % items.length);
    }
    const chosen = items[at];
    if (event.key === 'Enter' && chosen !== undefined) open(chosen);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size="lg"
      centered={false}
      yOffset="10vh"
      aria-label={t('shell.search.open')}
    >
      <TextInput
        data-autofocus
        size="lg"
        variant="unstyled"
        classNames={{ root: classes['field'] ?? '', input: classes['input'] ?? '' }}
        value={q}
        onChange={({ currentTarget }) => {
          setQ(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={move}
        placeholder={t('shell.search.placeholder')}
        aria-label={t('shell.search.open')}
        leftSection={<SearchSign />}
        rightSection={isLooking ? <Loader size="xs" aria-hidden="true" /> : <Kbd size="xs">Esc</Kbd>}
        role="combobox"
        aria-expanded={items.length > 0}
        aria-controls={listId}
        aria-activedescendant={items.length === 0 ? undefined : `${listId}-${at}`}
        autoComplete="off"
        maxLength={100}
      />
      {error !== null && <ErrorPanel error={error} />}
      <FoundList id={listId} items={items} at={at} onPoint={setAt} onOpen={open} isRecent={q.trim() === ''} />
      {items.length === 0 && !isLooking && (
        <Text size="sm" c="dimmed" px="md" pb="md">
          {t(q.trim().length < LENGTH_MIN ? 'shell.search.hint' : 'shell.search.nothing')}
        </Text>
      )}
      <VisuallyHidden role="status">{isLooking ? '' : t('shell.search.count', { count: items.length })}</VisuallyHidden>
    </Modal>
  );
}

function useFound(q: string, groups: readonly PlaceGroup[]) {
  const t = useText();
  const { kind } = useSession();
  const [asked] = useDebouncedValue(q.trim(), WAIT_MS);
  const isAsked = asked.length >= LENGTH_MIN;
  const { data, error, isFetching } = useApi<typeof contract.search>(
    'GET /search',
    { query: { q: asked } },
    { enabled: isAsked, keepPrevious: false },
  );
  const pages = useMemo(
    () =>
      groups
        .flatMap((group) => group.items)
        .map(({ to, text }): FoundItem => ({ key: to, kind: 'shell.search.page', title: t(text), hint: '', to })),
    [groups, t],
  );
  const wanted = q.trim().toLowerCase();
  if (wanted === '') return { items: readRecent(keptText(RECENT)), error: null, isLooking: false };
  const named = pages.filter(({ title }) => title.toLowerCase().includes(wanted)).slice(0, 4);
  const found = isAsked && data !== undefined ? foundItems(data, kind) : [];
  const isLooking = isFetching || (wanted.length >= LENGTH_MIN && asked.toLowerCase() !== wanted);
  return { items: [...named, ...found], error: isAsked ? error : null, isLooking };
}

function useOpen(onClose: () => void): (item: FoundItem) => void {
  const navigate = useNavigate();
  return (item) => {
    if (item.kind !== 'shell.search.page')
      keepText(RECENT, JSON.stringify(withRecent(readRecent(keptText(RECENT)), item)));
    onClose();
    // Results link to pages of the console, which validate their own search.
    void navigate({ to: item.to, search: item.search ?? {} } as { to: '/' });
  };
}

type ListProps = {
  readonly id: string;
  readonly items: readonly FoundItem[];
  readonly at: number;
  readonly isRecent: boolean;
  readonly onPoint: (at: number) => void;
  readonly onOpen: (item: FoundItem) => void;
};

/** Keys of the field above choose an item; so does the pointer. */
function FoundList({ id, items, at, isRecent, onPoint, onOpen }: ListProps) {
  const t = useText();
  const { moment } = useFormat();
  if (items.length === 0) return null;
  return (
    <>
      {isRecent && (
        <Group className={classes['group'] ?? ''} justify="space-between">
          {t('shell.search.recent')}
        </Group>
      )}
      <ul id={id} role="listbox" aria-label={t('shell.search.found')} className={classes['list']}>
        {items.map((item, place) => (
          // The field keeps the focus and handles the keys.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <li
            key={item.key}
            id={`${id}-${place}`}
            role="option"
            aria-selected={place === at}
            className={classes['item']}
            onMouseMove={() => onPoint(place)}
            onClick={() => onOpen(item)}
          >
            <span className={classes['kind']}>{t(item.kind)}</span>
            <span className={classes['title']}>{item.title}</span>
            <span className={classes['hint']}>
              {[
                item.state && t(item.state),
                item.brand && operatorName(t, item.brand),
                item.hint,
                item.at && moment(item.at),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
