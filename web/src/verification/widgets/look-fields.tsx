import { ColorInput, SimpleGrid, Slider, Stack, Text, TextInput } from '@mantine/core';
import { CONTRAST_MIN, WIDGET_COLOUR_NAMES } from '@volley/domain/verification/widget-look.ts';
import { useFormat } from '../../kit/format.ts';
import { Notice } from '../../kit/notice.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { useText } from '../../kit/text.tsx';
import { RADIUS_DEFAULT, shownColour, shownContrasts, withLook } from './look.ts';
import type { FieldsProps } from './widget-form.ts';

export function LookFields({ form: { look }, onChange, mistakes }: FieldsProps) {
  const t = useText();
  const set = (name: string, value: string | undefined) => onChange({ look: withLook(look, name, value) });
  const radius = Number.parseInt(look['radius'] ?? RADIUS_DEFAULT, 10);
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {WIDGET_COLOUR_NAMES.map((name) => (
          <ColorInput
            key={name}
            label={t(`verification.look.${name}`)}
            format="hex"
            placeholder={shownColour(name, {})}
            value={look[name] ?? ''}
            onChange={(value) => set(name, value)}
            fixOnBlur={false}
            withEyeDropper={false}
          />
        ))}
        <TextInput
          label={t('verification.look.font')}
          placeholder={t('verification.look.font.default')}
          maxLength={100}
          value={look['font'] ?? ''}
          onChange={({ currentTarget: { value } }) => set('font', value)}
        />
      </SimpleGrid>
      <Stack gap={4}>
        <Text size="sm" fw={500}>
          {t('verification.look.radius', { radius })}
        </Text>
        <Slider
          min={0}
          max={24}
          value={radius}
          onChange={(value) => set('radius', `${value}px`)}
          thumbLabel={t('verification.look.radius', { radius })}
        />
      </Stack>
      <Contrasts look={look} />
      {mistakes.includes('look') && <Notice tone="bad" title={t('verification.look.wrong')} />}
    </Stack>
  );
}

/** The server refuses a look below the least contrast; the widget's defaults pass. */
function Contrasts({ look }: { readonly look: Readonly<Record<string, string>> }) {
  const t = useText();
  const { number } = useFormat();
  return (
    <Stack gap={4} role="status" aria-label={t('verification.contrast')}>
      {shownContrasts(look).map(({ front, back, ratio }) => (
        <StatusBadge
          key={`${front} ${back}`}
          tone={ratio >= CONTRAST_MIN ? 'good' : 'bad'}
          label={t(ratio >= CONTRAST_MIN ? 'verification.contrast.good' : 'verification.contrast.bad', {
            front: t(`verification.look.${front}`),
            back: t(`verification.look.${back}`),
            // Rounded down: a ratio below the least one must not look like it.
            ratio: number(Math.floor(ratio * 10) / 10),
            least: number(CONTRAST_MIN),
          })}
        />
      ))}
    </Stack>
  );
}
