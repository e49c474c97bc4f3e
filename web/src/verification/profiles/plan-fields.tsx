import { Radio, Stack, Switch } from '@mantine/core';
import { FALLBACKS } from '@volley/domain/verification/verification-channel.ts';
import { useText } from '../../kit/text.tsx';
import type { FieldsProps } from './profile-form.ts';

/** Which channel follows when a code does not arrive, and the line that binds an SMS to the site. */
export function PlanFields({ form, onChange }: FieldsProps) {
  const t = useText();
  return (
    <Stack gap="sm">
      <Radio.Group
        label={t('verification.fallback')}
        value={form.fallback}
        onChange={(value) => onChange({ fallback: FALLBACKS.find((known) => known === value) ?? form.fallback })}
      >
        <Stack gap="xs" mt={6}>
          {FALLBACKS.map((value) => (
            <Radio
              key={value}
              value={value}
              label={t(`verification.fallback.${value}`)}
              description={t(`verification.fallback.${value}.hint`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Switch
        label={t('verification.bindToSite')}
        description={t('verification.bindToSite.hint')}
        checked={form.bindToSite}
        onChange={({ currentTarget: { checked } }) => onChange({ bindToSite: checked })}
      />
    </Stack>
  );
}
