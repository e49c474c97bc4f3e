import { UnstyledButton } from '@mantine/core';
import { useClipboard, useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { keptZone, useFormat } from './format.ts';
import { useText } from './text.tsx';

type Props = { readonly at: string | null | undefined; readonly as?: 'moment' | 'log' | 'dateTime' };

const TICK_MS = 60_000;

/** A point in time. Hover shows the full form, the zone and the relative time; a click copies the ISO form. */
export function When({ at, as = 'moment' }: Props) {
  const t = useText();
  const format = useFormat();
  const clipboard = useClipboard();
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), TICK_MS, { autoInvoke: as === 'moment' });
  if (at === null || at === undefined) return <span>—</span>;
  const zone = keptZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const hint = clipboard.copied ? t('kit.copied') : `${format.dateTime(at)} · ${zone} · ${format.relative(at, now)}`;
  const shown = as === 'dateTime' ? format.dateTime(at) : format[as](at, now);
  return (
    <UnstyledButton
      component="button"
      type="button"
      fz="inherit"
      mih={24}
      title={hint}
      onClick={() => clipboard.copy(at)}
    >
      <time dateTime={at} style={{ whiteSpace: 'nowrap' }}>
        {shown}
      </time>
    </UnstyledButton>
  );
}
