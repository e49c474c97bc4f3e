// The message of one recipient; arrows move between recipients.
import { ActionIcon, Group, NumberInput, Skeleton, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useFormat } from '../../kit/format.ts';
import { PhoneNumber } from '../../kit/phone-number.tsx';
import { Section } from '../../kit/section.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { useText } from '../../kit/text.tsx';
import { countsParts } from './draft-text.ts';
import type { PreviewRow } from './file/import-protocol.ts';
import classes from './row-preview.module.css';
import type { StepProps } from './step-props.ts';

const SHOW_ROW = 'volley-show-row';

/** Any part of the page can show a row here. */
export function showRow(row: number): void {
  window.dispatchEvent(new CustomEvent(SHOW_ROW, { detail: row }));
}

type Wish = { readonly row: number; readonly direction: 'forward' | 'back' };

export function RowPreview({ draft, file }: StepProps) {
  const t = useText();
  const [wish, setWish] = useState<Wish>({ row: 1, direction: 'forward' });
  const found = usePreview({ draft, file }, wish);
  useEffect(() => {
    // Only `showRow` sends this event.
    const show = (event: Event) => setWish({ row: (event as CustomEvent<number>).detail, direction: 'forward' });
    window.addEventListener(SHOW_ROW, show);
    return () => window.removeEventListener(SHOW_ROW, show);
  }, []);
  return (
    <Section
      title={t('newDispatch.preview')}
      actions={<RowWalk row={found?.row ?? wish.row} onWish={setWish} rows={file.scan?.rows ?? 1} />}
    >
      {found === undefined ? (
        <Skeleton height={110} />
      ) : found === null ? (
        <Text c="dimmed">{t('newDispatch.preview.none')}</Text>
      ) : (
        <Shown found={found} isSms={countsParts(draft)} />
      )}
    </Section>
  );
}

function usePreview({ draft, file }: Pick<StepProps, 'draft' | 'file'>, wish: Wish): PreviewRow | null | undefined {
  const [found, setFound] = useState<PreviewRow | null>();
  const { client, scan } = file;
  const { text, channelType } = draft;
  useEffect(() => {
    if (scan === undefined) return;
    let isStale = false;
    client.ask('preview', { ...wish, text, countsParts: countsParts({ channelType }) }).then(
      (row) => {
        // Past the last recipient the shown one stays.
        if (!isStale) setFound((before) => row ?? before ?? null);
      },
      () => undefined,
    );
    return () => {
      isStale = true;
    };
  }, [client, scan, text, channelType, wish]);
  return found;
}

function RowWalk({
  row,
  rows,
  onWish,
}: {
  readonly row: number;
  readonly rows: number;
  readonly onWish: (wish: Wish) => void;
}) {
  const t = useText();
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        variant="default"
        size={32}
        aria-label={t('newDispatch.preview.previous')}
        onClick={() => onWish({ row: row - 1, direction: 'back' })}
      >
        ◂
      </ActionIcon>
      <NumberInput
        aria-label={t('newDispatch.preview.row')}
        w={92}
        size="xs"
        hideControls
        prefix="№ "
        min={1}
        max={rows + 1}
        value={row}
        onChange={(value) => typeof value === 'number' && onWish({ row: value, direction: 'forward' })}
      />
      <ActionIcon
        variant="default"
        size={32}
        aria-label={t('newDispatch.preview.next')}
        onClick={() => onWish({ row: row + 1, direction: 'forward' })}
      >
        ▸
      </ActionIcon>
    </Group>
  );
}

function Shown({ found, isSms }: { readonly found: PreviewRow; readonly isSms: boolean }) {
  const t = useText();
  const { number } = useFormat();
  return (
    <div aria-live="polite">
      <Group justify="space-between" mb={8}>
        <Text size="sm">
          <PhoneNumber digits={found.destination} />
        </Text>
        <Text size="sm" c="dimmed">
          {t('newDispatch.preview.fileRow', { row: number(found.row) })}
        </Text>
      </Group>
      <div className={classes['bubble']}>{found.text === '' ? t('newDispatch.preview.blank') : found.text}</div>
      <Group gap="xs" mt={8}>
        {isSms && (
          <Text size="sm" c="dimmed">
            {t('newDispatch.text.parts', { count: found.parts })}
          </Text>
        )}
        {found.isCustom && <StatusBadge tone="info" label={t('newDispatch.preview.custom')} />}
      </Group>
    </div>
  );
}
