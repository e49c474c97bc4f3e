import { SegmentedControl, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { Hint } from '../../kit/hint.tsx';
import { Notice } from '../../kit/notice.tsx';
import { Section } from '../../kit/section.tsx';
import { useText } from '../../kit/text.tsx';
import { language } from '../../texts/language.ts';
import { loadWidgetScript, type MountedWidget } from './load-widget-script.ts';
import { type PreviewProfile, previewCall } from './preview-call.ts';
import { THEMES, type Theme } from './snippets.ts';
import type { WidgetForm } from './widget-form.ts';
import classes from './widget-preview.module.css';

const PAUSE_MS = 250;

type Props = {
  readonly form: WidgetForm;
  readonly profile: PreviewProfile | undefined;
  readonly theme: Theme;
  readonly onTheme: (theme: Theme) => void;
};

/** The script that sites load, with the look of the form. */
export function WidgetPreview({ form, profile, theme, onTheme }: Props) {
  const t = useText();
  const place = useRef<HTMLDivElement>(null);
  const [isMissing, setMissing] = useState(false);
  const look = JSON.stringify([form.look, form.texts, profile, theme, language()]);
  const [shown] = useDebouncedValue(look, PAUSE_MS);
  const latest = useRef({ form, profile });
  latest.current = { form, profile };

  useEffect(() => {
    let mounted: MountedWidget | undefined;
    let isOver = false;
    const show = async () => {
      try {
        const { mount } = await loadWidgetScript();
        if (isOver || place.current === null) return;
        const preview = previewCall(latest.current.form, latest.current.profile);
        // An element keeps its shadow root for good, so every widget gets an element of its own.
        const host = document.createElement('div');
        place.current.replaceChildren(host);
        mounted = mount(host, { widgetId: 'preview', theme, lang: language(), preview });
        setMissing(false);
      } catch {
        setMissing(true);
      }
    };
    void show();
    return () => {
      isOver = true;
      mounted?.unmount();
    };
    // `shown` covers everything that the widget draws.
  }, [shown]);

  return (
    <Section
      title={t('verification.preview')}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t('verification.theme')}
          value={theme}
          onChange={(value) => onTheme(THEMES.find((known) => known === value) ?? theme)}
          data={THEMES.map((value) => ({ value, label: t(`verification.theme.${value}`) }))}
        />
      }
    >
      <Stack gap="sm">
        <Hint>{t('verification.preview.hint')}</Hint>
        {isMissing && <Notice tone="warn" title={t('verification.preview.missing')} />}
        <div ref={place} className={classes['stage']} data-theme={theme} data-preview="widget" />
      </Stack>
    </Section>
  );
}
