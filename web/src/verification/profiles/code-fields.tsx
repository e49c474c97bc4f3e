import { MultiSelect, Select, SimpleGrid, TextInput } from '@mantine/core';
import { VERIFICATION_LANGUAGES } from '@volley/domain/verification/verification-channel.ts';
import { useMemo } from 'react';
import { useText } from '../../kit/text.tsx';
import { language } from '../../texts/language.ts';
import { NumberField } from '../number-field.tsx';
import { regions } from '../regions.ts';
import type { FieldsProps } from './profile-form.ts';

/** The code itself, its countries, its language and the target of its events. */
export function CodeFields({ form, onChange, isStrict }: FieldsProps) {
  const t = useText();
  const shown = language();
  // The names depend on the language.
  const all = useMemo(() => regions(), [shown]);
  const missing = (value: number | undefined) =>
    isStrict && value === undefined ? t('verification.missing') : undefined;
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        <NumberField
          label={t('verification.codeLength')}
          description={t('verification.codeLength.hint')}
          min={4}
          max={8}
          value={form.codeLength}
          error={missing(form.codeLength)}
          onChange={(codeLength) => onChange({ codeLength })}
        />
        <NumberField
          label={t('verification.lifetime')}
          description={t('verification.lifetime.hint')}
          min={60}
          max={3_600}
          value={form.lifetimeSeconds}
          error={missing(form.lifetimeSeconds)}
          onChange={(lifetimeSeconds) => onChange({ lifetimeSeconds })}
        />
        <NumberField
          label={t('verification.checksMax')}
          description={t('verification.checksMax.hint')}
          min={1}
          max={10}
          value={form.checksMax}
          error={missing(form.checksMax)}
          onChange={(checksMax) => onChange({ checksMax })}
        />
      </SimpleGrid>
      <MultiSelect
        label={t('verification.countries')}
        description={t('verification.countries.hint')}
        data={all}
        value={[...form.countries]}
        onChange={(countries) => onChange({ countries })}
        error={isStrict && form.countries.length === 0 ? t('verification.countries.missing') : null}
        searchable
        limit={60}
      />
      <DeliveryFields form={form} onChange={onChange} />
    </>
  );
}

function DeliveryFields({ form, onChange }: Omit<FieldsProps, 'isStrict'>) {
  const t = useText();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <Select
        label={t('verification.language')}
        description={t('verification.language.hint')}
        data={VERIFICATION_LANGUAGES.map((value) => ({ value, label: t(`verification.language.${value}`) }))}
        placeholder={t('verification.language.none')}
        value={form.language}
        onChange={(value) => onChange({ language: VERIFICATION_LANGUAGES.find((known) => known === value) ?? null })}
        clearable
        clearButtonProps={{ 'aria-label': t('verification.clear') }}
      />
      <TextInput
        label={t('verification.callbackUrl')}
        description={t('verification.callbackUrl.hint')}
        type="url"
        placeholder="https://shop.example/codes"
        maxLength={2_048}
        value={form.callbackUrl}
        onChange={({ currentTarget: { value } }) => onChange({ callbackUrl: value })}
      />
    </SimpleGrid>
  );
}
