import { UnstyledButton } from '@mantine/core';
import { useClipboard, useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { keptZone, useFormat } from './format.ts';
import { useText } from './text.tsx';

type Props = { readonly at: string | null | undefined; readonly as?: 'relative' | 'dateTime' | 'time' };

const TICK_MS = 15_000;

/** A moment: how long ago, or when; the zone on hover, the ISO form on a click. */
export function When({ at, as = 'relative' }: Props) {
  const t = useText();
  const format = useFormat();
  const clipboard = useClipboard();
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), TICK_MS, { autoInvoke: as === 'relative' });
  if (at === null || at === undefined) return <span>—</span>;
  const zone = keptZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const hint = clipboard.copied ? t('kit.copied') : `${format.dateTime(at)} · ${zone}`;
  const shown = as === 'relative' ? format.relative(at, now) : format[as](at);
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
